/** The inside of a very long line left out: its head, its tail and what is odd in between stay, with exact places. */
import { shapeOf } from './shape.js';
import { type CharacterRange, formatElision } from './short-form.js';

/** What stays of a long line at both ends. */
const HEAD_CHARS = 600;
const TAIL_CHARS = 300;
/** Words between separators are compared; longer ones are no words. */
const WORD = /[^\s,;|&]+/g;
const MAX_WORD_CHARS = 80;
/** A word is odd if at most so many have its shape, where there are this many words in all. */
const MAX_ODD = 2;
const MIN_WORDS = 50;
const MAX_SHOWN_ODD = 24;
const CONTEXT_CHARS = 20;

export interface Elided {
  readonly text: string;
  /** Bytes of UTF-8 that are left out. */
  readonly omittedBytes: number;
}

/** Where a text stands in its line: a line of many megabytes comes in pieces. */
export interface Piece {
  /** Characters of the line before this piece. */
  readonly offset: number;
  /** The line ends with this piece. */
  readonly isLast: boolean;
}

/** The shortened line, or piece of a line; undefined where there is too little to leave out. */
export function elide(text: string, { offset, isLast }: Piece = { offset: 0, isLast: true }): Elided | undefined {
  if (text.length <= 2 * (HEAD_CHARS + TAIL_CHARS)) return undefined;
  const head = offset === 0 ? safeCut(text, HEAD_CHARS) : 0;
  const tail = isLast ? safeCut(text, text.length - TAIL_CHARS) : text.length;
  const places = [...oddPlaces(text), ...telling(text)].sort((a, b) => a.from - b.from);
  return shortForm(text, [{ from: 1, to: head }, ...places, { from: tail + 1, to: text.length }], offset);
}

/** What stays of a command's line: the program, and the last words, which say what was made or how it ended. */
const COMMAND_HEAD_CHARS = 60;
const COMMAND_TAIL_CHARS = 70;
/** Shorter ones are not worth a mark. */
export const MIN_COMMAND_CHARS = 200;
const MIN_FLAGS = 4;
/** Of the words of a command's line, so many are flags or name files. */
const MIN_SHARE = 0.7;
const FLAG = /^["'[(]*--?[A-Za-z]/;
const FILE = /^["'[(]*(?:[\w.+@~<>-]*\/|[\w.+-]+\.(?:o|a|so|c|cc|cpp|d|rlib|obj|lib)\b)/;

/**
 * A build tool's line that shows a whole compiler or linker command: the program and the end stay.
 * @returns undefined where it is none, or too short.
 */
export function elideCommand(text: string): Elided | undefined {
  if (text.length < MIN_COMMAND_CHARS || !isCommand(text)) return undefined;
  const head = text.lastIndexOf(' ', COMMAND_HEAD_CHARS);
  const tail = text.indexOf(' ', text.length - COMMAND_TAIL_CHARS);
  if (head <= 0 || tail < 0) return undefined;
  return shortForm(text, [{ from: 1, to: head }, ...telling(text), { from: tail + 1, to: text.length }], 0);
}

/** Does a line show a command with many flags and files? */
function isCommand(text: string): boolean {
  const words = text.trim().split(/\s+/);
  const flags = words.filter(word => FLAG.test(word)).length;
  return flags >= MIN_FLAGS && flags + words.filter(word => FILE.test(word)).length >= words.length * MIN_SHARE;
}

/** @param kept what stays, in order; ranges may overlap. */
function shortForm(text: string, kept: readonly CharacterRange[], offset: number): Elided | undefined {
  let out = '';
  let at = 0;
  let omittedBytes = 0;
  const leaveOut = (to: number): void => {
    if (to <= at) return;
    const inner = text.slice(at, to);
    const mark = formatElision({ from: offset + at + 1, to: offset + to });
    if (inner.length > mark.length) {
      omittedBytes += Buffer.byteLength(inner);
      out += mark;
    } else out += inner;
  };
  for (const { from, to } of kept) {
    if (to <= at) continue;
    const start = Math.max(from, at + 1);
    leaveOut(start - 1);
    out += text.slice(start - 1, to);
    at = to;
  }
  leaveOut(text.length);
  return omittedBytes > 0 ? { text: out, omittedBytes } : undefined;
}

/** Words that tell of trouble, with what stands around them: the first ones, and the last one. */
const TELLING = /\b(?:\w*error|\w*exception|fail(?:ed|ure|s)?|fatal|panic|critical|warning|denied|refused)\b/gi;
const MAX_TELLING = 12;
const TELLING_CONTEXT_CHARS = 120;

function telling(text: string): readonly CharacterRange[] {
  const first: CharacterRange[] = [];
  let last: CharacterRange | undefined;
  for (const { index, 0: word } of text.matchAll(TELLING)) {
    last = {
      from: safeCut(text, Math.max(0, index - TELLING_CONTEXT_CHARS)) + 1,
      to: safeCut(text, Math.min(text.length, index + word.length + TELLING_CONTEXT_CHARS)),
    };
    if (first.length < MAX_TELLING) first.push(last);
  }
  return last === undefined ? first : [...first, last];
}

/** Never between the halves of a surrogate pair. */
function safeCut(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** Places of words whose shape hardly any other word of the line has. */
function oddPlaces(text: string): readonly CharacterRange[] {
  const shapes = new Map<number, { count: number; at: number; length: number }>();
  let words = 0;
  for (const found of text.matchAll(WORD)) {
    words += 1;
    if (found[0].length > MAX_WORD_CHARS) continue;
    const shape = shapeOf(found[0]);
    const known = shapes.get(shape);
    if (known === undefined) shapes.set(shape, { count: 1, at: found.index, length: found[0].length });
    else known.count += 1;
  }
  const odd = [...shapes.values()].filter(({ count }) => count <= MAX_ODD);
  if (words < MIN_WORDS || odd.length > words / 20) return [];
  return odd
    .slice(0, MAX_SHOWN_ODD)
    .map(({ at, length }) => ({
      from: safeCut(text, Math.max(0, at - CONTEXT_CHARS)) + 1,
      to: safeCut(text, Math.min(text.length, at + length + CONTEXT_CHARS)),
    }))
    .sort((a, b) => a.from - b.from);
}
