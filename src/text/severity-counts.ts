/** The number beside a word: `0 failed`, `errors=0`, `no warnings`, `Failures: 3`. By hand, because every hit of a word asks. */

const ABSENT: ReadonlySet<string> = new Set(['no', 'zero', 'without', 'never', '0']);
const MAX_WORDS_BETWEEN = 2;

function isDigit(code: number): boolean {
  return code > 47 && code < 58;
}

function isLetter(code: number): boolean {
  return (code > 96 && code < 123) || (code > 64 && code < 91);
}

/** Number that ends before `end`; -1 where it is part of a time, a version, a range or a name. */
function numberBefore(text: string, end: number): number {
  let at = end;
  while (
    at > 0 &&
    (isDigit(text.charCodeAt(at - 1)) ||
      (text.charCodeAt(at - 1) === 44 && at < end && isDigit(text.charCodeAt(at - 2))))
  ) {
    at -= 1;
  }
  const before = at === 0 ? 32 : text.charCodeAt(at - 1);
  const isNamed = before === 58 && at > 1 && isLetter(text.charCodeAt(at - 2));
  if (
    isLetter(before) ||
    before === 95 ||
    before === 46 ||
    before === 45 ||
    before === 44 ||
    (before === 58 && !isNamed)
  )
    return -1;
  return Number(text.slice(at, end).replaceAll(',', ''));
}

/** Count before the word at `start`, with up to two words between ("0 potential errors"); -1 where there is none. */
function countBefore(text: string, start: number): number {
  let end = start;
  for (let words = 0; words <= MAX_WORDS_BETWEEN; words += 1) {
    const wordStart = end;
    while (end > 0 && text.charCodeAt(end - 1) === 32) end -= 1;
    if (end === wordStart || end === 0) return -1;
    if (isDigit(text.charCodeAt(end - 1))) return numberBefore(text, end);
    let at = end;
    while (at > 0 && isLetter(text.charCodeAt(at - 1))) at -= 1;
    if (at === end) return -1;
    if (end - at < 8 && ABSENT.has(text.slice(at, end).toLowerCase())) return 0;
    end = at;
  }
  return -1;
}

/** Position after blanks. */
function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at += 1;
  return at;
}

/** Position after `(s)` or a short remark in round brackets. */
function skipRemark(text: string, from: number): number {
  const at = skipBlanks(text, from);
  if (text.charCodeAt(at) !== 40) return from;
  const close = text.indexOf(')', at);
  return close === -1 || close - at > 18 ? from : close + 1;
}

/** Count after the word that ends at `end`: `: 0`, `=0`, `(s): 0`, or a number that ends the line; -1 where there is none. */
function countAfter(text: string, end: number): number {
  const from = skipRemark(text, text.charCodeAt(end) === 34 ? end + 1 : end);
  let at = skipBlanks(text, from);
  const isValue = text.charCodeAt(at) === 58 || text.charCodeAt(at) === 61;
  if (isValue) at = skipBlanks(text, at + 1);
  else if (at === from) return -1;
  const first = at;
  while (at < text.length && isDigit(text.charCodeAt(at))) at += 1;
  if (at === first) return -1;
  const after = at === text.length ? 32 : text.charCodeAt(at);
  if (isValue)
    return isLetter(after) || after === 58 || after === 37 || (after === 46 && isDigit(text.charCodeAt(at + 1)))
      ? -1
      : Number(text.slice(first, at));
  return skipBlanks(text, at) === text.length ? Number(text.slice(first, at)) : -1;
}

/** -1: no count beside the word; otherwise that count, 0 also for "no errors". */
export function countBeside(text: string, start: number, end: number): number {
  const before = countBefore(text, start);
  return before === -1 ? countAfter(text, end) : before;
}

/** Number that is the value of the key that ends at `end`; -1 where it is none. */
export function countOfKey(text: string, end: number): number {
  return countAfter(text, end);
}
