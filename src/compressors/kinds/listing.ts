import type { Shape } from '../../line.js';
import { isTableRow } from '../../text/columns.js';
import { defineCompressor } from '../compressor.js';
import { decodeLines, looksLikeLabel } from '../listing/rows.js';
import { encodeSection, tokensOf } from '../listing/section.js';

const ABOUT = 'rows fill the {} above them';
const ABOUT_PATHS = ', {/} is below the last x/:';
const ABOUT_WORDY = ', {+} ends at two blanks';
const ABOUT_DITTO = ', " is as above';
const ABOUT_WHOLE = ', = is a whole line';

/** Lines that are looked at before all of the text is. */
const MAX_HEAD_LINES = 100;
const MIN_ALIKE = 4;
const ALIKE_SHARE = 0.3;
const MIN_SAME_CHARS = 4;
const MAX_HEAD_CHARS = 1_024;
const MIN_WORDS = 3;
const SAME_SHARE = 0.75;

/** Tables and lists of paths, whose rows have much in common: that is said once, in a form. */
export default defineCompressor({
  name: 'listing',
  kinds: ['table', 'listing'],
  forms: [ABOUT],
  about: 'Says once what the rows of a table or listing have in common, and a folder once for the paths below it.',
  suits: head => {
    const lines = head.slice(0, MAX_HEAD_LINES);
    const beginnings = new Map<string, number>();
    for (const line of lines) {
      const beginning = line.slice(0, MIN_SAME_CHARS);
      beginnings.set(beginning, (beginnings.get(beginning) ?? 0) + 1);
    }
    const alike = lines.filter(line => isTableRow(line) || (beginnings.get(line.slice(0, MIN_SAME_CHARS)) ?? 0) > 2);
    return alike.length >= Math.max(MIN_ALIKE, lines.length * ALIKE_SHARE) || mayHaveColumns(lines);
  },
  compress(text, { shape, isLate }) {
    const lines = text.split('\n');
    if (lines.some(looksLikeLabel)) return undefined;
    const whole = encodeSection(lines, shape);
    const parts = isLate() ? undefined : byParagraphs(lines, shape);
    const isParted = parts !== undefined && (whole === undefined || tokensOf(parts) < tokensOf(whole));
    const body = (isParted ? parts : whole)?.join('\n');
    if (body === undefined) return undefined;
    const paths = /^\[.*\{\/\+?"?[:}].*\]$/m.test(body) ? ABOUT_PATHS : '';
    const wordy = /^\[.*\{\/?\+"?[:}].*\]$/m.test(body) ? ABOUT_WORDY : '';
    const ditto = /^\[.*\{\/?\+?"[:}].*\]$/m.test(body) ? ABOUT_DITTO : '';
    return { about: `${ABOUT}${paths}${wordy}${ditto}${body.includes('\n=') ? ABOUT_WHOLE : ''}`, body };
  },
  decode: ({ body }) => decodeLines(body.split('\n')).join('\n'),
});

/** Whether nearly all of the lines have as many words, or their second one at the same place. */
function mayHaveColumns(lines: readonly string[]): boolean {
  const counts = new Map<number, number>();
  const places = new Map<number, number>();
  for (const line of lines) {
    const head = line.slice(0, MAX_HEAD_CHARS);
    const words = head.split(/\s+/).length;
    counts.set(words, (counts.get(words) ?? 0) + 1);
    const place = /^\s*\S+\s+/.exec(head)?.[0].length ?? 0;
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  const least = Math.max(MIN_ALIKE, lines.length * SAME_SHARE);
  return (
    [...counts].some(([words, count]) => words >= MIN_WORDS && count >= least) ||
    [...places].some(([place, count]) => place > 0 && count >= least)
  );
}

/** A shorter paragraph has no label of its own. */
const MIN_PARAGRAPH_LINES = 6;

/** Each table of a text for itself: an empty line parts one from the next. */
function byParagraphs(lines: readonly string[], shape: Shape): readonly string[] | undefined {
  if (!lines.includes('')) return undefined;
  const out: string[] = [];
  let isEncoded = false;
  let from = 0;
  for (let at = 0; at <= lines.length; at += 1) {
    if (at < lines.length && lines[at] !== '') continue;
    const paragraph = lines.slice(from, at);
    const encoded = paragraph.length < MIN_PARAGRAPH_LINES ? undefined : encodeSection(paragraph, shape);
    isEncoded ||= encoded !== undefined;
    for (const line of encoded ?? paragraph) out.push(line);
    if (at < lines.length) out.push('');
    from = at + 1;
  }
  return isEncoded ? out : undefined;
}
