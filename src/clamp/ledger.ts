/** Evidence that was left out, by kind: what the recap at the end is made from. */
import { type Evidence, wholeOf } from '../line.js';
import { copyOf } from '../text/copy.js';
import type { Mark } from '../text/marker.js';
import { openPlaces, type Places } from '../text/places.js';
import { estimateTokens } from '../tokens/estimate.js';
import type { Part } from './parts.js';

/** Kinds remembered with their last line; evidence of further kinds is counted in one number. */
const MAX_KINDS = 512;
/** A longer line is not kept for the recap, only counted. */
const MAX_RECAP_CHARS = 4_096;
/** Tokens of a recap beside the line that it shows. */
const RECAP_TOKENS = 14;
/** Tokens of a mark of places beside them. */
const PLACES_TOKENS = 4;
/** At least this many characters of tool output make a token. */
const MAX_CHARS_PER_TOKEN = 8;

type Counts = Record<Evidence, number>;

interface Kind {
  readonly counts: Counts;
  first: number;
  last: number;
  /** The last line; undefined once it was too long to be kept. */
  text: string | undefined;
  readonly places: Places;
}

/** Counts the evidence lines that no emitted line shows. Holds the last line of at most `MAX_KINDS` kinds. */
export interface Ledger {
  add(part: Part): void;
  /** So many characters went without evidence in them. */
  pass(chars: number): void;
  has(shape: number): boolean;
  /** How many evidence lines were added. */
  readonly total: number;
  /** One mark a kind, by last line number, with one for where the others were if that is known; and one for what no kind holds. */
  recap(): readonly { readonly mark: Mark; readonly count: number }[];
  /** All kinds in one mark, for a hard budget. */
  counted(): Mark | undefined;
}

const noCounts = (): Counts => ({ error: 0, warning: 0, verdict: 0, cut: 0 });
const sum = (counts: Counts): number => counts.error + counts.warning + counts.verdict + counts.cut;

/** Tokens that the recap of a line of this text costs. */
export const recapTokens = (text: string): number => estimateTokens(text) + RECAP_TOKENS;

export function openLedger(): Ledger {
  const kinds = new Map<number, Kind>();
  const others = noCounts();
  const totals = noCounts();
  let forgottenChars = 0;
  return {
    get total() {
      return sum(totals);
    },
    has: shape => kinds.has(shape),
    pass(chars) {
      forgottenChars += chars;
    },
    add(part) {
      forgottenChars += (part.text.length + 1) * part.count;
      if (part.evidence === undefined) return;
      totals[part.evidence] += part.count;
      const known = kinds.get(part.shape);
      if (known === undefined && kinds.size >= MAX_KINDS) {
        others[part.evidence] += part.count;
        return;
      }
      const kind = known ?? { counts: noCounts(), first: part.first, last: 0, text: '', places: openPlaces() };
      kind.counts[part.evidence] += part.count;
      kind.last = part.last;
      kind.places.add(part.text);
      if (kind.text !== undefined) kind.text = part.text.length > MAX_RECAP_CHARS ? undefined : copyOf(wholeOf(part));
      kinds.set(part.shape, kind);
    },
    recap() {
      const { shown, counts } = chooseKinds([...kinds.values()], forgottenChars / MAX_CHARS_PER_TOKEN, others);
      const marks = shown
        .sort((a, b) => a.kind.last - b.kind.last)
        .flatMap(({ kind, list }) => [
          { mark: recapMark(kind), count: sum(kind.counts) },
          ...(list === undefined ? [] : [{ mark: { kind: 'places', list } as const, count: 0 }]),
        ]);
      const rest = countedMark(counts);
      return rest === undefined ? marks : [...marks, { mark: rest, count: sum(counts) }];
    },
    counted: () => countedMark(totals),
  };
}

interface ShownKind {
  readonly kind: Kind;
  /** Where the others were. */
  readonly list: string | undefined;
}

/** Kinds that get a recap of their own, errors first, while that costs less than was saved, and then their places; the others are only counted. */
function chooseKinds(
  kinds: readonly Kind[],
  roomTokens: number,
  others: Counts,
): { readonly shown: ShownKind[]; readonly counts: Counts } {
  const counts = { ...others };
  const shown: Kind[] = [];
  let left = roomTokens;
  const listOf = ({ places }: Kind): string | undefined => {
    const list = places.list();
    const tokens = list === undefined ? 0 : estimateTokens(list) + PLACES_TOKENS;
    if (tokens > left) return undefined;
    left -= tokens;
    return list;
  };
  const isGrave = (kind: Kind): boolean => kind.counts.error + kind.counts.verdict + kind.counts.cut > 0;
  for (const kind of [...kinds.filter(isGrave), ...kinds.filter(kind => !isGrave(kind))]) {
    left -= kind.text === undefined ? 0 : recapTokens(kind.text);
    if (kind.text !== undefined && left >= 0) shown.push(kind);
    else for (const name of Object.keys(counts) as Evidence[]) counts[name] += kind.counts[name];
  }
  return { shown: shown.map(kind => ({ kind, list: listOf(kind) })), counts };
}

function recapMark(kind: Kind): Mark {
  const range = { from: kind.first, to: kind.last };
  return { kind: 'recap', count: sum(kind.counts), range, text: kind.text ?? '' };
}

function countedMark(counts: Counts): Mark | undefined {
  const list = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([label, count]) => ({ count, label }));
  return list.length > 0 ? { kind: 'counted', counts: list } : undefined;
}
