/** Whole lines as bytes, parted into those that are routine and those that the stages are to see. */
import { type Bundle, type Line, lineOfBundle, makeLine } from '../line.js';
import { ODD_NUMBER } from '../text/outliers.js';
import { REPEAT } from '../text/record.js';
import { load, ROUTINE_SHAPE } from '../text/shape.js';
import type { Skim } from '../text/skim.js';
import type { Held } from './slabs.js';

const LF = 0x0a;
const CR = 0x0d;

export interface SkimmedParts {
  /** Some lines for the stages, each with its LF; gives them as such. */
  give(bytes: Buffer): readonly Line[];
  /** So many routine lines. */
  pass(bytes: Buffer, count: number): void;
}

/** @param bytes lines in UTF-8, each with its LF. */
export function partBySkim(bytes: Buffer, skim: Skim, { give, pass }: SkimmedParts): void {
  /** Of the lines to be given next. */
  let shapes: number[] = [];
  let odd: boolean[] = [];
  let start = 0;
  let passed = 0;

  const flush = (to: number): void => {
    if (to === start) return;
    if (passed > 0) pass(bytes.subarray(start, to), passed);
    else stamp(give(bytes.subarray(start, to)), shapes, odd);
    start = to;
    passed = 0;
    if (shapes.length > 0) {
      shapes = [];
      odd = [];
    }
  };
  load(bytes);
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(LF, at);
    const to = feed > at && bytes[feed - 1] === CR ? feed - 1 : feed;
    if (skim.isRoutine(at, to)) {
      if (passed === 0) flush(at);
      passed += 1;
    } else {
      if (passed > 0) flush(at);
      shapes.push(skim.shape);
      odd.push(skim.isOdd);
    }
    at = feed + 1;
  }
  flush(bytes.length);
  skim.keepLast();
}

/** Tells the stages what is known by now. A line with control codes is another one once it is rendered. */
function stamp(lines: readonly Line[], shapes: readonly number[], odd: readonly boolean[]): void {
  for (const [at, line] of lines.entries()) {
    if (line.isPlain !== true) continue;
    line.shape = shapes[at] ?? 0;
    if (odd[at] === true) line.because = ODD_NUMBER;
  }
}

/** Routine lines, from raw line `number` on, as one. @param held whoever has given the bytes may use them for others. */
export function routineLine({ bytes, giveBack }: Held, number: number, count: number): Line {
  let lines: readonly Line[] | undefined;
  let isForgotten = false;
  const bundle: Bundle = {
    count,
    chars: bytes.length,
    isRoutine: true,
    lines() {
      if (isForgotten) throw new Error('lines are asked for that have been given up');
      lines ??= linesOf(bytes, number);
      return lines;
    },
    forget() {
      if (!isForgotten) giveBack();
      isForgotten = true;
    },
  };
  return lineOfBundle(bundle, number, number + count - 1);
}

function linesOf(bytes: Buffer, first: number): readonly Line[] {
  const texts = bytes.toString('latin1').split('\n');
  texts.pop();
  return texts.map((text, at) => {
    const hasReturn = text.endsWith('\r');
    const line = makeLine(hasReturn ? text.slice(0, -1) : text, hasReturn ? '\r\n' : '\n', first + at);
    line.isPlain = true;
    line.shape = ROUTINE_SHAPE;
    line.weight = 'noise';
    line.because = REPEAT;
    return line;
  });
}
