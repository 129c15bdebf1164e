/** Items → bytes, and the count of what was left out. */
import { type Evidence, evidenceCountOf, type Fold, type LineRange, type Link } from '../line.js';
import { formatMark, type Mark } from '../text/marker.js';

/** A line as the sink needs it. */
interface SinkLine {
  readonly text: string;
  readonly lead: string;
  readonly end: string;
  readonly number: number;
  readonly through: number;
  readonly evidence: Evidence | undefined;
  readonly fold: Fold | undefined;
  readonly short: { readonly text: string; readonly omittedBytes: number } | undefined;
}

interface SinkMark {
  readonly mark: Mark;
  readonly from: number;
  readonly through: number;
  readonly evidence: number;
}

/** What one run put out. Ranges are raw lines. */
export interface SinkCounts {
  bytes: number;
  lines: number;
  /** Last raw line that is covered by what was written. */
  through: number;
  omitted: LineRange[];
  omittedLines: number;
  /** Bytes left out inside lines that are shown. */
  omittedBytes: number;
  isFolded: boolean;
  evidence: number;
}

const linesOf = (mark: Mark): number =>
  1 + (mark.kind === 'part' ? mark.lines : mark.kind === 'gap' ? (mark.hits?.size ?? 0) : 0);

/** Marks that leave nothing out. */
const FOLDS: readonly Mark['kind'][] = ['folder', 'findings', 'files', 'again', 'part'];

/** Ranges listed one by one in a report; further ones are only counted. */
const MAX_LISTED_RANGES = 10_000;

export interface SinkOptions {
  /** The footer, once all is written and something was left out. */
  footer(counts: SinkCounts): Mark;
  /** How marks end. */
  readonly lineEnd: '\n' | '\r\n';
  /** A line of the raw text is covered by nothing: a fault of ours. */
  onHole(range: LineRange): void;
}

type SinkItem = SinkLine | SinkMark;

/** The link that makes bytes of lines and marks, and the counts, complete once it has ended. */
export function openSink(options: SinkOptions): Link<readonly SinkItem[], Buffer> & { readonly counts: SinkCounts } {
  const counts: SinkCounts = {
    bytes: 0,
    lines: 0,
    through: 0,
    omitted: [],
    omittedLines: 0,
    omittedBytes: 0,
    isFolded: false,
    evidence: 0,
  };
  let isAtLineStart = true;

  const omit = (range: LineRange): void => {
    counts.omittedLines += range.to - range.from + 1;
    if (counts.omitted.length < MAX_LISTED_RANGES) counts.omitted.push(range);
  };
  const cover = (from: number, through: number): void => {
    if (from > counts.through + 1) options.onHole({ from: counts.through + 1, to: from - 1 });
    counts.through = Math.max(counts.through, through);
  };
  const lineText = (line: SinkLine): string => {
    cover(line.number, line.through);
    if (isAtLineStart) counts.lines += 1;
    if (line.fold !== undefined) counts.isFolded = true;
    counts.evidence += evidenceCountOf(line);
    isAtLineStart = line.end !== '';
    if (line.fold !== undefined && line.fold.base === undefined) return line.text + options.lineEnd;
    if (line.short === undefined) return line.lead + line.text + line.end;
    counts.omittedBytes += line.short.omittedBytes;
    return line.short.text + line.end;
  };
  const markText = (item: SinkMark): string => {
    if (item.from > 0) {
      cover(item.from, item.through);
      if (item.mark.kind === 'gap' || item.mark.kind === 'quiet') omit(item.mark.range);
      if (item.mark.kind === 'recap') omit({ from: item.from, to: item.through - 1 });
    }
    if (item.mark.kind === 'quiet') return '';
    counts.lines += linesOf(item.mark);
    if (FOLDS.includes(item.mark.kind)) counts.isFolded = true;
    counts.evidence += item.evidence;
    const start = isAtLineStart ? '' : options.lineEnd;
    isAtLineStart = true;
    return `${start}${formatMark(item.mark)}${options.lineEnd}`;
  };
  const bytesOf = (text: string): readonly Buffer[] => {
    if (text === '') return [];
    const bytes = Buffer.from(text, 'utf8');
    counts.bytes += bytes.length;
    return [bytes];
  };
  return {
    counts,
    push(batch) {
      let text = '';
      for (const item of batch) text += 'mark' in item ? markText(item) : lineText(item);
      return bytesOf(text);
    },
    end() {
      const mark = counts.omittedLines > 0 || counts.omittedBytes > 0 ? options.footer(counts) : undefined;
      if (mark !== undefined) return bytesOf(markText({ mark, from: 0, through: 0, evidence: 0 }));
      // All of it was drawn over or erased: what a terminal would show is an empty line.
      return counts.bytes === 0 && counts.lines > 0 ? bytesOf(options.lineEnd) : [];
    },
  };
}
