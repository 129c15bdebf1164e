/** Lines without a telling structure, weighed by their words. */
import { isTroublePhrase } from './severity-forms.js';
import { CJK_ERROR, CJK_WARNING, CJK_ZERO, SEEN } from './severity-words.js';

/** Source code, search hits and other text that only speaks of errors. */
const QUOTED: readonly RegExp[] = [
  /^\s*(?:[+>|-]\s*)?(?:\d+\s*[|:]\s*)?(?:throw|raise|except|catch|return|import|from|const|let|var|if|else|def|class|func|fn|pub|use|#include|export|static|public|private|\/\/|\/?\*|#!)\b/,
  /[;{]\s*$/,
  /^[^\s:]+[./][^\s:]*:\d+:/,
  /\b(?:on|if|when|for|an|any|the|of|to|from|returns?|handle[sd]?|handling|raise[sd]?|throws?) (?:errors?|failures?|exceptions?|fail)\b/i,
  /\b(?:errors?|failures?|exceptions?) (?:handl\w+|messages?|codes?|types?|class(?:es)?|rates?|pages?|logs?|budgets?|paths?|boundar\w+|reporting|output)\b/i,
];

/** Whether the words of a line tell of a failure. */
export function errorByWords(text: string, bits: number): boolean {
  if ((bits & SEEN.cjk) !== 0 && CJK_ERROR.test(text) && !CJK_ZERO.test(text)) return true;
  const words = bits & (SEEN.error | SEEN.fail | SEEN.fatal);
  if (words === 0 && ((bits & SEEN.trouble) === 0 || !isTroublePhrase(text))) return false;
  return !QUOTED.some(form => form.test(text));
}

/** Whether the words of a line warn. */
export function warningByWords(text: string, bits: number): boolean {
  if ((bits & SEEN.cjk) !== 0 && CJK_WARNING.test(text) && !CJK_ZERO.test(text)) return true;
  return (bits & (SEEN.warn | SEEN.skip)) !== 0 && !QUOTED.some(form => form.test(text));
}
