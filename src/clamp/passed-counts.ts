/** Counts of passed lines by their own words, for inputs that print no totals. */
import type { Mark } from '../text/marker.js';
import { passedSignOf } from '../text/passed-sign.js';

export interface PassedCounts {
  add(text: string, count: number): void;
  /** The input has totals of its own: no counts of ours are needed. */
  totalsSeen(): void;
  mark(): Mark | undefined;
}

export function openPassedCounts(): PassedCounts {
  const counts = new Map<string, number>();
  let hasTotals = false;
  return {
    add(text, count) {
      const label = passedSignOf(text);
      counts.set(label, (counts.get(label) ?? 0) + count);
    },
    totalsSeen() {
      hasTotals = true;
    },
    mark() {
      if (hasTotals || counts.size === 0) return undefined;
      return { kind: 'counted', counts: [...counts].map(([label, count]) => ({ count, label })) };
    },
  };
}
