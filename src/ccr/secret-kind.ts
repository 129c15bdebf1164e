/** What a kind of secret is known by, and what tells a real one from somebody's example. */

/** One kind of secret. */
export interface Kind {
  /** As it is told: never what was found. */
  readonly name: string;
  /** Strings, with one of which it begins. */
  readonly begins: readonly string[];
  /** What follows. */
  readonly rest: string;
  /** What stands right before it is no part of a word. */
  readonly isAlone?: boolean;
  /** Longest that is looked at; what is longer is cut. */
  readonly maxChars?: number;
  /** False: it is none after all. */
  readonly isReal?: (found: string) => boolean;
  /** What may stand behind its beginning, as long as it may go on; not given: the characters of a word. */
  readonly begun?: RegExp;
  /** What of it must not be seen; all behind its beginning where it is not given. */
  readonly hidden?: RegExp;
}

/** A character of a word, as web addresses have them. */
export const WORD = '[A-Za-z0-9_-]';
/** What stands between a name and its value. */
export const ASSIGNED = '["\']?\\s{0,3}[:=]\\s{0,3}["\']?';
/** The same, as far as it has come. */
export const ASSIGNED_BEGUN = /^["']?\s{0,3}(?:[:=]\s{0,3}["']?(?:[A-Za-z]+\s*)?[A-Za-z0-9._~+/=-]*)?$/;

const MIN_DISTINCT = 8;
/** `abcdef`, `123456`, `aaaaaa`: somebody's example. */
const MAX_ROW = 5;

/** Many different characters of several kinds, and no row of them: nobody has written that. */
export function looksRandom(text: string): boolean {
  return [/[a-z]/, /[A-Z]/, /[0-9]/].filter(kind => kind.test(text)).length > 1 && isVaried(text);
}

/** The same, of one kind. */
export function isVaried(text: string): boolean {
  if (/example|sample|placeholder|redacted|your/i.test(text)) return false;
  return new Set(text).size >= MIN_DISTINCT && longestRow(text) <= MAX_ROW;
}

/** The longest row of characters that are equal, or each one above the last. */
function longestRow(text: string): number {
  let [longest, equal, rising] = [1, 1, 1];
  for (let at = 1; at < text.length; at += 1) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1);
    equal = step === 0 ? equal + 1 : 1;
    rising = step === 1 ? rising + 1 : 1;
    longest = Math.max(longest, equal, rising);
  }
  return longest;
}

/** Its head says by what it is signed. */
export function isWebToken(found: string): boolean {
  const head = Buffer.from(found.split('.')[0] ?? '', 'base64url').toString('latin1');
  return /^\{.*"(?:alg|typ|enc)"\s*:/s.test(head);
}

/** A variable, a placeholder or a port is none, nor a word that stands in every manual. */
const NO_PASSWORD =
  /^(?:[$%{[(*.#]|x+$|\d{1,5}$|(?:my|your|the|some|db|user|root)?[_-]?(?:pass(?:word|wd|phrase)?|pwd?|secret|token|key|redacted|changeme|example|test|postgres|mysql|root|admin|guest|user|foo|bar|baz)[_-]?\d{0,4}$)/i;

export function hasPassword(found: string): boolean {
  const password = found.slice(found.indexOf(':', 3) + 1, found.lastIndexOf('@'));
  return (
    !found.includes('@example.') &&
    !NO_PASSWORD.test(password) &&
    new Set(password).size > 2 &&
    !/[,;(){}]/.test(password)
  );
}
