/** Numbers far out of the usual for lines of their shape: a slow batch, a jump in a sequence. */

import { bytes, MAX_NUMBERS, numberCount, numberStarts } from './shape.js';

/** Why a line of a log with such a number stays. */
export const ODD_NUMBER = 'odd number';

/** Lines of one shape before anything counts as usual. */
const MIN_LINES = 30;
/** So many times the largest value, or the largest step, seen so far. */
const MAX_FACTOR = 2.5;
const STEP_FACTOR = 8;
/** Numbers from this length on are ids. */
const MAX_DIGITS = 12;

/** What is usual for the lines of one shape. Memory: 24 bytes for each of its numbers. */
export interface Usual {
  /** So many have been asked for. */
  lines: number;
  /**
   * Of each number the largest value, the last one and the widest step, behind each other: they are asked for together.
   * Undefined up to the second line: most shapes come once.
   */
  seen: number[] | undefined;
}

/** The numbers of the line that is looked at. */
const numbers = new Float64Array(MAX_NUMBERS);

/** Of a shape that has not come yet. */
export const nothingUsual = (): Usual => ({ lines: 0, seen: undefined });

/** Takes the line into account whose shape was last asked for, and says whether one of its numbers is far out of the usual. */
export function hasOddNumber(usual: Usual): boolean {
  usual.lines += 1;
  if (usual.seen !== undefined) return isOdd(usual.seen, usual.lines > MIN_LINES + 1);
  if (usual.lines > 1) usual.seen = firstSeen();
  return false;
}

function firstSeen(): number[] {
  const size = readNumbers();
  // An array that began with whole numbers would be made anew at the first fraction.
  const seen = new Array<number>(3 * size).fill(0.5);
  for (let i = 0; i < size; i += 1) {
    const value = numbers[i] as number;
    seen[3 * i] = value;
    seen[3 * i + 1] = value;
    seen[3 * i + 2] = 0;
  }
  return seen;
}

/** @param isSettled enough lines have been seen for anything to count as usual. */
function isOdd(seen: number[], isSettled: boolean): boolean {
  const size = seen.length;
  const values = numbers;
  const end = 3 * readNumbers();
  let isOut = false;
  for (let at = 0, i = 0; at < size && at < end; at += 3, i += 1) {
    const value = values[i] as number;
    const largest = seen[at] as number;
    const widest = seen[at + 2] as number;
    const moved = Math.abs(value - (seen[at + 1] as number));
    if (isSettled && widest > 0)
      isOut ||= (largest > 0 && value > largest * MAX_FACTOR) || moved > widest * STEP_FACTOR;
    if (value > largest) seen[at] = value;
    if (moved > widest) seen[at + 2] = moved;
    seen[at + 1] = value;
  }
  return isOut;
}

/** Fills `numbers` with those of the line, decimals read as such; returns how many. */
function readNumbers(): number {
  // In the bundle these are variables that any call could change; the loop wants them fixed.
  const line = bytes;
  const into = numbers;
  const starts = numberStarts;
  const size = numberCount;
  let count = 0;
  let at = 0;
  for (let next = 0; next < size; next += 1) {
    const start = starts[next] as number;
    if (start < at) continue;
    let value = 0;
    let scale = 0;
    for (at = start; ; at += 1) {
      const digit = ((line[at] as number) - 0x30) >>> 0;
      if (digit <= 9) {
        value = value * 10 + digit;
        scale *= 10;
      } else if (scale === 0 && line[at] === 0x2e) scale = 1;
      else break;
    }
    if (at - start > MAX_DIGITS) continue;
    into[count] = scale > 1 ? value / scale : value;
    count += 1;
  }
  return count;
}
