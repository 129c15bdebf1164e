/** Whether a text is prose: sentences, and nothing that an agent must read word for word. */
import { CONTROL } from '../text/screen-codes.js';
import { evidenceOf } from '../text/severity.js';

const MIN_SENTENCES = 8;
/** Of all characters: those of lines that read as sentences, and in them letters and blanks. */
const MIN_PROSE_SHARE = 0.7;
const MIN_LETTER_SHARE = 0.85;
const MIN_WORDS = 6;

/** `Initializing the backend...`: a program says what it does. */
const STEP = /^[^.]{1,80}\.\.\.$/;
const SENTENCE_END = /[\p{L}\d)"'”’][.!?…。！？]["')\]”’]*(?=\s|$)/gu;
const LETTER = /[\p{L}\p{M} ]/gu;

/** Careful: a log, code, a table or a list of findings is none, nor is what tells of an error or a warning. */
export function isProse(text: string): boolean {
  if (CONTROL.test(text.replaceAll('\r\n', '\n'))) return false;
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const all = lines.reduce((sum, line) => sum + line.length, 0);
  const told = lines.filter(readsAsSentence).reduce((sum, line) => sum + line.length, 0);
  if (told < all * MIN_PROSE_SHARE) return false;
  if ((text.match(SENTENCE_END)?.length ?? 0) < MIN_SENTENCES) return false;
  return !lines.some(line => STEP.test(line) || evidenceOf(line) !== undefined);
}

function readsAsSentence(line: string): boolean {
  if (/ {3,}\S|\t/.test(line.trimStart())) return false;
  const letters = line.length - line.replace(LETTER, '').length;
  return letters >= line.length * MIN_LETTER_SHARE && line.trim().split(' ').length >= MIN_WORDS;
}
