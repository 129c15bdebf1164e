/** Numbers far out of the usual for lines of their shape: a slow batch, a jump in a sequence. */

/** Lines of one shape before anything counts as usual. */
const MIN_LINES = 30;
/** Numbers of a line that are looked at, and the bytes that they stand in. */
const MAX_NUMBERS = 16;
const MAX_BYTES = 512;
/** So many times the largest value, or the largest step, seen so far. */
const MAX_FACTOR = 2.5;
const STEP_FACTOR = 8;
/** Numbers from this length on are ids. */
const MAX_DIGITS = 12;

/** What is usual for the lines of one shape. Memory: 24 bytes for each of its numbers. */
export interface Usual {
  /** Takes the next line into account, and says whether one of its numbers is far out of the usual. */
  isOdd(text: string): boolean;
}

/** The numbers of the line that is looked at, and its bytes: a walk over bytes takes a third of the time of one over a string. */
const numbers = new Float64Array(MAX_NUMBERS);
const bytes = Buffer.allocUnsafeSlow(MAX_BYTES + 4);

/** @param text the first line of the shape. */
export function openUsual(text: string): Usual {
  const size = readNumbers(text);
  const max = numbers.slice(0, size);
  const last = numbers.slice(0, size);
  const step = new Float64Array(size);
  let lines = 1;
  return {
    isOdd(next) {
      const count = Math.min(size, readNumbers(next));
      let isOdd = false;
      lines += 1;
      for (let i = 0; i < count; i += 1) {
        const value = numbers[i] as number;
        const largest = max[i] as number;
        const widest = step[i] as number;
        const moved = Math.abs(value - (last[i] as number));
        if (lines > MIN_LINES && widest > 0)
          isOdd ||= (largest > 0 && value > largest * MAX_FACTOR) || moved > widest * STEP_FACTOR;
        if (value > largest) max[i] = value;
        if (moved > widest) step[i] = moved;
        last[i] = value;
      }
      return isOdd;
    },
  };
}

/** Fills `numbers` with those of a text, decimals read as such; returns how many. Words with digits are no numbers. */
function readNumbers(text: string): number {
  // In the bundle these are variables that any call could change; the loop wants them fixed.
  const line = bytes;
  const into = numbers;
  const length = line.write(text, 0, MAX_BYTES);
  line[length] = 0;
  let count = 0;
  let at = 0;
  while (at < length && count < MAX_NUMBERS) {
    let digit = ((line[at] as number) - 0x30) >>> 0;
    if (digit > 9) {
      at += 1;
      continue;
    }
    const start = at;
    let value = 0;
    let scale = 0;
    for (; ; at += 1) {
      digit = ((line[at] as number) - 0x30) >>> 0;
      if (digit <= 9) {
        value = value * 10 + digit;
        scale *= 10;
      } else if (scale === 0 && line[at] === 0x2e) scale = 1;
      else break;
    }
    const before = start > 0 ? (line[start - 1] as number) | 0x20 : 0x20;
    if ((before >= 0x61 && before <= 0x7a) || at - start > MAX_DIGITS) continue;
    into[count] = scale > 1 ? value / scale : value;
    count += 1;
  }
  return count;
}
