/** Ranges as a user writes them: `45-164`, `45-`, `45`. */
import { JuiceError } from '../errors.js';
import type { LineRange } from '../line.js';

/**
 * Reads `A-B`, `A-` (to the end) or `A` (that one alone). Counted from 1, both ends included.
 * @param flag names the flag in the error, such as `--lines`.
 * @throws {JuiceError} BAD_FLAG
 */
export function parseRange(text: string, flag: string): LineRange {
  const [, first, dash, last] = /^([0-9]{1,15})(-([0-9]{1,15})?)?$/.exec(text) ?? [];
  const from = Number(first ?? 0);
  const to = last === undefined ? (dash === undefined ? from : Number.POSITIVE_INFINITY) : Number(last);
  if (from >= 1 && to >= from) return { from, to };
  const shown = JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);
  throw new JuiceError('BAD_FLAG', `${flag}: ${shown} is not a range. Count from 1 and write it as 45-164, 45- or 45.`);
}

/** Lines before and after one line that is asked for. */
const AROUND = 5;

/**
 * The lines around a line.
 * @throws {JuiceError} BAD_FLAG for line 0.
 */
export function rangeAround(line: number, flag: string, contextLines = AROUND): LineRange {
  if (!Number.isSafeInteger(line) || line < 1)
    throw new JuiceError('BAD_FLAG', `${flag}: lines are counted from 1. Write ${flag} 1.`);
  return { from: Math.max(1, line - contextLines), to: line + contextLines };
}
