/** What the end of a text shows under a hard limit: its last total first, then its last evidence, then its last lines. */
import type { Line } from '../line.js';
import { isTotalsLine } from '../text/severity.js';
import { charsOf } from './item.js';

/**
 * Chooses lines of the end of a text.
 * @param maxChars what they may take together with the marks between them.
 * @param gapChars what one mark takes.
 */
export function chooseTail(lines: readonly Line[], maxChars: number, gapChars: number): ReadonlySet<Line> {
  const chosen = new Set<Line>();
  let left = maxChars;
  /** Takes a line if it fits, with the mark that it may need below. */
  const take = (at: number): boolean => {
    const line = lines[at];
    if (line === undefined || chosen.has(line)) return true;
    const below = lines[at + 1];
    const cost = charsOf(line) + (below === undefined || chosen.has(below) ? 0 : gapChars);
    if (cost > left) return false;
    left -= cost;
    chosen.add(line);
    return true;
  };
  const total = lines.findLastIndex(({ evidence, text }) => evidence !== undefined && isTotalsLine(text));
  if (total >= 0) take(total);
  const evidenceRoom = left / 2;
  for (let at = lines.length - 1; at >= 0 && left > evidenceRoom; at -= 1)
    if (lines[at]?.evidence !== undefined && !take(at)) break;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at];
    if (line?.weight !== 'noise' && line?.text.trim() !== '' && !take(at)) break;
  }
  keepWhole(lines, chosen);
  return chosen;
}

/** Rows of one raw line share their fate: where one had no room, none is shown. */
function keepWhole(lines: readonly Line[], chosen: Set<Line>): void {
  for (let start = 0; start < lines.length; ) {
    let end = start + 1;
    while (end < lines.length && (lines[end]?.number ?? 0) <= (lines[end - 1]?.through ?? 0)) end += 1;
    const rows = lines.slice(start, end);
    if (!rows.every(row => chosen.has(row))) for (const row of rows) chosen.delete(row);
    start = end;
  }
}
