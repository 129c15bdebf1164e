/** The lines of a gap that may still be shown: all of them, and where they are many, the last. Bundles stay closed meanwhile. */
import { bundledCount, type Line } from '../line.js';
import { heldCharsOf } from './item.js';

/** What the end of a failed run would need. */
const MAX_RING_CHARS = 8_192;
const MAX_RING_LINES = 512;
/** A bundle counts bytes, of which a character has up to three: what is held is never less than the last lines. */
const MAX_HELD_CHARS = 4 * MAX_RING_CHARS;

export interface Ring {
  /** In order, bundles among them. */
  readonly parts: readonly Line[];
  /** The same lines, none of them in a bundle; of many, only the last. */
  readonly lines: readonly Line[];
  readonly chars: number;
  /** Last raw line that is gone for good; 0: none is. */
  readonly lostThrough: number;
  /** Some are, or are to go. */
  readonly hasLost: boolean;
  /** Nothing at all has been put in, or all has been taken out. */
  readonly isEmpty: boolean;
  add(line: Line): void;
  /** More is held than is to be shown: from now on only the last lines are. */
  isFull(): boolean;
  /** Lets go of the oldest lines. */
  trim(): void;
  /** Takes lines off the end, from `at` on; never one without what it belongs to. */
  cut(at: number): readonly Line[];
}

export interface RingContext {
  /** Write-ahead: true once all that is held may go for good. */
  accept(): boolean;
  /** A line, or a bundle, is gone for good. */
  forget(line: Line): void;
}

export function openRing({ accept, forget }: RingContext): Ring {
  let parts: Line[] = [];
  let chars = 0;
  let count = 0;
  let hasBundles = false;
  let lostThrough = 0;
  /** It has been full: only the last lines count. */
  let isLast = false;
  /** The parts are the lines to be shown, and no more. */
  let isExact = true;

  const drop = (gone: readonly Line[]): void => {
    for (const line of gone) {
      chars -= charsOf(line);
      count -= bundledCount(line);
      lostThrough = line.through;
      forget(line);
    }
  };
  const settle = (): void => {
    if (isExact) return;
    isExact = true;
    if (hasBundles) {
      parts = parts.flatMap(line => line.fold?.bundle?.lines() ?? [line]);
      hasBundles = false;
    }
    isLast &&= accept();
    if (isLast) drop(parts.splice(0, wholeFrom(parts, lastFrom(parts), lostThrough)));
    chars = parts.reduce((sum, line) => sum + heldCharsOf(line), 0);
    count = parts.length;
  };
  return {
    get parts() {
      return parts;
    },
    get lines() {
      settle();
      return parts;
    },
    get chars() {
      if (isLast) settle();
      return chars;
    },
    get lostThrough() {
      if (isLast) settle();
      return lostThrough;
    },
    get hasLost() {
      return isLast || lostThrough > 0;
    },
    get isEmpty() {
      return parts.length === 0 && !isLast && lostThrough === 0;
    },
    add(line) {
      parts.push(line);
      chars += charsOf(line);
      count += bundledCount(line);
      hasBundles ||= line.fold?.bundle !== undefined;
      if (hasBundles || isLast) isExact = false;
    },
    isFull: () => (isLast ? chars > MAX_HELD_CHARS * 2 || count > 2 * MAX_RING_LINES : overfills(chars, count)),
    trim() {
      isLast = true;
      isExact = false;
      let gone = 0;
      for (let left = chars, lines = count; gone < parts.length - 1; gone += 1) {
        const oldest = parts[gone] as Line;
        left -= charsOf(oldest);
        lines -= bundledCount(oldest);
        if (left < MAX_HELD_CHARS && lines <= MAX_RING_LINES) break;
      }
      drop(parts.splice(0, gone));
    },
    cut(at) {
      settle();
      const tail = parts.splice(wholeFrom(parts, at, lostThrough));
      chars -= tail.reduce((sum, line) => sum + heldCharsOf(line), 0);
      count -= tail.length;
      return tail;
    },
  };
}

/** More than stays in hand. */
const overfills = (chars: number, lines: number): boolean => chars > 2 * MAX_RING_CHARS || lines > 2 * MAX_RING_LINES;

const charsOf = (line: Line): number => line.fold?.bundle?.chars ?? heldCharsOf(line);

/** Where the last lines begin that stay in hand. */
function lastFrom(lines: readonly Line[]): number {
  let at = lines.length;
  for (let size = 0; at > 0 && lines.length - at < MAX_RING_LINES; at -= 1) {
    size += heldCharsOf(lines[at - 1] as Line);
    if (size > MAX_RING_CHARS) break;
  }
  return at;
}

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
