/** Counts of passed lines by their own words, for inputs that print no totals. */
import { type Line, saidBy } from '../line.js';
import { openByShape } from '../text/by-shape.js';
import type { Mark } from '../text/marker.js';
import { passedSignOf } from '../text/passed-sign.js';
import { isPassedLine, isTestTotalsLine } from '../text/severity.js';

export interface PassedCounts {
  /** A line without evidence, `count` times, that the output does not show. */
  add(line: Pick<Line, 'text' | 'shape'>, count: number): void;
  /** A line that the output shows: where it is a total, no counts of ours are needed. */
  show(line: Line): void;
  mark(): Mark | undefined;
}

export function openPassedCounts(): PassedCounts {
  const counts = new Map<string, number>();
  const signs = openByShape(text => (isPassedLine(text) ? passedSignOf(text) : ''));
  const totals = openByShape(isTestTotalsLine);
  let hasTotals = false;
  return {
    add({ text, shape }, count) {
      const label = signs.get(shape, text);
      if (label !== '') counts.set(label, (counts.get(label) ?? 0) + count);
    },
    show(line) {
      hasTotals ||= totals.get(line.shape, saidBy(line));
    },
    mark() {
      if (hasTotals || counts.size === 0) return undefined;
      return { kind: 'counted', counts: [...counts].map(([label, count]) => ({ count, label })) };
    },
  };
}
