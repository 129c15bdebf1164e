/** Lines that are to be left out: held while they may still be shown, then only the last of them. */
import { bundledCount, type Line, wholeOf } from '../line.js';
import { DIFF_BODY } from '../text/diff.js';
import { type Hits, HitTally } from '../text/hit-tally.js';
import type { Changes } from '../text/marker.js';
import { NO_ROOM, REPEAT } from '../text/record.js';
import { ROUTINE_SHAPE } from '../text/shape.js';
import { estimateTokens } from '../tokens/estimate.js';
import type { HitsOf } from './hits-of.js';
import { heldCharsOf, type MarkItem } from './item.js';
import { openRing, type RingContext } from './ring.js';

export interface Gap {
  /** Lines still in hand, oldest first; in `parts` with bundles among them, and none is left. */
  readonly held: readonly Line[];
  readonly parts: readonly Line[];
  readonly isEmpty: boolean;
  /** Estimated tokens of the lines in hand. */
  readonly tokens: number;
  readonly chars: number;
  /** True once lines are gone for good, or are to go: the gap can no longer be shown instead of its mark. */
  readonly hasLost: boolean;
  /** Some line of it is noise; the others only had no room. */
  readonly hasNoise: boolean;
  /** All lines in hand are quoted source. */
  readonly isQuoted: boolean;
  /** What its mark would say of hits in it, while nothing of it is lost. */
  readonly hits: Hits | undefined;
  /** Adds a line, or a bundle of routine ones. */
  add(line: Line): void;
  /** More is in hand than is to be shown. */
  isFull(): boolean;
  /** Lets go of the oldest lines. */
  trim(): void;
  /** Takes up to `count` plain lines off the end: context of the line below. */
  recall(count: number): readonly Line[];
  /** Takes the lines of the last `chars` characters off the end; noise counts only if `withNoise`. */
  takeTail(chars: number, withNoise: boolean): readonly Line[];
  /** The mark of the whole gap: it is then done. */
  toMark(): MarkItem;
  /** The mark of the lines that are gone. */
  lostMark(): MarkItem;
  /** The run that `last` ends, as one mark with its count, if the gap is nothing but that run's inner lines. */
  toRun(last: Line): MarkItem | undefined;
}

export interface GapContext extends RingContext {
  /** Whether the mark of a gap says what of a diff or of a search is in it. */
  readonly areCounted: boolean;
  readonly hitsOf: HitsOf;
}

export function openGap({ areCounted, hitsOf, accept, forget }: GapContext): Gap {
  let from = 0;
  let through = 0;
  let count = 0;
  let isRun = true;
  let hasNoise = false;
  let isDiff = areCounted;
  /** Of the lines that are gone. */
  let lostChanges: Changes = NO_CHANGES;
  /** Raw line of the last of them. */
  let lostNumber = 0;
  /** Reckoned when it is asked for: most gaps of a log lose lines before. */
  let tokens: number | undefined;
  const lostHits = new HitTally();
  const ring = openRing({
    accept,
    forget(line) {
      if (isDiff) lostChanges = addChanges(lostChanges, [line], lostNumber);
      if (areCounted) hitsOf.tell(line, lostHits);
      lostNumber = line.number;
      forget(line);
    },
  });

  const cutTail = (at: number): readonly Line[] => {
    const tail = ring.cut(at);
    count -= tail.length;
    tokens = undefined;
    through = ring.parts[ring.parts.length - 1]?.through ?? ring.lostThrough;
    return tail;
  };
  const markOf = (to: number, changes: Changes, hits: Hits | undefined): MarkItem => ({
    mark: { kind: 'gap', range: { from, to }, changes: isDiff ? changes : undefined, hits: isDiff ? undefined : hits },
    from,
    through: to,
    evidence: 0,
  });
  const hitsWith = (tally: HitTally): Hits | undefined => {
    if (!areCounted || !hitsOf.areThere) return undefined;
    for (const line of ring.parts) hitsOf.tell(line, tally);
    return tally.toHits();
  };
  return {
    get held() {
      return ring.lines;
    },
    get parts() {
      return ring.parts;
    },
    get isEmpty() {
      return ring.isEmpty;
    },
    get tokens() {
      tokens ??= ring.parts.reduce((sum, line) => sum + tokensOf(line), 0);
      return tokens;
    },
    get chars() {
      return ring.chars;
    },
    get hasLost() {
      return ring.hasLost;
    },
    get hasNoise() {
      return hasNoise;
    },
    get isQuoted() {
      return !ring.hasLost && ring.parts.every(({ quote }) => quote === 'sure');
    },
    get hits() {
      return hitsWith(new HitTally());
    },
    add(line) {
      if (from === 0) from = line.number;
      through = line.through;
      count += bundledCount(line);
      isRun &&= line.because === 'run';
      hasNoise ||= line.weight === 'noise';
      isDiff &&= line.because === DIFF_BODY;
      ring.add(line);
      tokens = undefined;
    },
    isFull: ring.isFull,
    trim: ring.trim,
    recall(wanted) {
      const { lines } = ring;
      let at = lines.length;
      while (at > 0 && lines.length - at < wanted && isContext(lines[at - 1] as Line)) at -= 1;
      return at === 0 && !ring.hasLost ? [] : cutTail(at);
    },
    takeTail(maxChars, withNoise) {
      const { lines } = ring;
      let at = lines.length;
      for (let size = 0; at > 0; at -= 1) {
        const line = lines[at - 1] as Line;
        if (!withNoise && line.weight === 'noise') continue;
        size += heldCharsOf(line);
        if (size > maxChars) break;
      }
      while (at < lines.length && !withNoise && lines[at]?.weight === 'noise') at += 1;
      return cutTail(at);
    },
    toMark: () =>
      markOf(through, isDiff ? addChanges(lostChanges, ring.parts, lostNumber) : NO_CHANGES, hitsWith(lostHits)),
    lostMark: () => markOf(ring.lostThrough, lostChanges, lostHits.toHits()),
    toRun(last) {
      if (!isRun || count === 0 || last.because !== 'run end') return undefined;
      if (last.number !== through + 1 || last.number !== last.through || (hitsWith(new HitTally())?.size ?? 0) > 0)
        return undefined;
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

/** Pieces of one line are one. @param above raw line of what stands above. */
function addChanges({ added, removed }: Changes, lines: readonly Line[], above: number): Changes {
  const firsts = lines.filter((line, at) => line.number !== (lines[at - 1]?.number ?? above));
  const count = (sign: string): number => firsts.filter(({ text }) => text.startsWith(sign)).length;
  return { added: added + count('+'), removed: removed + count('-') };
}

/**
 * What may stand above an error to explain it: not what a tool's rule calls noise, but a record that only came often, and
 * the step that was under way.
 */
const isContext = ({ weight, because }: Line): boolean =>
  weight === 'plain' || because === REPEAT || because === NO_ROOM || because?.startsWith('generic/') === true;

/** Routine lines are reckoned by their length, so that their bundle stays closed: what is left out of them pays well in any case. */
const MAX_CHARS_PER_TOKEN = 5;

const tokensOf = (line: Line): number => {
  const routine = line.fold?.bundle?.chars ?? (line.shape === ROUTINE_SHAPE ? heldCharsOf(line) : 0);
  return routine > 0 ? routine / MAX_CHARS_PER_TOKEN : estimateTokens(wholeOf(line)) + 1;
};
