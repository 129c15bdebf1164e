/**
 * Says of the lines of a log, by their bytes alone, which are routine: of a shape that has come often and says nothing, or
 * quiet when plain lines have had their room. Nothing else needs to be known of them.
 */
import { isAscii } from 'node:buffer';
import { openByShape } from './by-shape.js';
import { isCiCommand } from './ci.js';
import { isQuiet } from './glance.js';
import { hasOddNumber, nothingUsual, type Usual } from './outliers.js';
import { isHead, LINES_BELOW_EVIDENCE, MAX_PLAIN_CHARS, SHOWN_PLAIN } from './record.js';
import { CONTROL } from './screen-codes.js';
import { evidenceOf, isPassedLine } from './severity.js';
import { isServerError } from './severity-forms.js';
import { hasSpeakingNumber } from './severity-number.js';
import { bytes, mayHoldStatus, shapeAt } from './shape.js';

/** Lines of a shape that all stages see, so that none of them misses what is shown of it. */
const SEEN_LINES = 40;
/** Shapes remembered, each with its numbers. */
const MAX_SHAPES = 32_768;
/** Longer lines are for the stages. */
const MAX_BYTES = 2_000;

interface Known extends Usual {
  isRoutine: boolean;
}

/** One stream's lines, in order. */
export interface Skim {
  /**
   * Whether the line at `from` up to `to`, without its end, is routine. It is among those that are loaded (`text/shape.ts`), unless
   * it is longer than `MAX_BYTES`.
   */
  isRoutine(from: number, to: number): boolean;
  /** Others are loaded next: the last line is kept, for the one below it. */
  keepLast(): void;
  /** Of the line that was last asked for: 0 where it is unknown. */
  readonly shape: number;
  /** It has a number far out of the usual. */
  readonly isOdd: boolean;
}

export function openSkim(): Skim {
  const shapes = openByShape<Known>(() => ({ ...nothingUsual(), isRoutine: false }), undefined, MAX_SHAPES);
  let shape = 0;
  let isOdd = false;
  let plainBytes = 0;
  let belowNews = 0;
  const above = openAbove();
  let wasRoutine = false;

  /** The line is of a known shape: whether that is all there is to say. */
  const isOfRoutine = (known: Known, from: number, to: number): boolean => {
    isOdd = hasOddNumber(known);
    if (known.isRoutine) return !isOdd;
    if (known.lines === SEEN_LINES) known.isRoutine = saysNothing(from, to);
    return false;
  };
  const judge = (from: number, to: number): boolean => {
    isOdd = false;
    const known = shapes.find(shape) ?? (shapes.isFull ? undefined : shapes.get(shape, ''));
    if (known !== undefined && isOfRoutine(known, from, to)) return true;
    const mayBeShown = isOdd || known === undefined || known.lines <= SHOWN_PLAIN;
    const mayGo = !isOdd && plainBytes > MAX_PLAIN_CHARS && belowNews <= 0 && isPlainHead(from, to);
    if (!mayBeShown && !mayGo) return false;
    const isCalm = isQuiet() && !(mayHoldStatus && isServerError(bytes.toString('latin1', from, to)));
    if (isCalm && mayGo) return true;
    if (!mayBeShown) return false;
    if (isCalm) plainBytes += to - from;
    else belowNews = LINES_BELOW_EVIDENCE;
    return false;
  };
  return {
    isRoutine(from, to) {
      const isLong = to - from > MAX_BYTES;
      const shapeAbove = shape;
      shape = isLong || to === from ? 0 : shapeAt(from, to);
      // What is said over and over shares its fate, and is counted if it stays.
      if (shape === 0 || shape !== shapeAbove || !above.isSame(from, to)) {
        belowNews -= 1;
        wasRoutine = shape !== 0 && judge(from, to);
        if (shape === 0) isOdd = false;
      }
      above.meet(from, to);
      return wasRoutine;
    },
    keepLast: above.keep,
    get shape() {
      return shape;
    },
    get isOdd() {
      return isOdd;
    },
  };
}

/** The line above, among those that are loaded, or kept from before. */
function openAbove() {
  const memory = Buffer.allocUnsafeSlow(MAX_BYTES);
  let kept = 0;
  let from = 0;
  let length = 0;
  return {
    /** Says the same, byte for byte. Neither is longer than `MAX_BYTES`. */
    isSame(first: number, to: number): boolean {
      if (to - first !== length) return false;
      const others = kept > 0 ? memory : bytes;
      const start = kept > 0 ? 0 : from;
      for (let at = 0; at < length; at += 1) if (bytes[first + at] !== others[start + at]) return false;
      return true;
    },
    meet(first: number, to: number): void {
      kept = 0;
      from = first;
      length = to - first;
    },
    keep(): void {
      if (kept > 0 || length > MAX_BYTES) return;
      kept = length;
      bytes.copy(memory, 0, from, from + length);
    },
  };
}

/** All lines of its shape are plain records. */
function saysNothing(from: number, to: number): boolean {
  if (!isAscii(bytes.subarray(from, to))) return false;
  const text = bytes.toString('latin1', from, to);
  return (
    !CONTROL.test(text) &&
    !isCiCommand(text) &&
    !mayBeMark(text) &&
    !hasSpeakingNumber(text) &&
    isHead(text) &&
    evidenceOf(text) === undefined &&
    !isPassedLine(text)
  );
}

/** It could be a mark of ours, see `text/marker.ts`. */
const mayBeMark = (text: string): boolean => text.endsWith(']') || text.startsWith('[x');

/** First bytes of lines that surely stand for themselves; 2: unless the second one is that of a word of others. */
const HEAD = new Uint8Array(256);
for (const [from, to] of ['09', 'AZ', 'az', '{{', '""'])
  HEAD.fill(1, from?.charCodeAt(0), (to?.charCodeAt(0) ?? 0) + 1);
/** `goroutine 1`, `section_start:`, `travis_fold:`. */
const OTHERS = new Uint8Array(256);
for (const [first, second] of ['go', 'se', 'tr']) {
  HEAD[(first as string).charCodeAt(0)] = 2;
  OTHERS[(first as string).charCodeAt(0)] = (second as string).charCodeAt(0);
}

/** Belongs to no record above, is no command of a CI service, and no mark of ours. */
function isPlainHead(from: number, to: number): boolean {
  const first = bytes[from] as number;
  const head = HEAD[first];
  return head !== 0 && (head === 1 || bytes[from + 1] !== OTHERS[first]) && bytes[to - 1] !== 0x5d;
}
