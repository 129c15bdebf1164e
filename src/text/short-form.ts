/**
 * A very long line, of which parts are left out, with marks inside that say which: `result=1,2,[... characters 601-299700],9 sum=ok`.
 */
import type { LineRange } from '../line.js';

/** Characters (UTF-16 units) of a line, counted from 1, both ends in it. */
export type CharacterRange = LineRange;

/** The mark inside a line for characters that are left out. */
export const formatElision = (range: CharacterRange): string => `[... characters ${range.from}-${range.to}]`;

/** A part of a line that its short form shows, and where it stands in the line, counted from 0. */
export interface Shown {
  readonly at: number;
  readonly text: string;
}

/** A line's short form, read back. */
export interface ShortForm {
  readonly shown: readonly Shown[];
  /** Characters of the whole line. */
  readonly length: number;
}

/** Reads a line with marks inside; undefined where there are none, or where their places cannot be. */
export function parseShortForm(text: string): ShortForm | undefined {
  const shown: Shown[] = [];
  let read = 0;
  let length = 0;
  for (const found of text.matchAll(/\[\.\.\. characters (\d+)-(\d+)\]/g)) {
    shown.push({ at: length, text: text.slice(read, found.index) });
    length += found.index - read;
    read = found.index + found[0].length;
    if (Number(found[1]) !== length + 1 || Number(found[2]) < length + 1) return undefined;
    length = Number(found[2]);
  }
  if (read === 0) return undefined;
  shown.push({ at: length, text: text.slice(read) });
  return { shown, length: length + text.length - read };
}

/** True if `piece`, which begins `at` characters into the line, is what the short form shows of it. */
export function agrees({ shown }: ShortForm, piece: string, at: number): boolean {
  return shown.every(part => {
    const from = Math.max(part.at, at);
    const to = Math.min(part.at + part.text.length, at + piece.length);
    return from >= to || part.text.slice(from - part.at, to - part.at) === piece.slice(from - at, to - at);
  });
}
