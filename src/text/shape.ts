/**
 * The shape of a line: its text with numbers, hex words and ids masked, as a hash. Lines of one shape are "the same
 * but for the values". Hand-written, because it runs on every line of a log: about 3 ns a character.
 */

const DIGITS = 1;
const LOWER_HEX = 2;
const LETTER = 4;
/** Letters above `f`, which no hex word holds. */
const NOT_HEX = 8;

const CLASS = new Uint8Array(256);
for (let code = 0x30; code <= 0x39; code += 1) CLASS[code] = DIGITS;
for (let code = 0x61; code <= 0x7a; code += 1) CLASS[code] = code <= 0x66 ? LETTER | LOWER_HEX : LETTER | NOT_HEX;
for (let code = 0x41; code <= 0x5a; code += 1) CLASS[code] = code <= 0x46 ? LETTER | LOWER_HEX : LETTER | NOT_HEX;

/** Masks: a number, the number zero, a hex word or id, a status of the 400s or 500s. */
const NUMBER = 0x01;
const ZERO = 0x02;
const ID = 0x03;
const STATUS_4XX = 0x04;
const STATUS_5XX = 0x05;

/** Fewer letters and digits are no id. */
const MIN_ID_CHARS = 7;

/** FNV-1a, and its inverse modulo 2^32: a character that was hashed too early is taken back. */
const PRIME = 0x01000193;
const INVERSE = 0x359c449b;
/** Longer lines are told apart by their first bytes. */
const MAX_SHAPE_BYTES = 4096;
/** Bytes that can be loaded at once. */
export const MAX_LOADED_BYTES = 65_536;
/**
 * The bytes of the text that is looked at, and a zero: a walk over bytes takes a third of the time of one over a string, and of
 * one over bytes that are not always the same memory.
 */
export const bytes = Buffer.allocUnsafeSlow(MAX_LOADED_BYTES + 64);

/** Stands for the shapes of lines that are routine (`text/skim.ts`): nobody needs to tell them apart. No line has it of itself. */
export const ROUTINE_SHAPE = -1;

/** Numbers of a line that are looked at. */
export const MAX_NUMBERS = 16;
/** Where the line stands in `bytes` whose shape was last asked for. */
export const lastLine = { from: 0, to: 0 };
/** Where its first numbers begin, and how many of these there are; words and ids with digits are no numbers. */
export const numberStarts = new Uint32Array(MAX_NUMBERS);
export let numberCount = 0;
/** It holds a number of three digits that begins with 5: the status of a server's error, perhaps. */
export let mayHoldStatus = false;

/**
 * Hash of a line's shape, a whole number of 52 bits, never 0. Zero stays apart from other numbers (`0 failed` is not
 * `3 failed`), and so do three-digit numbers in the 400s and 500s (HTTP).
 */
export function shapeOf(text: string): number {
  const length = bytes.write(text, 0, MAX_SHAPE_BYTES);
  bytes[length] = 0;
  return shapeAt(0, length);
}

/** Makes some lines those that are looked at, `MAX_LOADED_BYTES` at the most. */
export function load(lines: Buffer): void {
  bytes[lines.copy(bytes, 0, 0, MAX_LOADED_BYTES)] = 0;
}

/** The same of a line among those that are loaded; behind `to` stands no letter and no digit. */
export function shapeAt(from: number, to: number): number {
  lastLine.from = from;
  lastLine.to = to;
  mayHoldStatus = false;
  // In the bundle these are variables that any call could change; the loop wants them fixed.
  const line = bytes;
  const kinds = CLASS;
  const starts = numberStarts;
  const length = Math.min(to, from + MAX_SHAPE_BYTES);
  let h1 = 0x811c9dc5 | 0;
  let h2 = 0x9e3779b1 | 0;
  let at = from;
  let numbers = 0;
  while (at < length) {
    const code = line[at] as number;
    if ((code - 0x30) >>> 0 > 9) {
      h1 = Math.imul(h1 ^ code, PRIME);
      h2 = (h2 + h1) | 0;
      at += 1;
      continue;
    }
    const firstDigit = at;
    let start = at;
    let seen = DIGITS;
    // A word with digits: its letters so far have been hashed as they stand, and are taken back.
    while (start > from) {
      const before = line[start - 1] as number;
      const kind = kinds[before] as number;
      if (kind === 0) break;
      seen |= kind;
      h2 = (h2 - h1) | 0;
      h1 = Math.imul(h1, INVERSE) ^ before;
      start -= 1;
    }
    for (let kind = DIGITS; kind !== 0; kind = kinds[line[at] as number] as number) {
      seen |= kind;
      at += 1;
    }
    const isWholeId = at - start === 8 && isUuid(start, length);
    if (isWholeId) at = start + 36;
    const mask = isWholeId ? ID : maskOf(seen, start, at);
    if (start === firstDigit && mask !== ID && numbers < MAX_NUMBERS) {
      starts[numbers] = start;
      numbers += 1;
    }
    if (mask !== 0) {
      h1 = Math.imul(h1 ^ mask, PRIME);
      h2 = (h2 + h1) | 0;
      continue;
    }
    let wasDigit = false;
    for (let i = start; i < at; i += 1) {
      let symbol = line[i] as number;
      const isDigit = symbol <= 0x39;
      if (isDigit && wasDigit) continue;
      wasDigit = isDigit;
      if (isDigit) symbol = NUMBER;
      h1 = Math.imul(h1 ^ symbol, PRIME);
      h2 = (h2 + h1) | 0;
    }
  }
  numberCount = numbers;
  h1 = Math.imul(h1 ^ (h1 >>> 15), 0x2c1b3c6d);
  h2 = Math.imul(h2 ^ (h2 >>> 16), 0x45d9f3b);
  return ((h1 >>> 0) & 0xfffff) * 0x100000000 + (h2 >>> 0) + 1;
}

/** Four hyphens where a UUID has them, and no word goes on behind it. */
const isUuid = (at: number, length: number): boolean =>
  at + 36 <= length &&
  CLASS[bytes[at + 36] as number] === 0 &&
  bytes[at + 8] === 0x2d &&
  bytes[at + 13] === 0x2d &&
  bytes[at + 18] === 0x2d &&
  bytes[at + 23] === 0x2d;

/** What a word with digits is hashed as; 0: as it stands, but for its numbers. */
function maskOf(seen: number, start: number, end: number): number {
  if (seen === DIGITS) return numberMask(start, end);
  return (seen & NOT_HEX) === 0 && end - start >= MIN_ID_CHARS ? ID : 0;
}

function numberMask(start: number, end: number): number {
  const first = bytes[start];
  if (end - start === 1) return first === 0x30 ? ZERO : NUMBER;
  if (end - start === 3) {
    if (first === 0x34) return STATUS_4XX;
    if (first === 0x35) {
      mayHoldStatus = true;
      return STATUS_5XX;
    }
  }
  return NUMBER;
}
