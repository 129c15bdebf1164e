/** An outline as text: rows that are shown as they are, and a mark for each run of those that are not. */
import type { LineRange } from '../../line.js';
import { formatMark } from '../../text/marker.js';
import { openSought } from '../../text/query-words.js';
import { estimateTokens } from '../../tokens/estimate.js';
import type { HiddenRows } from './hidden-rows.js';

/** Rows that are fewer tokens than their mark and these stay. */
const MIN_SAVED_TOKENS = 4;

export interface Outline {
  readonly body: string;
  readonly ranges: readonly LineRange[];
  /** Lines in them. */
  readonly omitted: number;
}

/** Runs of rows that belong to one body, as lines counted from 1, where leaving them out pays. */
export function rangesOf(rows: HiddenRows, lines: readonly string[]): readonly LineRange[] {
  const ranges: LineRange[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && rows[end] === rows[at]) end += 1;
    const range = { from: at + 1, to: end };
    if (rows[at] !== 0 && doesPay(range, lines)) ranges.push(range);
    at = end;
  }
  return ranges;
}

function doesPay(range: LineRange, lines: readonly string[]): boolean {
  const mark = estimateTokens(`${formatMark({ kind: 'gap', range })}\n`);
  // Few rows are looked at: many pay.
  const text = lines.slice(range.from - 1, Math.min(range.to, range.from + 40)).join('\n');
  return estimateTokens(`${text}\n`) >= mark + MIN_SAVED_TOKENS;
}

/** @param query what is looked for: lines that say it are shown. */
export function writeOutline(ranges: readonly LineRange[], lines: readonly string[], query: string): Outline {
  const sought = openSought(query);
  const shown = new Uint8Array(lines.length).fill(1);
  const ends = new Set<number>();
  for (const { from, to } of ranges) {
    ends.add(to);
    for (let at = from; at <= to; at += 1) shown[at - 1] = sought.isSaidIn(lines[at - 1] ?? '') ? 1 : 0;
  }
  const out: string[] = [];
  const left: LineRange[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (shown[at] === 1) {
      out.push(lines[at] ?? '');
      continue;
    }
    const from = at + 1;
    while (!ends.has(at + 1) && shown[at + 1] === 0) at += 1;
    left.push({ from, to: at + 1 });
    out.push(formatMark({ kind: 'gap', range: { from, to: at + 1 } }));
  }
  return { body: out.join('\n'), ranges: left, omitted: left.reduce((sum, { from, to }) => sum + to - from + 1, 0) };
}
