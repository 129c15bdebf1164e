/**
 * A quick look at a line of a log: most say nothing that the severity model could mind, and need none of its patterns. What
 * is not surely quiet is left to the model.
 */
import { hashOf, wordsSought } from './severity-scan.js';
import { LEVEL, SEEN } from './severity-words.js';
import { bytes, lastLine } from './shape.js';

/** What a word says, at most. */
const NONE = 0;
/** Something that is evidence of nothing below a level that is low. */
const WEAK = 1;
const LOUD = 2;
/** A level below warning. */
const LOW = 3;

/** Bits that may be evidence in a line whose level is low, or name something that passed. */
const LOUD_BITS =
  SEEN.error |
  SEEN.fail |
  SEEN.fatal |
  SEEN.errorClass |
  SEEN.errorKey |
  SEEN.cut |
  SEEN.warn |
  SEEN.foreign |
  SEEN.cjk |
  SEEN.pass;

const TABLE_SIZE = 16_384;
const slotOf = (hash: number): number => (hash ^ (hash >>> 14)) & (TABLE_SIZE - 1);

interface Words {
  readonly hashes: Int32Array;
  readonly says: Uint8Array;
}

/** Made when a log is long enough to be worth it. */
let made: Words | undefined;

function makeWords(): Words {
  const words = { hashes: new Int32Array(TABLE_SIZE), says: new Uint8Array(TABLE_SIZE) };
  for (const { word, bits, level } of wordsSought()) {
    const hash = hashOf(word);
    let slot = slotOf(hash);
    while (words.says[slot] !== NONE && words.hashes[slot] !== hash) slot = (slot + 1) & (TABLE_SIZE - 1);
    const isLoud = level > LEVEL.low || (bits & LOUD_BITS) !== 0;
    const says = isLoud ? LOUD : level === LEVEL.low ? LOW : WEAK;
    // Words of one hash are not told apart.
    const isClash = words.says[slot] !== NONE && words.says[slot] !== says;
    words.hashes[slot] = hash;
    words.says[slot] = isClash ? LOUD : says;
  }
  return words;
}

/** 1: belongs to a word; 2: a sign that the model looks at; 3: no ASCII, or a control code. */
const KIND = new Uint8Array(256);
for (let code = 0x80; code < 0x100; code += 1) KIND[code] = 3;
for (let code = 0; code < 0x20; code += 1) KIND[code] = 3;
KIND[0x09] = 0;
KIND[0x7f] = 3;
for (const [from, to] of ['09', 'AZ', '__', 'az']) KIND.fill(1, from?.charCodeAt(0), (to?.charCodeAt(0) ?? 0) + 1);
for (const sign of '!*') KIND[sign.charCodeAt(0)] = 2;

/** Where a level is looked for. */
const MAX_LEVEL_START = 200;

/** Longer lines are judged by their ends, which takes more than a quick look. */
const MAX_BYTES = 2_000;

/**
 * Whether the line whose shape was last asked for is surely evidence of nothing: none of its words speaks of trouble, or
 * none is loud and its level is low.
 */
export function isQuiet(): boolean {
  const { from, to } = lastLine;
  if (to - from > MAX_BYTES) return false;
  made ??= makeWords();
  // In the bundle this is a variable that any call could change; the loop wants it fixed.
  const line = bytes;
  const { hashes, says } = made;
  const kinds = KIND;
  const first = line[from] as number;
  // Priorities, commands of CI services, and what stands in brackets.
  if (first === 0x3c || first === 0x23 || first === 0x5b) return false;
  let isWeak = false;
  let isLow = false;
  let at = from;
  while (at < to) {
    const kind = kinds[line[at] as number] as number;
    if (kind !== 1) {
      if (kind === 3) return false;
      if (kind === 2) isWeak = true;
      at += 1;
      continue;
    }
    const start = at;
    let hash = 0;
    do {
      hash = (Math.imul(hash, 31) + ((line[at] as number) | 32)) | 0;
      at += 1;
    } while (kinds[line[at] as number] === 1);
    let slot = slotOf(hash);
    while (says[slot] !== NONE && hashes[slot] !== hash) slot = (slot + 1) & (TABLE_SIZE - 1);
    const said = says[slot] as number;
    if (said === LOUD) return false;
    if (said === NONE) {
      if (isClass(start, at)) return false;
      isWeak ||= isOddWord(from, start, at);
    } else if (said === LOW && isLevel(from, start, at)) isLow = true;
    else isWeak = true;
  }
  return isLow || !isWeak;
}

/** It may end as the names of errors, exceptions and warnings do. */
function isClass(start: number, end: number): boolean {
  const line = bytes;
  if (end - start < 6) return false;
  const last = line[end - 1];
  return (
    (last === 0x72 && line[end - 5] === 0x45) ||
    (last === 0x6e && line[end - 9] === 0x45) ||
    (last === 0x67 && line[end - 7] === 0x57)
  );
}

/** A word in no list that may say something by its form: a place, a level's letter, a rule's code, a status. */
function isOddWord(from: number, start: number, end: number): boolean {
  const line = bytes;
  const first = line[start] as number;
  const next = line[end] as number;
  if (next === 0x3a && isDigit(line[end + 1] as number) && !isDigit(line[end - 1] as number)) return true;
  if (
    start === from &&
    (first === 0x5f || first === 0x4c || (first >= 0x41 && first <= 0x5a && isDigit(line[end - 1] as number)))
  )
    return true;
  if (first === 0x45 || first === 0x46 || first === 0x57)
    return end - start === 1 || isDigit(line[start + 1] as number);
  if (end - start === 3 && first === 0x35) return true;
  return next === 0x29 && isDigit(first);
}

/** A word of a level stands where `severity-scan` takes it for that. */
function isLevel(from: number, start: number, end: number): boolean {
  const line = bytes;
  if (start - from >= MAX_LEVEL_START) return false;
  for (let at = start; at < end; at += 1) if (!isCapital(line[at] as number)) return false;
  const before = start === from ? 0x20 : (line[start - 1] as number);
  const after = line[end] as number;
  return (
    (before === 0x20 || before === 0x09 || before === 0x5b || before === 0x7c) &&
    (after === 0x20 || after === 0x5d || after === 0x09 || (after === 0x3a && line[end + 1] === 0x20))
  );
}

const isCapital = (code: number): boolean => code > 0x40 && code < 0x5b;
const isDigit = (code: number): boolean => code > 0x2f && code < 0x3a;
