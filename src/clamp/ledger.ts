/** Evidence that was left out, by kind: what the recap at the end is made from. */
import type { Line, LineRange } from '../line.js';
import type { Mark } from '../text/marker.js';

/** Kinds remembered with their last line; evidence of further kinds is counted in one number. */
const MAX_KINDS = 512;
/** A longer line is not kept for the recap, only counted. */
const MAX_RECAP_CHARS = 4_096;

interface Kind {
  count: number;
  first: number;
  last: number;
  text: string;
}

/** Counts the evidence lines that no emitted line shows. Holds the last line of at most `MAX_KINDS` kinds. */
export interface Ledger {
  add(line: Line): void;
  /** How many evidence lines were added. */
  readonly total: number;
  /** One mark a kind, by last line number, and one for what no kind holds. */
  recap(): readonly { readonly mark: Mark; readonly count: number }[];
  /** All kinds in one mark, for a hard budget. */
  counted(): Mark | undefined;
}

export function openLedger(): Ledger {
  const kinds = new Map<number, Kind>();
  const others = { error: 0, warning: 0, verdict: 0, cut: 0 };
  const totals = { error: 0, warning: 0, verdict: 0, cut: 0 };
  return {
    get total() {
      return totals.error + totals.warning + totals.verdict + totals.cut;
    },
    add(line) {
      if (line.evidence === undefined) return;
      const count = line.fold?.count ?? 1;
      totals[line.evidence] += count;
      const kind = kinds.get(line.shape);
      const text = line.fold === undefined ? line.text : line.fold.base;
      if (text === undefined || text.length > MAX_RECAP_CHARS || (kind === undefined && kinds.size >= MAX_KINDS)) {
        others[line.evidence] += count;
      } else if (kind === undefined) {
        kinds.set(line.shape, { count, first: line.number, last: line.through, text });
      } else {
        kind.count += count;
        kind.last = line.through;
        kind.text = text;
      }
    },
    recap() {
      const marks = [...kinds.values()]
        .sort((a, b) => a.last - b.last)
        .map(kind => ({ mark: recapMark(kind), count: kind.count }));
      const rest = countedMark(others);
      const restCount = others.error + others.warning + others.verdict + others.cut;
      return rest === undefined ? marks : [...marks, { mark: rest, count: restCount }];
    },
    counted: () => countedMark(totals),
  };
}

function recapMark(kind: Kind): Mark {
  const range: LineRange = { from: kind.first, to: kind.last };
  return { kind: 'recap', count: kind.count, range, text: kind.text };
}

function countedMark(counts: Readonly<Record<string, number>>): Mark | undefined {
  const list = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([label, count]) => ({ count, label }));
  return list.length > 0 ? { kind: 'counted', counts: list } : undefined;
}
