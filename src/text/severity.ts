/** The severity model: what one rendered line is evidence of. Structure before words, zero counts and names taken away. */
import type { Evidence } from '../line.js';
import { errorByForm, warningByForm } from './severity-forms.js';
import { isPassedForm } from './severity-passed.js';
import { scanWords } from './severity-scan.js';
import { isCutForm, isTotalsForm } from './severity-totals.js';
import { errorByWords, warningByWords } from './severity-weigh.js';
import { LEVEL, SEEN } from './severity-words.js';

/** Longer lines are judged by their first and last characters. */
const MAX_HEAD_CHARS = 2000;
const MAX_TAIL_CHARS = 300;

function clip(text: string): string {
  if (text.length <= MAX_HEAD_CHARS + MAX_TAIL_CHARS) return text;
  return `${text.slice(0, MAX_HEAD_CHARS)} ${text.slice(-MAX_TAIL_CHARS)}`;
}

const FAILURE = SEEN.error | SEEN.fail | SEEN.fatal;

/** What a rendered line (no control codes) is evidence of; undefined: nothing. */
export function evidenceOf(text: string): Evidence | undefined {
  const line = clip(text);
  const { bits, level } = scanWords(line);
  if (bits === 0 && level <= LEVEL.low) return undefined;
  if ((bits & (SEEN.pass | SEEN.tick)) !== 0 && isPassedForm(line, bits)) return undefined;
  if ((bits & SEEN.cut) !== 0 && isCutForm(line)) return 'cut';
  if ((bits & (SEEN.total | SEEN.pass | SEEN.counted | SEEN.zero)) !== 0 && isTotalsForm(line)) {
    return (bits & FAILURE) !== 0 ? 'error' : 'verdict';
  }
  if (level === LEVEL.error) return 'error';
  if (errorByForm(line, bits)) return 'error';
  if (level === LEVEL.warning) return 'warning';
  if (warningByForm(line, bits)) return 'warning';
  if (errorByWords(line, bits)) return level === LEVEL.low ? 'warning' : 'error';
  return warningByWords(line, bits) && level !== LEVEL.low ? 'warning' : undefined;
}

/** Whether a line only names a test, file or suite that passed. Never a count, never one that also says skipped, flaky or warning. */
export function isPassedLine(text: string): boolean {
  const line = clip(text);
  return isPassedForm(line, scanWords(line).bits);
}
