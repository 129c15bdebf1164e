import { isOwnMark, parseLineMark } from '../../text/marker.js';
import { defineExcerpt, type ExcerptHints, type Verified } from '../excerpt.js';
import { areInstalled, NOT_INSTALLED, parseBy, type SyntaxNode } from '../outline/grammars.js';
import { hiddenRows } from '../outline/hidden-rows.js';
import { LANGUAGES, type Language } from '../outline/languages.js';
import { rangesOf, writeOutline } from '../outline/outline-text.js';
import { endingOf, languagesOf } from '../outline/tell-language.js';

const LABEL = /^([a-z+#]+) outline, not editable$/;

/** A text with more of them is of another language. */
const MAX_BROKEN_NODES = 5_000;

/** A program without the bodies of its functions. Each line is as it stood, and each mark says which lines stood there. */
export default defineExcerpt({
  name: 'code',
  about: 'Shows the signatures of source code, with the lines of each body in a mark.',
  labels: LABEL,
  async take(text, hints) {
    const lines = text.split('\n');
    if (lines.some(isOwnMark)) return undefined;
    const likely = languagesOf(text, hints);
    if (likely.length === 0) return { why: whyNoLanguage(hints) };
    if (!areInstalled()) return { why: NOT_INSTALLED };
    const read = await readBest(text, lines, { likely, isLate: hints.isLate });
    if (read === undefined) return undefined;
    const outline = writeOutline(read.ranges, lines, hints.query ?? '');
    if (outline.omitted === 0) return undefined;
    const about = `${read.language.name} outline, not editable`;
    return { about, ...outline, total: lines.length, unit: 'lines' };
  },
  async verify(text, about, body) {
    const lines = text.split('\n');
    const name = LABEL.exec(about)?.[1];
    const language = LANGUAGES.find(each => each.name === name);
    if (language === undefined) return { line: 0, message: `no outline is made of ${name}` };
    const shown = shownLines(lines, body);
    if ('message' in shown) return shown;
    if (!areInstalled()) return { line: 0, message: NOT_INSTALLED };
    const read = await readAs(language, text, { lines, isLate: () => false });
    const hidden = new Uint8Array(lines.length + 1);
    for (const { from, to } of read?.ranges ?? []) hidden.fill(1, from, to + 1);
    const missing = lines.findIndex((_line, at) => !shown.numbers.has(at + 1) && hidden[at + 1] === 0);
    if (missing >= 0)
      return { line: shown.gapAt(missing + 1), message: `line ${missing + 1} of RAW is of no body, but not shown` };
    return { omitted: lines.length - shown.numbers.size, total: lines.length, unit: 'lines' };
  },
});

interface Read {
  readonly language: Language;
  readonly ranges: ReturnType<typeof rangesOf>;
  /** Share of the text that is not of the language. */
  readonly errorShare: number;
}

interface Reading {
  readonly lines: readonly string[];
  isLate(): boolean;
}

async function readAs(language: Language, text: string, { lines, isLate }: Reading): Promise<Read | undefined> {
  return parseBy(language.grammar, text, {
    isLate,
    read(root) {
      const rows = hiddenRows(root, lines, isLate);
      return rows && { language, ranges: rangesOf(rows, lines), errorShare: errorShareOf(root) };
    },
  });
}

/** By the language of which least is an error. */
async function readBest(
  text: string,
  lines: readonly string[],
  { likely, isLate }: { likely: readonly Language[]; isLate(): boolean },
): Promise<Read | undefined> {
  let best: Read | undefined;
  for (const language of likely) {
    const read = await readAs(language, text, { lines, isLate });
    if (read === undefined || likely.length === 1) return read;
    if (best === undefined || read.errorShare < best.errorShare) best = read;
    if (best.errorShare === 0) break;
  }
  return best;
}

function errorShareOf(root: SyntaxNode): number {
  const size = root.endIndex - root.startIndex;
  let errors = 0;
  const waiting = root.hasError ? [root] : [];
  let nodes = 0;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    nodes += 1;
    if (nodes > MAX_BROKEN_NODES) return 1;
    if (node.type === 'ERROR') errors += node.endIndex - node.startIndex;
    else for (const child of node.children) if (child?.hasError) waiting.push(child);
  }
  return size === 0 ? 0 : errors / size;
}

function whyNoLanguage({ file, mime }: ExcerptHints): string {
  const known = [...new Set(LANGUAGES.map(({ name }) => name))].join(', ');
  const ending = endingOf(file);
  const of = ending === undefined ? (mime ?? 'what language it is in is not known') : `.${ending}`;
  return `no outline: ${of}. There are outlines of ${known}; --extension says which it is`;
}

/** Each line is RAW's at its place, and each mark stands for just the lines that are not there. */
function shownLines(
  lines: readonly string[],
  body: string,
):
  | { readonly numbers: ReadonlySet<number>; gapAt(number: number): number }
  | (Verified & { readonly message: string }) {
  const numbers = new Set<number>();
  const gaps: { readonly line: number; readonly to: number }[] = [];
  let next = 1;
  for (const [at, line] of body.split('\n').entries()) {
    const mark = parseLineMark(line);
    if (
      mark?.kind === 'gap' &&
      mark.range.from === next &&
      mark.changes === undefined &&
      mark.range.to <= lines.length
    ) {
      gaps.push({ line: at + 1, to: mark.range.to });
      next = mark.range.to + 1;
      if (mark.range.to >= mark.range.from) continue;
    }
    if (line !== lines[next - 1]) return { line: at + 1, message: `it is not line ${next} of RAW` };
    numbers.add(next);
    next += 1;
  }
  if (next !== lines.length + 1) return { line: body.split('\n').length, message: `lines from ${next} on are missing` };
  return { numbers, gapAt: number => gaps.find(({ to }) => to >= number)?.line ?? 0 };
}
