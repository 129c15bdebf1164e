/** Lines without a telling structure, weighed by their words: what fails, what only speaks of failing. */
import { isHeading, isSourceCode, isSpokenOf } from './severity-speech.js';
import { CJK_ERROR, CJK_WARNING, CJK_ZERO, FOREIGN_TROUBLE, SEEN } from './severity-words.js';

/** Phrases that tell of a failure wherever they stand. */
const TROUBLE =
  /\b(?:command not found|not found\b|no such \w+|(?:permission|access) denied|denied by|operation not permitted|not permitted|connection (?:was )?(?:refused|reset|closed|timed out|lost)|(?:was |be )?refused|tim(?:ed|e) ?out|timeout (?:of|after|exceeded|waiting|expired|while)|cannot \w+|can['’]?t (?!help)\w+|could ?n(?:ot|['’]t) \w+|could not \w+|unable to \w+|undefined (?:reference|variable|method|symbol|local|behavior)|undefined: |out of (?:memory|range|space|bounds|order)|no space left|exit(?:ed|ing)?(?: with)?(?: (?:code|status|failure status))?:? [1-9]\d{0,2}\b|exit status [1-9]|died at|does(?: not|n['’]t) (?:exist(?! when| if| or)|look|match|have|provide|support|contain|appear)|not (?:going to be|installable|valid|up to date)\b|no (?!errors|issues|problems|vulnerab|warnings|changes|differences|conflicts|updates|matches|security|known|new|outdated|lint)(?:\w+ ){1,3}found\b|but you have|found unexpected|is not (?:defined|a function|recognized|assignable|a valid|allowed|running|installed|supported|recoverable|satisfied)|not (?:met|remade|reached|recognized|supported|available|registered)|deadline exceeded|exceed(?:s|ed) (?!expect)|unresolved \w+|unmet \w+|must (?:be|have|not)|conflict(?:s|ing)?\b|rejected|forbidden|unauthorized|unavailable|unreachable|corrupt(?:ed)?|overflow|mismatch(?:ed)?|violat(?:es|ed|ion)|leak(?:ed)?\b|interrupted|broken pipe|bad (?:file|request|gateway|address|substitution)|incompatible \w+|insufficient \w+|duplicate (?:key|symbol|definition|declaration)|requires an argument|extra (?:characters|operand|arguments?|bytes|data|tokens)|don['’]t know how|too many|data race|crashloopbackoff|(?:err)?imagepull\w*|oomkilled|evicted|syntax error|there (?:are|were) some problems|compilation terminated|definitely lost|name or service)/i;
/** Words that tell of a failure at the start of a message: at the start of the line, after a mark, or after columns. */
const TROUBLE_AT_START =
  /(?:^|==|[:>\])✖×•→-]|\s{2})\s*(?:E\s+)?(?:unknown|unexpected|invalid|illegal|missing|unsupported|malformed|bad|wrong|duplicate|unrecognized|unterminated|undefined|undeclared|unused|conflict\w*|no [\w ]{1,30}(?:with|named|matching|for) .{1,80} found|corrupt\w*|unable|cannot|can['’]t|couldn['’]t|could not|oops)\b/i;
const ERRNO =
  /\bE(?:NOENT|ACCES|CONN\w+|TIMEDOUT|ADDR\w+|PERM|RESOLVE|NOTFOUND|NOSPC|PIPE|EXIST|MFILE|ISDIR|NOTDIR|BADF|INVAL|HOSTUNREACH|ROFS|BUSY|NOMEM|TARGET|BADENGINE|LIFECYCLE)\b/;

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

/** Whether the words of a line tell of a failure. */
export function isErrorByWords(text: string, bits: number): boolean {
  if ((bits & SEEN.cjk) !== 0 && CJK_ERROR.test(text) && !CJK_ZERO.test(text)) return true;
  if ((bits & SEEN.foreign) !== 0 && FOREIGN_TROUBLE.test(text) && !isSourceCode(text)) return true;
  const hasWord = (bits & (SEEN.error | SEEN.fail | SEEN.fatal)) !== 0 && isErrorWord(text, bits) && !isSpokenOf(text);
  if (hasWord) return !isSourceCode(text);
  if ((bits & SEEN.trouble) === 0) return false;
  const isTrouble = TROUBLE.test(text) || TROUBLE_AT_START.test(text) || ERRNO.test(text);
  return isTrouble && !isSourceCode(text) && !isSpokenOf(text);
}

/** Whether a line below warning tells of a failure all the same. */
export function isFailureInLow(text: string, bits: number): boolean {
  if ((bits & (SEEN.errorKey | SEEN.errorClass)) !== 0) return true;
  return (bits & (SEEN.error | SEEN.fail | SEEN.fatal)) !== 0 && FAILS_IN_LOW.test(text) && !isSpokenOf(text);
}

const DEPRECATED =
  /\bdeprecat(?:ed|ions?)\b|\bvulnerabilit|\binsecure\b|\buninitiali[sz]ed\b|\bSECURITY ATTACK\b|\bveraltet|\bobsol[eè]t/i;
const WARNING_WORD =
  /^\W*warnings?\b|\bwarnings?[:!]|\b(?:with|has|have|had|some|following|\d+) warnings?\b|\bwarnings? (?:are|were|was|found|generated|emitted|in|summary|from)\b|warnung|avertissement|advertencia|avis[oi]\b|avvis|attenzione|waarschuwing|ostrzeż|предупрежд/i;
const SKIPPED =
  /#\s*(?:skip|todo|SKIP|TODO)\b|\[(?:skip(?:ped)?|todo)\]|\b(?:SKIP(?:PED|PING)?|XFAIL|XPASS|DISABLED|RERUN|PENDING|IGNORED)\b|\(TODO\)|\.\.\. TODO\b|\b[Ss]kipp(?:ed|ing)\b|\b[Ii]gnor(?:ed|ing)\b|^\s*[Pp]ending\b|\(pending|\bxfail|\bxpass|\bflaky\b|disabled with x|\.\.\. expected failure|übersprungen|\b[1-9]\d* (?:todo|pending|disabled|rerun|retried)\b|\bretried\b/;

const EXPECTED = /\.\.\. expected failure\b/;

/** Whether the words of a line warn. */
export function isWarningByWords(text: string, bits: number): boolean {
  if ((bits & SEEN.cjk) !== 0 && CJK_WARNING.test(text) && !CJK_ZERO.test(text)) return true;
  if ((bits & SEEN.fail) !== 0 && EXPECTED.test(text)) return true;
  if ((bits & (SEEN.warn | SEEN.skip)) === 0) return false;
  const isWarned = (bits & SEEN.warn) !== 0 && (DEPRECATED.test(text) || WARNING_WORD.test(text));
  const isSkipped = (bits & SEEN.skip) !== 0 && SKIPPED.test(text);
  return ((isSkipped && !isHeading(text)) || (isWarned && !isSpokenOf(text))) && !isSourceCode(text);
}
