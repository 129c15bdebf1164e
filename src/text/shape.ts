/**
 * The shape of a line: its text with numbers, hex words and ids masked, as a hash. Lines of one shape are "the same
 * but for the values". Hand-written, because it runs on every line of a log: about 1 ns a character.
 */

const DIGITS = 1;
const LOWER_HEX = 2;
const LETTER = 4;
/** Letters above `f`, which no hex word holds. */
const NOT_HEX = 8;

const CLASS = new Uint8Array(128);
for (let code = 0x30; code <= 0x39; code += 1) CLASS[code] = DIGITS;
for (let code = 0x61; code <= 0x7a; code += 1) CLASS[code] = code <= 0x66 ? LETTER | LOWER_HEX : LETTER | NOT_HEX;
for (let code = 0x41; code <= 0x5a; code += 1) CLASS[code] = code <= 0x46 ? LETTER | LOWER_HEX : LETTER | NOT_HEX;

/** Masks: a number, the number zero, a hex word or id, a status of the 400s or 500s. */
const NUMBER = 0x01;
const ZERO = 0x02;
const ID = 0x03;
const STATUS_4XX = 0x04;
const STATUS_5XX = 0x05;

/** Longer lines are told apart by their first bytes. */
const MAX_SHAPE_BYTES = 4096;
/** The bytes of the line that is looked at: a walk over bytes takes a third of the time of one over a string. */
const bytes = Buffer.allocUnsafeSlow(MAX_SHAPE_BYTES + 40);

/**
 * Hash of a line's shape, a whole number of 52 bits, never 0. Zero stays apart from other numbers (`0 failed` is not
 * `3 failed`), and so do three-digit numbers in the 400s and 500s (HTTP).
 */
export function shapeOf(text: string): number {
  const length = bytes.write(text, 0, MAX_SHAPE_BYTES);
  bytes[length] = 0;
  let h1 = 0x811c9dc5;
  let h2 = 0x9e3779b1;
  let at = 0;
  while (at < length) {
    const code = bytes[at] as number;
    const kind = code < 128 ? (CLASS[code] as number) : 0;
    if (kind === 0) {
      h1 = Math.imul(h1 ^ code, 0x01000193);
      h2 = Math.imul(h2 ^ code, 0x85ebca6b) ^ (h2 >>> 15);
      at += 1;
      continue;
    }
    // A word of letters and digits: hashed as it stands if it has no digit, by its mask if it has one.
    const start = at;
    if (at + 36 <= length && isUuid(at)) {
      h1 = Math.imul(h1 ^ ID, 0x01000193);
      h2 = Math.imul(h2 ^ ID, 0x85ebca6b) ^ (h2 >>> 15);
      at += 36;
      continue;
    }
    let seen = kind;
    let w1 = h1;
    let w2 = h2;
    let word = code;
    for (;;) {
      w1 = Math.imul(w1 ^ word, 0x01000193);
      w2 = Math.imul(w2 ^ word, 0x85ebca6b) ^ (w2 >>> 15);
      at += 1;
      if (at >= length) break;
      word = bytes[at] as number;
      const next = word < 128 ? (CLASS[word] as number) : 0;
      if (next === 0) break;
      seen |= next;
    }
    if ((seen & DIGITS) === 0) {
      h1 = w1;
      h2 = w2;
      continue;
    }
    if (seen === DIGITS || isId(seen, at - start)) {
      const mask = seen === DIGITS ? numberMask(start, at) : ID;
      h1 = Math.imul(h1 ^ mask, 0x01000193);
      h2 = Math.imul(h2 ^ mask, 0x85ebca6b) ^ (h2 >>> 15);
      continue;
    }
    let wasDigit = false;
    for (let i = start; i < at; i += 1) {
      let symbol = bytes[i] as number;
      const isDigit = symbol <= 0x39;
      if (isDigit && wasDigit) continue;
      wasDigit = isDigit;
      if (isDigit) symbol = NUMBER;
      h1 = Math.imul(h1 ^ symbol, 0x01000193);
      h2 = Math.imul(h2 ^ symbol, 0x85ebca6b) ^ (h2 >>> 15);
    }
  }
  h1 ^= h1 >>> 16;
  h2 ^= h2 >>> 13;
  return ((h1 >>> 0) & 0xfffff) * 0x100000000 + (h2 >>> 0) + 1;
}

/** Four hyphens where a UUID has them. */
const isUuid = (at: number): boolean =>
  bytes[at + 8] === 0x2d && bytes[at + 13] === 0x2d && bytes[at + 18] === 0x2d && bytes[at + 23] === 0x2d;

const isId = (seen: number, length: number): boolean => (seen & NOT_HEX) === 0 && length >= 7;

function numberMask(start: number, end: number): number {
  const first = bytes[start];
  if (end - start === 1) return first === 0x30 ? ZERO : NUMBER;
  if (end - start === 3) {
    if (first === 0x34) return STATUS_4XX;
    if (first === 0x35) return STATUS_5XX;
  }
  return NUMBER;
}
