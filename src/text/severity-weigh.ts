/** Lines without a telling structure, weighed by their words: what fails, what only speaks of failing. */
import { isHeading, isRow, isSourceCode } from './severity-speech.js';
import { CJK_ERROR, CJK_WARNING, CJK_ZERO, FOREIGN_TROUBLE, SEEN } from './severity-words.js';

/** What only a failure does: the words under an INFO that still deserve a look. */
const FAILS_IN_LOW =
  /\b(?:failed|failure)(?: to\b| with\b| after\b|:| \(|$)|\berror:|\bexception:|\b(?:failed|errors|failures)["']?[=:]\s*[1-9]|\b[1-9]\d* (?:\w+ )?(?:failed|failures|errors)\b/i;

/** "errors" without a count: only where something had them. */
const PLURAL_ERRORS =
  /^\W*errors\b|\b(?:with|due to|because of|had|has|have|having|contains?|encountered|previous|following|compil\w+|pars\w+|some|these|validation|type|syntax) errors\b|\berrors (?:occurred|were|was|found|while|in|during|exist|encountered|parsing|prevented|have)\b/i;
const SINGULAR_ERROR = /\b(?:error|errored|err|exception|eror)\b/i;
const LOCALE_WORD =
  /[^\x00-\x7f]|\b(?:fehler|ausnahme|erreurs?|errores|erros?|errore|errori|fout|fouten|fehlgeschlagen|fehlschlag|gescheitert|misslungen|fallos?|fallid[oa]|falhas?|falhou|fallit[oa]|fallimento|mislukte?|niepowodzenie|abgebrochen)\b/i;

function isErrorWord(text: string, bits: number): boolean {
  if ((bits & (SEEN.counted | SEEN.fatal | SEEN.fail)) !== 0) return true;
  return SINGULAR_ERROR.test(text) || PLURAL_ERRORS.test(text) || LOCALE_WORD.test(text);
}

/** A sentence that speaks of failures in one place speaks of them in the others too, unless something reports: `x: …`. */
function isProse(text: string, bits: number): boolean {
  return (bits & SEEN.spoken) !== 0 && !text.includes(':');
}

/** Whether the words of a line tell of a failure. */
export function isErrorByWords(text: string, bits: number): boolean {
  if ((bits & SEEN.cjk) !== 0 && CJK_ERROR.test(text) && !CJK_ZERO.test(text)) return true;
  if ((bits & SEEN.foreign) !== 0 && FOREIGN_TROUBLE.test(text) && !isSourceCode(text)) return true;
  const hasWord =
    (bits & (SEEN.error | SEEN.fail | SEEN.fatal)) !== 0 &&
    isErrorWord(text, bits) &&
    !isRow(text) &&
    !isProse(text, bits);
  if (!hasWord && (bits & SEEN.trouble) === 0) return false;
  return !isSourceCode(text) && !isHeading(text);
}

/** Whether a line below warning tells of a failure all the same. */
export function isFailureInLow(text: string, bits: number): boolean {
  if ((bits & (SEEN.errorKey | SEEN.errorClass)) !== 0) return true;
  return (bits & (SEEN.error | SEEN.fail | SEEN.fatal)) !== 0 && FAILS_IN_LOW.test(text);
}

const DEPRECATED =
  /\bdeprecat(?:ed|ions?)\b(?!\s*=(?!=))|\bvulnerabilit|\binsecure\b|\buninitiali[sz]ed\b|\bSECURITY ATTACK\b|\bveraltet|\bobsol[eè]t/i;
const WARNING_WORD =
  /^\W*warnings?\b|\bwarnings?[:!]|\b(?:with|has|have|had|some|following|\d+) warnings?\b|\bwarnings? (?:are|were|was|found|generated|emitted|in|summary|from)\b|warnung|avertissement|advertencia|avis[oi]\b|avvis|attenzione|waarschuwing|ostrzeż|achtung|\bcaution:|предупрежд/i;
const SKIPPED =
  /#\s*(?:skip|todo|SKIP|TODO)\b|\[(?:skip(?:ped)?|todo)\]|\b(?:SKIP(?:PED|PING)?|XFAIL|XPASS|DISABLED|RERUN|PENDING|IGNORED)\b|\(TODO\)|\.\.\. TODO\b|\b[Ss]kipp(?:ed|ing)\b|\b[Ii]gnor(?:ed|ing)\b|^\s*[Pp]ending\b|\(pending|\bxfail|\bxpass|\bflaky\b|disabled with x|\.\.\. expected failure|übersprungen|\b[1-9]\d* (?:todo|pending|disabled|rerun|retried)\b|\bretried\b/;

/** Test runners number the names of what failed or was skipped. */
const NUMBERED = /^\s*\d{1,3}\) \S/;
const EXPECTED = /\.\.\. expected failure\b/;

/** Whether the words of a line warn. */
export function isWarningByWords(text: string, bits: number): boolean {
  if ((bits & SEEN.cjk) !== 0 && CJK_WARNING.test(text) && !CJK_ZERO.test(text)) return true;
  if ((bits & SEEN.spoken) !== 0 && EXPECTED.test(text)) return true;
  if ((bits & SEEN.hint) !== 0 && NUMBERED.test(text)) return true;
  if ((bits & (SEEN.warn | SEEN.skip)) === 0) return false;
  const isWarned = (bits & SEEN.warn) !== 0 && (DEPRECATED.test(text) || WARNING_WORD.test(text));
  const isSkipped = (bits & SEEN.skip) !== 0 && SKIPPED.test(text);
  return (isSkipped || isWarned) && !isHeading(text) && !isSourceCode(text);
}
