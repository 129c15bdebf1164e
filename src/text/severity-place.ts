/** What stands around a word: whether it is free, empty, or where logs put their level. All look a few characters far. */
import { ERRNO, LEVEL, TROUBLE, TROUBLE_AT_START } from './severity-words.js';

/** Characters that bind a word into a path, a name, a call or a quotation when they touch it on that side. */
const BINDS_BEFORE = new Uint8Array(128);
for (const char of '/\\-@$#~%&`+') BINDS_BEFORE[char.charCodeAt(0)] = 1;
const BINDS_AFTER = new Uint8Array(128);
for (const char of '/\\@$#~%&`(*=') BINDS_AFTER[char.charCodeAt(0)] = 1;

function isLetterOrDigit(code: number): boolean {
  return (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123) || code === 95 || code > 191;
}

function codeBefore(text: string, start: number): number {
  return start === 0 ? 32 : text.charCodeAt(start - 1);
}

function codeAfter(text: string, end: number): number {
  return end >= text.length ? 32 : text.charCodeAt(end);
}

/** Whether a word is not part of a path, a name, a call or a quotation. */
export function isFree(text: string, start: number, end: number): boolean {
  const before = codeBefore(text, start);
  const after = codeAfter(text, end);
  if (before < 128 && BINDS_BEFORE[before] === 1) return before === 47 && text.startsWith('Failure/', start - 8);
  // "error." ends a sentence; "error.c", "this.error", "std::error" and "Error::new" are names.
  if (before === 46 && start > 1 && isLetterOrDigit(text.charCodeAt(start - 2))) return false;
  if (before === 58 && start > 2 && text.charCodeAt(start - 2) === 58) return false;
  if (after === 40 && (text.startsWith('(s)', end) || text.startsWith('(strict)', end))) return true;
  if (after < 128 && BINDS_AFTER[after] === 1) return false;
  if ((after === 46 || after === 45) && isLetterOrDigit(codeAfter(text, end + 1))) return false;
  if (after === 58 && codeAfter(text, end + 1) === 58) return false;
  return !((before === 34 || before === 39) && after === before);
}

/** What must follow a word of trouble; made when it is first asked for. */
const phrases = new Map<string, RegExp>();

function isPhrase(text: string, end: number, word: string): boolean {
  const rest = TROUBLE[word];
  if (rest === undefined || rest === '') return rest === '';
  let pattern = phrases.get(word);
  if (pattern === undefined) {
    pattern = new RegExp(rest, 'iy');
    phrases.set(word, pattern);
  }
  pattern.lastIndex = end;
  return pattern.test(text);
}

/** Whether `word`, in lower case, which stands from `start` to `end`, begins a phrase of trouble or a message. */
export function isTrouble(text: string, start: number, end: number, word: string): boolean {
  if (isPhrase(text, end, word)) return true;
  ERRNO.lastIndex = start;
  if (ERRNO.test(text)) return true;
  TROUBLE_AT_START.lastIndex = start;
  return isMessageStart(text, start) && TROUBLE_AT_START.test(text);
}

/** At the start of the line, after a mark ("prog: unknown …", "✖  Unexpected …"), or after columns. */
function isMessageStart(text: string, start: number): boolean {
  let at = start;
  while (at > 0 && (text.charCodeAt(at - 1) === 32 || text.charCodeAt(at - 1) === 9)) at -= 1;
  if (at === 0) return true;
  // The last cell of a row is a name or a value.
  if (start - at > 1) return text.indexOf(' ', start) !== -1;
  if (at === start) return false;
  const mark = text.charCodeAt(at - 1);
  if (mark === 61) return text.charCodeAt(at - 2) === 61;
  return mark === 58 || mark === 62 || mark === 93 || mark === 41 || mark === 45 || mark > 127;
}

/** Whether a class name says something by itself: not quoted, not called, not a package or a path. */
export function isClassFree(text: string, start: number, end: number): boolean {
  const before = codeBefore(text, start);
  const after = codeAfter(text, end);
  if (before === 47 || before === 96 || before === 34 || before === 39 || before === 64 || before === 45) return false;
  if (
    after === 40 ||
    after === 47 ||
    after === 46 ||
    after === 96 ||
    after === 45 ||
    after === 44 ||
    after === 34 ||
    after === 39
  ) {
    return false;
  }
  return !(after === 58 && codeAfter(text, end + 1) === 58);
}

const EMPTY_VALUE =
  /^"?\s*[:=]\s*["']?(?:<nil>|nil\b|null\b|none\b|undefined\b|false\b|0(?![\d.])|""|''|"|\[\]|-(?!\w)|$)/i;

const COUNT_VALUE = /^"?\s*[:=]\s*(\d+)(?![\d.:\w])/;

/** Number that is the value of the key that ends at `end`; -1 where it is none. */
export function countOfKey(text: string, end: number): number {
  const found = COUNT_VALUE.exec(text.slice(end, end + 20));
  return found === null ? -1 : Number(found[1]);
}

/** Whether the value of the key that ends at `end` is null, zero, false or empty. */
export function hasEmptyValue(text: string, end: number): boolean {
  return EMPTY_VALUE.test(text.slice(end, end + 20));
}

/** Whether a word is in capitals. */
export function isCapitals(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 96 && code < 123) return false;
  }
  return end - start > 1;
}

const DATE_WORDS = /\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun|UTC|GMT)\b/g;

/** Whether nothing but times and marks stands before a word. */
function isLead(text: string): boolean {
  if (text.endsWith('] ')) return true;
  return text.length < 48 && !/[a-z]{3}/i.test(text.replace(DATE_WORDS, ''));
}

/**
 * 2: the word stands where logs put their level (capitals, brackets, before a colon after the time). 1: it stands before a colon
 * elsewhere, as in compilers' messages. 0: neither.
 */
export function levelPlace(text: string, start: number, end: number, level: number): 0 | 1 | 2 {
  const before = codeBefore(text, start);
  const after = codeAfter(text, end);
  if (after === 58 && codeAfter(text, end + 1) === 58 && start !== 2) return 0;
  // A workflow command of GitHub: "::error file=…::".
  if (before === 58 && text.charCodeAt(start - 2) === 58) return start === 2 ? 2 : 0;
  if (
    start < 200 &&
    before !== 46 &&
    before !== 45 &&
    before !== 47 &&
    after !== 46 &&
    after !== 45 &&
    isCapitals(text, start, end)
  ) {
    if (before === 34 || before === 61) return 0;
    return 2;
  }
  // structlog pads its level inside the brackets
  if (before === 91 && (after === 93 || /^ +\]/.test(text.slice(end, end + 12)))) return 2;
  if ((before === 60 && after === 62) || (before === 40 && after === 41)) return start < 40 ? 2 : 0;
  if (before === 124 && after === 124) return 2;
  if (before !== 32 && before !== 9 && before !== 58 && start !== 0) return 0;
  const isNamed = after === 58 || after === 91 || (level !== LEVEL.low && after === 32 && isNamedAfter(text, end));
  if (!isNamed) return 0;
  if (start < 48 && isLead(text.slice(0, start))) return level === LEVEL.low ? 2 : 1;
  return level === LEVEL.low ? 0 : 1;
}

/** "error TS2345:", "erreur : ", "warning C4996:", "error [E0432]". */
function isNamedAfter(text: string, end: number): boolean {
  return /^ (?:[A-Z]{1,5}\d{1,5}:|: |\[\w)/.test(text.slice(end, end + 12));
}
