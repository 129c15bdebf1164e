/** Lines that are to be left out: held until they pay for their mark, then only the last of them. */
import type { Line } from '../line.js';
import { estimateTokens } from '../tokens/estimate.js';
import type { MarkItem } from './item.js';

/** The last lines of a gap stay in hand: what the end of a failed run would need. */
const MAX_RING_CHARS = 8_192;
const MAX_RING_LINES = 512;

export interface Gap {
  /** Lines still in hand, oldest first. Once committed, only the last ones. */
  readonly held: readonly Line[];
  readonly tokens: number;
  readonly chars: number;
  readonly isCommitted: boolean;
  add(line: Line): void;
  commit(): void;
  isFull(): boolean;
  /** Lets go of the oldest lines, and says which. */
  trim(): readonly Line[];
  /** Takes up to `count` plain lines off the end: context of the line below. */
  recall(count: number): readonly Line[];
  /** Takes the lines of the last `chars` characters off the end; noise counts only if `withNoise`. */
  takeTail(chars: number, withNoise: boolean): readonly Line[];
  /** The mark of the whole gap. */
  toMark(): MarkItem;
  /** The run that `last` ends, as one mark with its count, if the gap is nothing but that run's inner lines. */
  toRun(last: Line): MarkItem | undefined;
}

export function openGap(): Gap {
  let held: Line[] = [];
  let from = 0;
  let through = 0;
  let tokens = 0;
  let chars = 0;
  let isCommitted = false;
  let count = 0;
  let isRun = true;

  const drop = (count: number): Line[] => {
    const gone = held.slice(0, count);
    held = held.slice(count);
    chars = held.reduce((sum, line) => sum + line.text.length + 1, 0);
    return gone;
  };
  const cutTail = (at: number): Line[] => {
    const tail = held.slice(at);
    held = held.slice(0, at);
    count -= tail.length;
    const first = tail[0];
    if (first !== undefined) through = first.number - 1;
    return tail;
  };
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
    get isCommitted() {
      return isCommitted;
    },
    add(line) {
      if (from === 0) from = line.number;
      through = line.through;
      count += 1;
      isRun &&= line.because === 'run';
      held.push(line);
      chars += line.text.length + 1;
      if (!isCommitted) tokens += estimateTokens(line.text) + 1;
    },
    commit() {
      isCommitted = true;
    },
    isFull: () => chars > 2 * MAX_RING_CHARS || held.length > 2 * MAX_RING_LINES,
    trim() {
      let keep = 0;
      let size = 0;
      for (let i = held.length - 1; i >= 0 && keep < MAX_RING_LINES; i -= 1) {
        size += (held[i]?.text.length ?? 0) + 1;
        if (size > MAX_RING_CHARS) break;
        keep += 1;
      }
      return drop(held.length - keep);
    },
    recall(count) {
      let at = held.length;
      while (at > 0 && held.length - at < count && held[at - 1]?.weight === 'plain') at -= 1;
      return at === 0 && !isCommitted ? [] : cutTail(at);
    },
    takeTail(maxChars, withNoise) {
      let at = held.length;
      let size = 0;
      while (at > 0) {
        const line = held[at - 1];
        const cost = (line?.text.length ?? 0) + 1;
        const counts = withNoise || line?.weight !== 'noise';
        if (counts && size + cost > maxChars) break;
        if (counts) size += cost;
        at -= 1;
      }
      while (at < held.length && !withNoise && held[at]?.weight === 'noise') at += 1;
      return cutTail(at);
    },
    toMark: () => ({ mark: { kind: 'gap', range: { from, to: through } }, from, through, evidence: 0 }),
    toRun(last) {
      if (!isRun || last.because !== 'run end' || last.number !== through + 1) return undefined;
      const range = { from, to: last.through };
      return {
        mark: { kind: 'recap', count: count + 1, range, text: last.text },
        from,
        through: last.through,
        evidence: 0,
      };
    },
  };
}
