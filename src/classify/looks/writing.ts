/** Whether a text is Markdown, or plain sentences. */
import type { Seen } from './seen.js';

/** Each says by itself that somebody has written Markdown; two of them, or one often, make it sure. */
const MARKS: readonly RegExp[] = [
  /^#{1,6} \S/,
  /^(?:```|~~~)/,
  /\[[^\]]+\]\((?:[^)\s]+)\)/,
  /^\s{0,6}(?:[-*+]|\d+\.) \S/,
  /^\|?(?: *:?-{3,}:? *\|)+/,
  /(?:^|\s)(?:\*\*|__)\S.*?\S(?:\*\*|__)/,
  /(?:^|\s)`[^`]+`/,
  /^> \S/,
  /^(?:={3,}|-{3,})$/,
];
/** Without one of these marks a text is no Markdown. */
const HEADED = new Set([0, 1, 2, 4, 8]);
const WORD = /^["'(“‘[`*_]*\p{L}[\p{L}'’-]*[\p{P}]*$/u;
/** Columns; two blanks behind a full stop are none. */
const GAP = /[^\s.!?:] {2,}\S|\t\S/;

/** Mostly words, and no columns. */
function isSentence(line: string): boolean {
  const text = line.trim().replace(/^(?:[-*•>]|\d+\.) +/, '');
  if (GAP.test(text)) return false;
  const words = text.split(/ +/);
  return words.length >= 3 && words.filter(word => WORD.test(word)).length >= words.length * 0.7;
}

const CODE_END = /[;{}]\s*$|^\s*(?:\/\/|\/\*|#include|import |def |class |function |const |let |var )/;

export function looksLikeMarkdown({ lines, share }: Seen): number {
  const countOf = (mark: RegExp): number => lines.filter(line => mark.test(line)).length;
  if (!MARKS.some((mark, at) => HEADED.has(at) && lines.some(line => mark.test(line)))) return 0;
  const found = MARKS.map(countOf);
  const [marked = 0, fences = 0, links = 0, items = 0] = found;
  const headings = marked + (found[8] ?? 0);
  const kinds = found.filter(count => count > 0).length;
  // `# comment` begins lines of shells and YAML too.
  const outside = outsideFences(lines);
  const codeShare = outside.length === 0 ? 0 : outside.filter(line => CODE_END.test(line)).length / outside.length;
  if (kinds < 2 || codeShare > 0.2) return 0;
  const words = share(line => isSentence(line) || MARKS.some(mark => mark.test(line)));
  const sure =
    (headings > 0 ? 0.3 : 0) + (fences > 0 ? 0.15 : 0) + (links > 0 ? 0.2 : 0) + (items > 1 ? 0.1 : 0) + kinds * 0.06;
  return Math.min(1, words * 0.4 + sure);
}

/** Without what stands between ``` and ```. */
export function outsideFences(lines: readonly string[]): readonly string[] {
  let isInside = false;
  return lines.filter(line => {
    if (!/^\s*(?:```|~~~)/.test(line)) return !isInside;
    isInside = !isInside;
    return false;
  });
}

export function looksLikeProse({ share }: Seen): number {
  const sentences = share(line => isSentence(line) && !CODE_END.test(line), 0.44);
  // The last line of a paragraph may hold two words.
  return sentences >= 0.45 ? Math.min(0.9, sentences + 0.1) : 0;
}
