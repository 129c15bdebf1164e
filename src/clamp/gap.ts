/** Lines that are to be left out: held while they may still be shown, then only the last of them. */
import { type Bundle, type Line, wholeOf } from '../line.js';
import { DIFF_BODY } from '../text/diff.js';
import type { Changes } from '../text/marker.js';
import { NO_ROOM, REPEAT } from '../text/record.js';
import { estimateTokens } from '../tokens/estimate.js';
import { heldCharsOf, type MarkItem } from './item.js';

/** The last lines of a gap stay in hand: what the end of a failed run would need. */
const MAX_RING_CHARS = 8_192;
const MAX_RING_LINES = 512;
/** Lines that are first taken out of a bundle to fill the ring: a log's have some hundred characters. */
const FIRST_TAIL_LINES = 64;

export interface Gap {
  /** Lines still in hand, oldest first. */
  readonly held: readonly Line[];
  /** Estimated tokens of the lines in hand. */
  readonly tokens: number;
  readonly chars: number;
  /** True once lines are gone for good: the gap can no longer be shown instead of its mark. */
  readonly hasLost: boolean;
  /** Some line of it is noise; the others only had no room. */
  readonly hasNoise: boolean;
  /** All lines in hand are quoted source. */
  readonly isQuoted: boolean;
  add(line: Line): void;
  /**
   * Adds a bundle that alone is more than stays in hand, and says which lines it has pushed out. It is taken apart when that is
   * asked for.
   */
  addBundle(line: Line): readonly Line[];
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

/** Whether so many characters and lines are more than a gap keeps in hand. */
export const overfillsRing = (chars: number, lines: number): boolean =>
  chars > 2 * MAX_RING_CHARS || lines > 2 * MAX_RING_LINES;

export interface GapContext {
  /** Whether the mark of a gap inside a diff says how many lines were added and removed. */
  readonly areCounted: boolean;
  /** So many characters of a bundle are gone for good. */
  pass(chars: number): void;
}

export function openGap({ areCounted, pass }: GapContext): Gap {
  let held: Line[] = [];
  let from = 0;
  let through = 0;
  let lostThrough = 0;
  /** Reckoned when it is asked for: most gaps of a log lose lines before. */
  let tokens: number | undefined;
  let chars = 0;
  let count = 0;
  let isRun = true;
  let hasNoise = false;
  let isDiff = areCounted;
  /** Of the lines that are gone. */
  let lostChanges: Changes = NO_CHANGES;
  /** The last line is a bundle of which nobody has asked yet; nothing else is in hand then. */
  let bundle: Bundle | undefined;

  const unbundle = (): void => {
    if (bundle === undefined) return;
    let lines = bundle.tail(FIRST_TAIL_LINES);
    for (let size = FIRST_TAIL_LINES; size < MAX_RING_LINES && charsOfAll(lines) <= MAX_RING_CHARS; ) {
      size *= 2;
      lines = bundle.tail(size);
    }
    held = lines.slice(ringStart(lines));
    chars = charsOfAll(held);
    lostThrough = (held[0]?.number ?? 1) - 1;
    const all = bundle.chars;
    bundle = undefined;
    pass(all - chars);
  };

  /** Takes lines off the end, from `at` on; never one without what it belongs to. */
  const cutTail = (at: number): Line[] => {
    const start = wholeFrom(held, at, lostThrough);
    const tail = held.slice(start);
    held = held.slice(0, start);
    count -= tail.length;
    chars -= charsOfAll(tail);
    tokens = undefined;
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
      unbundle();
      return held;
    },
    get tokens() {
      unbundle();
      tokens ??= held.reduce((sum, line) => sum + tokensOf(line), 0);
      return tokens;
    },
    get chars() {
      unbundle();
      return chars;
    },
    get hasLost() {
      unbundle();
      return lostThrough > 0;
    },
    get hasNoise() {
      return hasNoise;
    },
    get isQuoted() {
      return bundle === undefined && lostThrough === 0 && held.every(({ quote }) => quote === 'sure');
    },
    addBundle(line) {
      const gone = bundle === undefined ? held : [];
      if (bundle !== undefined) pass(bundle.chars);
      bundle = line.fold?.bundle;
      held = [];
      chars = 0;
      if (from === 0) from = line.number;
      lostThrough = line.number - 1;
      through = line.through;
      count += bundle?.count ?? 0;
      isRun = false;
      hasNoise = true;
      isDiff = false;
      tokens = undefined;
      return gone;
    },
    add(line) {
      unbundle();
      if (from === 0) from = line.number;
      through = line.through;
      count += 1;
      isRun &&= line.because === 'run';
      hasNoise ||= line.weight === 'noise';
      isDiff &&= line.because === DIFF_BODY;
      held.push(line);
      chars += heldCharsOf(line);
      tokens = undefined;
    },
    isFull: () => overfillsRing(chars, held.length),
    trim() {
      unbundle();
      const start = wholeFrom(held, ringStart(held), lostThrough);
      const gone = held.slice(0, start);
      held = held.slice(start);
      chars -= charsOfAll(gone);
      if (isDiff) lostChanges = addChanges(lostChanges, gone);
      lostThrough = gone[gone.length - 1]?.through ?? lostThrough;
      return gone;
    },
    recall(wanted) {
      unbundle();
      let at = held.length;
      while (at > 0 && held.length - at < wanted && isContext(held[at - 1] as Line)) at -= 1;
      return at === 0 && lostThrough === 0 ? [] : cutTail(at);
    },
    takeTail(maxChars, withNoise) {
      unbundle();
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
    toMark: () => markOf(through, isDiff ? addChanges(lostChanges, held) : NO_CHANGES),
    lostMark() {
      unbundle();
      return markOf(lostThrough, lostChanges);
    },
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

const charsOfAll = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + heldCharsOf(line), 0);

/** Where the last lines begin that stay in hand. */
function ringStart(lines: readonly Line[]): number {
  let at = lines.length;
  for (let size = 0; at > 0 && lines.length - at < MAX_RING_LINES; at -= 1) {
    size += heldCharsOf(lines[at - 1] as Line);
    if (size > MAX_RING_CHARS) break;
  }
  return at;
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
  weight === 'plain' || because === REPEAT || because === NO_ROOM || because?.startsWith('generic/') === true;

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
