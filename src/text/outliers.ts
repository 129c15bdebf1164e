/** Numbers far out of the usual for lines of their shape: a slow batch, a jump in a sequence. */

/** Lines of one shape before anything counts as usual. */
const MIN_LINES = 30;
/** Numbers of a line that are looked at, and shapes that are remembered. */
const MAX_NUMBERS = 16;
const MAX_SHAPES = 2_048;
/** So many times the largest value, or the largest step, seen so far. */
const MAX_FACTOR = 2.5;
const STEP_FACTOR = 8;
/** Numbers from this length on are ids. */
const MAX_DIGITS = 12;

interface Usual {
  lines: number;
  readonly max: Float64Array;
  readonly last: Float64Array;
  readonly step: Float64Array;
}

export interface Outliers {
  /** Takes the line into account, and says whether one of its numbers is far out of the usual. */
  isOdd(shape: number, text: string): boolean;
}

/** Memory: `MAX_SHAPES` × 3 × `MAX_NUMBERS` numbers. */
export function openOutliers(): Outliers {
  const usual = new Map<number, Usual>();
  const numbers = new Float64Array(MAX_NUMBERS);
  return {
    isOdd(shape, text) {
      const known = usual.get(shape);
      const count = readNumbers(text, numbers);
      if (known === undefined) {
        if (usual.size < MAX_SHAPES)
          usual.set(shape, {
            lines: 1,
            max: numbers.slice(),
            last: numbers.slice(),
            step: new Float64Array(MAX_NUMBERS),
          });
        return false;
      }
      return compare(known, numbers, count);
    },
  };
}

function compare(known: Usual, numbers: Float64Array, count: number): boolean {
  let isOdd = false;
  known.lines += 1;
  for (let i = 0; i < count; i += 1) {
    const value = numbers[i] ?? 0;
    const max = known.max[i] ?? 0;
    const step = known.step[i] ?? 0;
    const moved = Math.abs(value - (known.last[i] ?? 0));
    if (known.lines > MIN_LINES) {
      if (max > 0 && step > 0 && value > max * MAX_FACTOR) isOdd = true;
      if (step > 0 && moved > step * STEP_FACTOR) isOdd = true;
    }
    if (value > max) known.max[i] = value;
    if (moved > step) known.step[i] = moved;
    known.last[i] = value;
  }
  return isOdd;
}

/** Fills `into` with the numbers of a text, decimals read as such; returns how many. Words with digits are no numbers. */
function readNumbers(text: string, into: Float64Array): number {
  let count = 0;
  let at = 0;
  const length = Math.min(text.length, 512);
  while (at < length && count < into.length) {
    let code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) {
      at += 1;
      continue;
    }
    const start = at;
    let value = 0;
    let scale = 0;
    for (; at < length; at += 1) {
      code = text.charCodeAt(at);
      if (code >= 0x30 && code <= 0x39) {
        value = value * 10 + (code - 0x30);
        scale *= 10;
      } else if (code === 0x2e && scale === 0) scale = 1;
      else break;
    }
    const before = start > 0 ? text.charCodeAt(start - 1) | 0x20 : 0x20;
    if ((before >= 0x61 && before <= 0x7a) || at - start > MAX_DIGITS) continue;
    into[count] = scale > 1 ? value / scale : value;
    count += 1;
  }
  return count;
}
