/** JSON as its own tokens: nothing is converted, so numbers, escapes, key order and equal keys stay as they were written. */

/** A scalar as it stands in the text, strings with their quotes; or an object or array. */
export type Json = string | Tree;

/** An object, or an array where it has no keys. */
export interface Tree {
  /** As they stand in the text, with their quotes. */
  readonly keys: string[] | undefined;
  readonly values: Json[];
}

/** A value and where the text goes on behind it. */
export interface Read {
  readonly value: Json;
  readonly end: number;
}

/** Deeper nesting is left alone: what walks such a tree needs a bounded stack. */
const MAX_DEPTH = 256;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** `NaN` and its like are no JSON, but Python writes them. A place for a table is a word of ours. */
const WORD = /(?:true|false|null|NaN|-?Infinity|<\d+ (?:rows|rows by key|pairs)>)/y;
const BLANKS = /[ \t\n]*/y;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The whole text as one value; undefined where it is anything else, or too deep. A place for a table counts as none. */
export function readJson(text: string): Json | undefined {
  const read = readValue(text, skipBlanks(text, 0));
  return read === undefined || skipBlanks(text, read.end) < text.length ? undefined : read.value;
}

/** Values that follow each other, each on a line of its own or on several; undefined where anything else stands there. */
export function readSequence(text: string): readonly Json[] | undefined {
  const reader = openReader(text);
  const values: Json[] = [];
  for (let at = 0; at < text.length; ) {
    const read = reader.value(at, 0);
    if (read === undefined || (read.end < text.length && text[read.end] !== '\n')) return undefined;
    values.push(read.value);
    at = read.end + 1;
  }
  return values;
}

/** The value that begins at `at`; undefined where none does. */
export function readValue(text: string, at: number): Read | undefined {
  return openReader(text).value(at, 0);
}

/** Where the blanks and line ends from `at` on end. */
export function skipBlanks(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code > 0x20 || at >= text.length) return at;
  BLANKS.lastIndex = at;
  BLANKS.test(text);
  return BLANKS.lastIndex;
}

function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Remembers where the next backslash and line end are, so that long strings are searched once. */
function openReader(text: string) {
  let backslash = -1;
  let lineEnd = -1;
  const nextOf = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    return found < 0 ? text.length : found;
  };
  const string = (start: number): number | undefined => {
    let at = start + 1;
    if (lineEnd < at) lineEnd = nextOf('\n', at);
    for (;;) {
      const quote = text.indexOf('"', at);
      if (quote < 0 || quote > lineEnd) return undefined;
      if (backslash < at) backslash = nextOf('\\', at);
      if (backslash > quote) return quote + 1;
      at = backslash + 2;
    }
  };
  const scalar = (at: number): number | undefined => matchAt(WORD, text, at) ?? matchAt(NUMBER, text, at);
  const object = (start: number, depth: number): Read | undefined => {
    const tree = { keys: [] as string[], values: [] as Json[] };
    let at = skipBlanks(text, start + 1);
    if (text.charCodeAt(at) === CLOSE_OBJECT) return { value: tree, end: at + 1 };
    for (;;) {
      const keyEnd = text.charCodeAt(at) === QUOTE ? string(at) : undefined;
      if (keyEnd === undefined) return undefined;
      const colon = skipBlanks(text, keyEnd);
      if (text.charCodeAt(colon) !== COLON) return undefined;
      const read = value(skipBlanks(text, colon + 1), depth + 1);
      if (read === undefined) return undefined;
      tree.keys.push(text.slice(at, keyEnd));
      tree.values.push(read.value);
      at = skipBlanks(text, read.end);
      const code = text.charCodeAt(at);
      if (code === CLOSE_OBJECT) return { value: tree, end: at + 1 };
      if (code !== COMMA) return undefined;
      at = skipBlanks(text, at + 1);
    }
  };
  const array = (start: number, depth: number): Read | undefined => {
    const tree = { keys: undefined, values: [] as Json[] };
    let at = skipBlanks(text, start + 1);
    if (text.charCodeAt(at) === CLOSE_ARRAY) return { value: tree, end: at + 1 };
    for (;;) {
      const read = value(at, depth + 1);
      if (read === undefined) return undefined;
      tree.values.push(read.value);
      at = skipBlanks(text, read.end);
      const code = text.charCodeAt(at);
      if (code === CLOSE_ARRAY) return { value: tree, end: at + 1 };
      if (code !== COMMA) return undefined;
      at = skipBlanks(text, at + 1);
    }
  };
  const value = (at: number, depth: number): Read | undefined => {
    if (depth > MAX_DEPTH) return undefined;
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT) return object(at, depth);
    if (code === OPEN_ARRAY) return array(at, depth);
    const end = code === QUOTE ? string(at) : scalar(at);
    return end === undefined ? undefined : { value: text.slice(at, end), end };
  };
  return { value };
}

/** Whether two values are the same, token by token. */
export function isSame(one: Json, other: Json): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  if (one.values.length !== other.values.length || (one.keys === undefined) !== (other.keys === undefined))
    return false;
  for (let i = 0; i < one.values.length; i += 1) {
    if (one.keys !== undefined && one.keys[i] !== other.keys?.[i]) return false;
    if (!isSame(one.values[i] ?? '', other.values[i] ?? '')) return false;
  }
  return true;
}
