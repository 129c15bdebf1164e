/** Lines that are to be left out: held while they may still be shown, then only the last of them. */
import { type Line, wholeOf } from '../line.js';
import { DIFF_BODY } from '../text/diff.js';
import type { Changes } from '../text/marker.js';
import { estimateTokens } from '../tokens/estimate.js';
import { heldCharsOf, type MarkItem } from './item.js';

/** The last lines of a gap stay in hand: what the end of a failed run would need. */
const MAX_RING_CHARS = 8_192;
const MAX_RING_LINES = 512;

export interface Gap {
  /** Lines still in hand, oldest first. */
  readonly held: readonly Line[];
  /** Estimated tokens of all its lines; not kept up once lines are lost. */
  readonly tokens: number;
  readonly chars: number;
  /** True once lines are gone for good: the gap can no longer be shown instead of its mark. */
  readonly hasLost: boolean;
  /** Some line of it is noise; the others only had no room. */
  readonly hasNoise: boolean;
  /** All lines in hand are quoted source. */
  readonly isQuoted: boolean;
  add(line: Line): void;
  isFull(): boolean;
  /** Lets go of the oldest lines, and says which. */
  trim(): readonly Line[];
  /** Takes up to `count` plain lines off the end: context of the line below. */
  recall(count: number): readonly Line[];
  /** Takes the lines of the last `chars` characters off the end; noise counts only if `withNoise`. */
  takeTail(chars: number, withNoise: boolean): readonly Line[];
  /** The mark of the whole gap. */
  toMark(): MarkItem;
  /** The mark of the lines that are gone. */
  lostMark(): MarkItem;
  /** The run that `last` ends, as one mark with its count, if the gap is nothing but that run's inner lines. */
  toRun(last: Line): MarkItem | undefined;
}

/** @param areCounted whether the mark of a gap inside a diff says how many lines were added and removed. */
export function openGap(areCounted: boolean): Gap {
  let held: Line[] = [];
  let from = 0;
  let through = 0;
  let lostThrough = 0;
  let tokens = 0;
  let chars = 0;
  let count = 0;
  let isRun = true;
  let hasNoise = false;
  let isDiff = areCounted;
  /** Of the lines that are gone. */
  let lostChanges: Changes = NO_CHANGES;

  /** Takes lines off the end, from `at` on; never one without what it belongs to. */
  const cutTail = (at: number): Line[] => {
    const start = wholeFrom(held, at, lostThrough);
    const tail = held.slice(start);
    held = held.slice(0, start);
    count -= tail.length;
    chars -= tail.reduce((sum, line) => sum + heldCharsOf(line), 0);
    if (lostThrough === 0) tokens -= tail.reduce((sum, line) => sum + tokensOf(line), 0);
    through = held[held.length - 1]?.through ?? lostThrough;
    return tail;
  };
  const markOf = (to: number, changes: Changes): MarkItem => ({
    mark: { kind: 'gap', range: { from, to }, changes: isDiff ? changes : undefined },
    from,
    through: to,
    evidence: 0,
  });
  return {
    get held() {
      return held;
    },
    get tokens() {
      return tokens;
    },
    get chars() {
      return chars;
    },
    get hasLost() {
      return lostThrough > 0;
    },
    get hasNoise() {
      return hasNoise;
    },
    get isQuoted() {
      return lostThrough === 0 && held.every(({ quote }) => quote === 'sure');
    },
    add(line) {
      if (from === 0) from = line.number;
      through = line.through;
      count += 1;
      isRun &&= line.because === 'run';
      hasNoise ||= line.weight === 'noise';
      isDiff &&= line.because === DIFF_BODY;
      held.push(line);
      chars += heldCharsOf(line);
      if (lostThrough === 0) tokens += tokensOf(line);
    },
    isFull: () => chars > 2 * MAX_RING_CHARS || held.length > 2 * MAX_RING_LINES,
    trim() {
      let at = held.length;
      for (let size = 0; at > 0 && held.length - at < MAX_RING_LINES; at -= 1) {
        size += heldCharsOf(held[at - 1] as Line);
        if (size > MAX_RING_CHARS) break;
      }
      const start = wholeFrom(held, at, lostThrough);
      const gone = held.slice(0, start);
      held = held.slice(start);
      chars -= gone.reduce((sum, line) => sum + heldCharsOf(line), 0);
      lostChanges = addChanges(lostChanges, gone);
      lostThrough = gone[gone.length - 1]?.through ?? lostThrough;
      return gone;
    },
    recall(wanted) {
      let at = held.length;
      while (at > 0 && held.length - at < wanted && isContext(held[at - 1] as Line)) at -= 1;
      return at === 0 && lostThrough === 0 ? [] : cutTail(at);
    },
    takeTail(maxChars, withNoise) {
      let at = held.length;
      for (let size = 0; at > 0; at -= 1) {
        const line = held[at - 1] as Line;
        if (!withNoise && line.weight === 'noise') continue;
        size += heldCharsOf(line);
        if (size > maxChars) break;
      }
      while (at < held.length && !withNoise && held[at]?.weight === 'noise') at += 1;
      return cutTail(at);
    },
    toMark: () => markOf(through, addChanges(lostChanges, held)),
    lostMark: () => markOf(lostThrough, lostChanges),
    toRun(last) {
      if (!isRun || count === 0 || last.because !== 'run end') return undefined;
      if (last.number !== through + 1 || last.number !== last.through) return undefined;
      const range = { from, to: last.through };
      return {
        mark: { kind: 'recap', count: count + 1, range, text: wholeOf(last) },
        from,
        through: last.through,
        evidence: 0,
      };
    },
  };
}

const NO_CHANGES: Changes = { added: 0, removed: 0 };

/** Pieces of one line are one. */
function addChanges({ added, removed }: Changes, lines: readonly Line[]): Changes {
  const firsts = lines.filter((line, at) => line.number !== lines[at - 1]?.number);
  const count = (sign: string): number => firsts.filter(({ text }) => text.startsWith(sign)).length;
  return { added: added + count('+'), removed: removed + count('-') };
}

/**
 * What may stand above an error to explain it: not what a tool's rule calls noise, but a record that only came often, and
 * the step that was under way.
 */
const isContext = ({ weight, because }: Line): boolean =>
  weight === 'plain' || because === 'repeat' || because?.startsWith('generic/') === true;

const tokensOf = (line: Line): number => estimateTokens(wholeOf(line)) + 1;

/** The first place at or behind `at` where the lines may be parted: not inside rows of one raw line. */
function wholeFrom(held: readonly Line[], at: number, lostThrough: number): number {
  let start = at;
  while (start < held.length) {
    const before = start > 0 ? held[start - 1]?.through : lostThrough;
    if ((held[start]?.number ?? 0) > (before ?? 0)) break;
    start += 1;
  }
  return start;
}
