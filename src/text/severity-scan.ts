/**
 * One pass over the characters of a line: which words of the severity model stand free in it (not inside a path, a name or a
 * quotation), whether their counts are zero, and the level of a log line. Everything else looks only at lines with hits.
 */
import { countBeside, countOfKey } from './severity-counts.js';
import { hasEmptyValue, isCapitals, isClassFree, isFree, isTrouble, levelPlace } from './severity-place.js';
import { isSpoken } from './severity-speech.js';
import { LEVEL, LEVEL_WORDS, SEEN, WORDS } from './severity-words.js';

/** What a line holds. */
export interface Seen {
  /** Of {@link SEEN}. */
  readonly bits: number;
  /** Of {@link LEVEL}: the level token of a log line, `none` if it has none. */
  readonly level: number;
  /** Of {@link LEVEL}: what a word before a colon says ("file.c:3: error: …"); weaker than `level`, code may hold such words too. */
  readonly said: number;
}

export interface Entry {
  readonly word: string;
  bits: number;
  level: number;
}

const FAILURE = SEEN.error | SEEN.fail | SEEN.fatal;
const COUNTABLE = SEEN.error | SEEN.fail | SEEN.warn | SEEN.skip;

/** Kind of each character up to U+00FF: 0 ends a word, 1 belongs to one, 2 ends one and is looked at by itself. */
const KIND = new Uint8Array(256);
for (const [from, to] of ['09', 'AZ', '__', 'az', 'ÀÖ', 'Øö', 'øÿ'])
  KIND.fill(1, (from as string).charCodeAt(0), (to as string).charCodeAt(0) + 1);
for (const sign of '!*×') KIND[sign.charCodeAt(0)] = 2;

const SIGNS = new Map<number, number>();
/** Signs beyond the basic plane are known by their second half. */
for (const sign of '✗✘✖✕×❌⨯╳⛔🔴🛑❗‼❎🚨') SIGNS.set(sign.charCodeAt(sign.length - 1), SEEN.cross);
for (const sign of '✓✔√✅') SIGNS.set(sign.charCodeAt(0), SEEN.tick);
SIGNS.set('⚠'.charCodeAt(0), SEEN.warnSign);
for (const sign of '↓○') SIGNS.set(sign.charCodeAt(0), SEEN.skip);
SIGNS.set('●'.charCodeAt(0), SEEN.dot);
SIGNS.set('…'.charCodeAt(0), SEEN.cut);

const TABLE_SIZE = 8192;
const table = new Array<Entry | undefined>(TABLE_SIZE);
/** Which slots are taken: one byte each, so that the common miss touches little memory. */
const taken = new Uint8Array(TABLE_SIZE);

/** The scan computes the same hash as it walks. Setting bit 5 folds the case of Latin letters. */
export function hashOf(word: string): number {
  let hash = 0;
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 31) + (word.charCodeAt(at) | 32)) | 0;
  return hash;
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 13)) & (TABLE_SIZE - 1);
}

/** Adds what a list says of its words. Bit 5 does not fold the case of Greek and Cyrillic: those are entered as they are written. */
function addWords(list: string, bits: number, level: number): void {
  const isBeyondLatin = /[\u0100-\u052f]/.test(list);
  for (const word of list.split(' ')) {
    addWord(word, bits, level);
    if (!isBeyondLatin || !/[\u0100-\u052f]/.test(word)) continue;
    addWord(word.toUpperCase(), bits, level);
    addWord(word.slice(0, 1).toUpperCase() + word.slice(1), bits, level);
  }
}

function addWord(word: string, bits: number, level: number): void {
  let slot = slotOf(hashOf(word));
  let entry = table[slot];
  while (entry !== undefined && entry.word !== word) {
    slot = (slot + 1) & (TABLE_SIZE - 1);
    entry = table[slot];
  }
  if (entry === undefined) {
    table[slot] = { word, bits, level };
    taken[slot] = 1;
    return;
  }
  entry.bits |= bits;
  if (level !== LEVEL.none) entry.level = level;
}

for (const [name, lists] of Object.entries(WORDS))
  for (const list of lists) addWords(list, SEEN[name as keyof typeof SEEN], LEVEL.none);
for (const [name, list] of Object.entries(LEVEL_WORDS)) addWords(list, 0, LEVEL[name as keyof typeof LEVEL]);

/** Each word that the scan looks for, with what it says. */
export const wordsSought = (): readonly Entry[] => table.filter(entry => entry !== undefined);

function lookUp(text: string, start: number, end: number, hash: number): Entry | undefined {
  let slot = slotOf(hash);
  const written = text.slice(start, end);
  const folded = written.toLowerCase();
  for (;;) {
    const entry = table[slot];
    if (entry === undefined || entry.word === folded || entry.word === written) return entry;
    slot = (slot + 1) & (TABLE_SIZE - 1);
  }
}

/** Latin, Greek and Cyrillic letters beyond U+00FF. */
function isWordBeyondLatin1(code: number): boolean {
  return code >= 0x100 && code < 0x530;
}

function signBits(code: number): number {
  if (code >= 0x3040 && code <= 0xd7a3 && (code <= 0x9fff || code >= 0xac00)) return SEEN.cjk;
  return SIGNS.get(code) ?? 0;
}

/** Bits of a `*`, `!` or `×`. */
function markBits(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code === 42) return text.charCodeAt(at + 1) === 42 && text.charCodeAt(at + 2) === 42 ? SEEN.stars : 0;
  if (code === 0xd7) return SEEN.cross;
  const before = at === 0 ? 32 : text.charCodeAt(at - 1);
  const after = text.charCodeAt(at + 1);
  if (before === 32) return after === 32 || after === 61 ? SEEN.bang : 0;
  return (before === 40 && after === 41) || (before === 91 && after === 93) ? SEEN.bang : 0;
}

/** `TypeError`, `IOException`, `DeprecationWarning`: a word of more than one part that ends so. */
function classBits(text: string, start: number, end: number): number {
  const last = text.charCodeAt(end - 1);
  if (last === 114) {
    return text.startsWith('Error', end - 5) && isClassFree(text, start, end) ? SEEN.errorClass : 0;
  }
  if (last === 110) {
    const isClass = end - start > 9 && text.startsWith('Exception', end - 9) && isClassFree(text, start, end);
    return isClass ? SEEN.errorClass : 0;
  }
  if (last === 103)
    return end - start > 7 && text.startsWith('Warning', end - 7) && isClassFree(text, start, end) ? SEEN.warnClass : 0;
  return 0;
}

/** Bits of a word that is in no list: classes, level letters and codes, server errors. */
function shapeBits(text: string, start: number, end: number): number {
  const size = end - start;
  const first = text.charCodeAt(start);
  if (start === 0 && size < 9 && isLintCode(text, end)) return SEEN.letter;
  if (size > 5 && first !== 95) return classBits(text, start, end);
  if (first === 69 || first === 70 || first === 87) {
    const next = text.charCodeAt(start + 1);
    return size === 1 || (next > 47 && next < 58) ? SEEN.letter : 0;
  }
  if (first === 95 && start === 0) return SEEN.letter;
  if (size === 3 && first === 53 && isStatusPlace(text, start)) return SEEN.http5;
  if (isDigit(first)) return text.charCodeAt(end) === 41 && text.slice(0, start).trim() === '' ? SEEN.hint : 0;
  if (first === 76 && start === 0 && size === 1) return SEEN.letter;
  return 0;
}

/** `SIM105 Use …`: the code of a linter's rule starts the line. */
function isLintCode(text: string, end: number): boolean {
  const first = text.charCodeAt(0);
  return end > 3 && first > 64 && first < 91 && isDigit(text.charCodeAt(end - 1)) && isDigit(text.charCodeAt(end - 3));
}

/** Whether a number stands where a status does: first, after `" ` as in access logs, after a word, a path or a bar, or after `HTTP/1.1 `. */
function isStatusPlace(text: string, start: number): boolean {
  if (start === 0) return true;
  const before = text.charCodeAt(start - 1);
  if (before === 61 || before === 58 || before === 62) return true;
  if (before !== 32) return false;
  const last = text.charCodeAt(start - 2);
  return (
    last === 34 ||
    last === 58 ||
    last === 124 ||
    (last > 64 && last < 123) ||
    text.charCodeAt(text.lastIndexOf(' ', start - 2) + 1) === 47 ||
    text.slice(Math.max(0, start - 10), start).includes('HTTP/')
  );
}

/** Bits of one known word that stands free. */
function wordBits(text: string, start: number, end: number, entry: Entry): number {
  let bits = entry.bits;
  if ((bits & SEEN.trouble) !== 0 && !isTrouble(text, start, end, entry.word)) bits &= ~SEEN.trouble;
  if ((bits & COUNTABLE) !== 0) {
    const count = countBeside(text, start, end);
    if (count === 0) return (bits & ~COUNTABLE) | SEEN.zero;
    if (count > 0) return bits | SEEN.counted | (isCapitals(text, start, end) ? SEEN.capitals : 0);
  }
  if ((bits & FAILURE) === 0) return bits;
  if (isCapitals(text, start, end)) return bits | SEEN.capitals;
  return isSpoken(text, start, end) ? (bits & ~FAILURE) | SEEN.spoken : bits;
}

/** `error="…"`, `"level":`: words that are keys. */
function keyBits(text: string, end: number, entry: Entry): number {
  const isState = (entry.bits & (FAILURE | SEEN.skip)) === 0;
  const kept = entry.bits & (SEEN.levelKey | SEEN.cut | (isState ? SEEN.total : 0));
  const count = (entry.bits & COUNTABLE) === 0 ? -1 : countOfKey(text, end);
  if (count === 0) return kept | SEEN.zero;
  if (count > 0) return kept | (entry.bits & COUNTABLE) | SEEN.counted;
  return (entry.bits & SEEN.error) !== 0 && !hasEmptyValue(text, end) ? kept | SEEN.errorKey : kept;
}

/** See {@link Seen}. Linear in the length of the line; slices only where a word of the lists may stand. */
export function scanWords(text: string): Seen {
  const length = text.length;
  let bits = 0;
  let level: number = LEVEL.none;
  let said: number = LEVEL.none;
  let at = 0;
  while (at < length) {
    let code = text.charCodeAt(at);
    if (code < 256 ? KIND[code] !== 1 : !isWordBeyondLatin1(code)) {
      if (code > 255) bits |= signBits(code);
      else if (KIND[code] === 2) bits |= markBits(text, at);
      at += 1;
      continue;
    }
    const start = at;
    let hash = 0;
    do {
      hash = (Math.imul(hash, 31) + (code | 32)) | 0;
      at += 1;
      code = at < length ? text.charCodeAt(at) : 32;
    } while (code < 256 ? KIND[code] === 1 : isWordBeyondLatin1(code));
    if (code === 58 && isDigit(text.charCodeAt(at + 1)) && !isDigit(text.charCodeAt(at - 1))) bits |= SEEN.place;
    const entry = taken[slotOf(hash)] === 1 ? lookUp(text, start, at, hash) : undefined;
    if (entry === undefined) {
      bits |= shapeBits(text, start, at);
      continue;
    }
    const place =
      entry.level === LEVEL.none || (level !== LEVEL.none && said !== LEVEL.none)
        ? 0
        : levelPlace(text, start, at, entry.level);
    const isSetting = entry.level !== LEVEL.none && start > 0 && text.charCodeAt(start - 1) === 61;
    if (!isSetting && isFree(text, start, at)) {
      const found = wordBits(text, start, at, entry);
      bits |= found;
      if ((found & SEEN.zero) !== 0) continue;
    } else if (code === 34 || code === 61) bits |= keyBits(text, at, entry);
    if (place === 2 && level === LEVEL.none) level = entry.level;
    if (place === 1 && said === LEVEL.none) said = entry.level;
  }
  return { bits, level, said };
}

function isDigit(code: number): boolean {
  return code > 47 && code < 58;
}
