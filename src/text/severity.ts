/** The severity model: what one rendered line is evidence of. Structure before words; zero counts, paths and names do not count. */
import type { Evidence } from '../line.js';
import { isErrorForm, isServerError, isWarningForm, levelOfDiagnostic, levelOfKey } from './severity-forms.js';
import { isPassedForm } from './severity-passed.js';
import { scanWords } from './severity-scan.js';
import { isHeading, isSourceCode } from './severity-speech.js';
import { isCutForm, isFailing, isTotalsForm } from './severity-totals.js';
import { isErrorByWords, isFailureInLow, isWarningByWords } from './severity-weigh.js';
import { LEVEL, SEEN } from './severity-words.js';

/** Longer lines are judged by their first and last characters, so that a line of any length takes bounded time. */
const MAX_HEAD_CHARS = 2000;
const MAX_TAIL_CHARS = 300;

function clip(text: string): string {
  if (text.length <= MAX_HEAD_CHARS + MAX_TAIL_CHARS) return text;
  return `${text.slice(0, MAX_HEAD_CHARS)} ${text.slice(-MAX_TAIL_CHARS)}`;
}

/** Bits that alone are evidence of nothing. */
const SILENT = SEEN.pass | SEEN.total | SEEN.zero | SEEN.place | SEEN.levelKey;
/** Bits that matter under a level below warning. */
const LOUD =
  SEEN.error | SEEN.fail | SEEN.fatal | SEEN.errorClass | SEEN.errorKey | SEEN.cut | SEEN.total | SEEN.pass | SEEN.tick;
/** Of these, what matters in a log line: totals stand behind a level in brackets only. */
const LOUD_IN_LOG = (LOUD & ~(SEEN.total | SEEN.pass | SEEN.tick)) | SEEN.warn | SEEN.http5;
const TOTALS = SEEN.total | SEEN.pass | SEEN.counted | SEEN.zero | SEEN.error | SEEN.fail;

/** Race detectors write WARNING before what is an error. */
function ofLevel(line: string, level: number): Evidence {
  return level === LEVEL.error || /\bdata race\b/i.test(line) ? 'error' : 'warning';
}

/** What CI services act on. */
const CI_ERROR = /^##(?:teamcity\[(?:testFailed|buildProblem)|vso\[task\.logissue type=error|\[error\])/;

/** What a rendered line (no control codes) is evidence of; undefined: nothing. */
export function evidenceOf(text: string): Evidence | undefined {
  const line = clip(text);
  // Kernel and journal: 0 to 3 are errors, 4 is a warning.
  if (line.charCodeAt(0) === 60 && /^<[0-4]>/.test(line)) return line.charCodeAt(1) === 52 ? 'warning' : 'error';
  if (line.charCodeAt(0) === 35 && CI_ERROR.test(line)) return 'error';
  const { bits, level, said } = scanWords(line);
  if (bits === 0 && level <= LEVEL.low && said <= LEVEL.low) return undefined;
  if (level === LEVEL.low && (bits & LOUD_IN_LOG) === 0 && line.charCodeAt(0) !== 91) return undefined;
  const keyed = level === LEVEL.none && (bits & SEEN.levelKey) !== 0 ? levelOfKey(line) : LEVEL.none;
  if (Math.max(level, keyed) === LEVEL.low && (bits & (LOUD | SEEN.http5)) === 0) return undefined;
  if (keyed > LEVEL.low) return keyed === LEVEL.error ? 'error' : 'warning';
  if ((bits & (SEEN.pass | SEEN.tick)) !== 0 && isPassedForm(line, bits)) return undefined;
  if (level > LEVEL.low && (bits & SEEN.zero) === 0 && isLog(line)) return ofLevel(line, level);
  if ((bits & SEEN.cut) !== 0 && isCutForm(line)) return 'cut';
  if ((bits & SEEN.warn) !== 0 && VULNERABLE.test(line)) return 'warning';
  if ((bits & TOTALS) !== 0 && isTotalsForm(line, level)) return isFailing(bits) ? 'error' : 'verdict';
  if (level <= LEVEL.low && said <= LEVEL.low && (bits & ~SILENT) === 0 && (bits & (SEEN.place | SEEN.levelKey)) === 0)
    return undefined;
  if (level === LEVEL.low || keyed === LEVEL.low) return evidenceBelowWarning(line, bits);
  return evidenceOfMessage(line, bits, Math.max(level, said));
}

/** Times and brackets at the start of a log line: what follows is no source code, whatever it quotes. */
const LOG_LEAD =
  /^(?:\[|\s*(?:[Ee]rror|ERROR|[Ff]atal|FATAL|[Ww]arning|[Pp]anic|Caused by)(?: \w+){0,3}: |<\d|\d{2,4}[-/:.]\d\d|[A-Z][a-z]{2} [ \d]\d )/;

function isLog(line: string): boolean {
  return LOG_LEAD.test(line);
}

function evidenceBelowWarning(line: string, bits: number): Evidence | undefined {
  if ((bits & (SEEN.capitals | SEEN.stars)) !== 0 && (bits & SEEN.fail) !== 0) return 'error';
  if ((bits & SEEN.http5) !== 0 && isServerError(line)) return 'warning';
  return isFailureInLow(line, bits) ? 'warning' : undefined;
}

function evidenceOfMessage(line: string, bits: number, level: number): Evidence | undefined {
  const isSaid = level >= LEVEL.warning && (isLog(line) || !isSourceCode(line));
  if (isSaid) return ofLevel(line, level);
  if ((bits & SEEN.place) !== 0) {
    const found = levelOfDiagnostic(line, bits);
    if (found !== LEVEL.none) return found === LEVEL.error ? 'error' : 'warning';
  }
  if (isErrorForm(line, bits) && !isExcerpt(line) && !isHeading(line)) return 'error';
  if (isWarningForm(line, bits)) return 'warning';
  if ((bits & SEEN.errorKey) !== 0 && !isSourceCode(line)) return 'error';
  if (isErrorByWords(line, bits)) return 'error';
  return isWarningByWords(line, bits) ? 'warning' : undefined;
}

const VULNERABLE = /\b[1-9]\d* (?:[a-z]+ severity )?vulnerabilit/;

/** A frame of a stack, a numbered line of source, a hunk's head or a metric: what it names did not happen there. */
function isExcerpt(line: string): boolean {
  return /^\s+at \S|^\s*>?\s*\d+ ?[|│] |^@@ |^[\w:]+\{.*\} -?[\d.e+]+$/.test(line);
}

/** Whether a line is a total or an end state, of what passed or of what failed. */
export function isTotalsLine(text: string): boolean {
  const line = clip(text);
  const { bits, level } = scanWords(line);
  return (bits & TOTALS) !== 0 && isTotalsForm(line, level);
}

const OF_TESTS = /\b(?:passed|passing|tests?|specs?|examples|assertions|suites?|ok)\b/i;

/** Whether a line is a total of tests: one of packages or warnings says nothing of what passed. */
export const isTestTotalsLine = (text: string): boolean => OF_TESTS.test(text) && isTotalsLine(text);

/** Whether a line only names a test, file or suite that passed. Never a count, never one that also says skipped, flaky or warning. */
export function isPassedLine(text: string): boolean {
  const line = clip(text);
  return isPassedForm(line, scanWords(line).bits);
}
