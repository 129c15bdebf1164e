/** Bytes → batches of lines. The first link of the line road. */
import { isAscii } from 'node:buffer';
import { batchOf, type Line, type LineEnd, type Link, makeLine } from '../line.js';
import { openTranscoder, textOfBytes } from '../text/encoding.js';
import { CONTROL } from '../text/screen-codes.js';
import { isPlainText } from '../text/screen-plain.js';
import type { Skim } from '../text/skim.js';
import { partBySkim, routineLine } from './skimmed.js';
import { openSlabs } from './slabs.js';

/** A line longer than this is handled in pieces of this size, each a `Line` whose `end` is empty. */
export const MAX_LINE_BYTES = 1_048_576;

/** Largest slice that is split at once: bounds a batch, whatever the source's chunks are. */
const SLICE_BYTES = 65_536;

/** Each link may hold a batch or two: empty lines must not make them heavy. */
const MAX_BATCH_LINES = 4_096;

export interface LinesOptions {
  readonly maxLineBytes?: number;
  /** CR alone ends a line: text of an old Mac, with no LF in sight. */
  readonly isCrText?: boolean;
  /** Asked before lines are split: what tells the routine ones, which go out as bundles; undefined: all are for the stages. */
  skim?(): Skim | undefined;
}

/** What finds the line feeds. */
export interface Split {
  /** Gives each line of a text, without its LF, to the function that it was made with. The text ends with LF. */
  write(text: string): void;
  destroy(): void;
}

/**
 * A link from Buffers to arrays of `Line`: one array a slice of at most 64 KiB. Lines end at LF or CRLF; a CR
 * elsewhere stays in the text, for the terminal. The same lines come out however the bytes were cut. Holds one line of at most
 * `maxLineBytes`.
 */
export function openLines(
  openSplit: (take: (line: string) => void) => Split,
  options: LinesOptions = {},
): Link<Buffer, readonly Line[]> {
  const splitter = openSplitter(openSplit, options);
  const transcoder = openTranscoder();
  return {
    push: chunk => splitter.push(transcoder.push(chunk)),
    end: () => [...splitter.push(transcoder.end()), ...batchOf(splitter.end())],
    idle: () => batchOf(splitter.idle()),
  };
}

interface Splitter {
  push(chunk: Buffer): readonly Line[][];
  idle(): Line[];
  end(): Line[];
}

/** Collects the lines of one write into a batch. Bytes go in as one character each; a line's own bytes decide how it is read. */
function openSplitter(openSplit: (take: (line: string) => void) => Split, options: LinesOptions): Splitter {
  const maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
  const isCrText = options.isCrText === true;
  let batch: Line[] = [];
  let number = 1;
  let isWide = false;
  /** What is being written holds no control code but for the CR of a CRLF. */
  let isPlain = false;
  /** What ends the line that the mapper sees next: the LF in the input, a cut of ours, or the end of the input. */
  let ending: 'input' | 'cut' | 'last' = 'input';
  let pending: string[] = [];
  let pendingBytes = 0;
  /** What comes next goes on with a line of which a piece is out. */
  let isRest = false;

  const take = (bytes: string): void => {
    let end: LineEnd = ending === 'input' ? '\n' : '';
    let text = isWide ? textOfBytes(bytes) : bytes;
    if (end === '\n' && text.charCodeAt(text.length - 1) === 0x0d) {
      text = text.slice(0, -1);
      end = '\r\n';
    }
    const line = makeLine(text, end, number);
    line.isPlain = (ending === 'input' && isPlain) || !CONTROL.test(text);
    batch.push(line);
    if (ending !== 'cut') number += 1;
  };
  const splitter = openSplit(take);
  const hold = openSlabs();
  const write = (text: string): void => {
    const whole = pending.length === 0 ? text : pending.join('') + text;
    pending = [];
    pendingBytes = 0;
    isPlain = isPlainText(whole);
    splitter.write(whole);
  };
  const byteAt = (slice: Buffer, at: number): number =>
    (at >= 0 ? slice[at] : pending.join('').charCodeAt(pendingBytes + at)) ?? 0;
  /** Gives out a piece of `maxLineBytes`, or of up to three bytes less: a character is not divided. Returns what is left. */
  const cut = (slice: Buffer): Buffer => {
    let at = maxLineBytes - pendingBytes;
    let back = 0;
    while (back < 4 && (byteAt(slice, at - back) & 0xc0) === 0x80) back += 1;
    if (back < 4) at -= back;
    const joined = pending.join('') + slice.toString('latin1', 0, Math.max(at, 0));
    const rest = joined.slice(pendingBytes + at);
    pending = [];
    ending = 'cut';
    isRest = true;
    write(`${joined.slice(0, pendingBytes + at)}\n`);
    ending = 'input';
    if (rest !== '') pending.push(rest);
    pendingBytes = rest.length;
    return slice.subarray(Math.max(at, 0));
  };
  const give = (bytes: Buffer): readonly Line[] => {
    const before = batch.length;
    write(bytes.toString('latin1'));
    return batch.slice(before);
  };
  const pass = (bytes: Buffer, count: number): void => {
    batch.push(routineLine(hold(bytes), number, count));
    number += count;
  };
  const writeLines = (bytes: Buffer): void => {
    const skim = options.skim?.();
    if (skim === undefined) {
      write(bytes.toString('latin1'));
      isRest = false;
      return;
    }
    const isPart = pendingBytes > 0 || isRest;
    const firstEnd = isPart ? bytes.indexOf(0x0a) + 1 : 0;
    const first = bytes.subarray(0, firstEnd);
    if (isRest) write(first.toString('latin1'));
    else if (isPart) {
      const whole = Buffer.concat([Buffer.from(pending.join(''), 'latin1'), first]);
      pending = [];
      pendingBytes = 0;
      partBySkim(whole, skim, { give, pass });
    }
    isRest = false;
    partBySkim(bytes.subarray(firstEnd), skim, { give, pass });
  };
  /** Splits one slice; cuts its first line if that has grown too long. */
  const feed = (slice: Buffer): void => {
    let rest = slice;
    let firstEnd = rest.indexOf(0x0a);
    while (pendingBytes + (firstEnd < 0 ? rest.length : firstEnd) > maxLineBytes) {
      isWide ||= !isAscii(rest);
      rest = cut(rest);
      firstEnd = rest.indexOf(0x0a);
    }
    const lastEnd = rest.lastIndexOf(0x0a);
    const hasWide = !isAscii(rest);
    isWide ||= hasWide;
    if (lastEnd >= 0) writeLines(rest.subarray(0, lastEnd + 1));
    const tail = rest.subarray(lastEnd + 1);
    if (lastEnd >= 0) isWide = hasWide && !isAscii(tail);
    if (tail.length > 0) pending.push(tail.toString('latin1'));
    pendingBytes += tail.length;
  };
  const takeBatch = (): Line[] => {
    const taken = batch;
    batch = [];
    return taken;
  };
  return {
    push(chunk) {
      const batches: Line[][] = [];
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
        const slice = chunk.subarray(at, at + SLICE_BYTES);
        feed(isCrText ? Buffer.from(slice.toString('latin1').replaceAll('\r', '\n'), 'latin1') : slice);
        const taken = takeBatch();
        for (let from = 0; from < taken.length; from += MAX_BATCH_LINES)
          batches.push(taken.length <= MAX_BATCH_LINES ? taken : taken.slice(from, from + MAX_BATCH_LINES));
      }
      return batches;
    },
    idle() {
      if (pendingBytes === 0) return [];
      ending = 'cut';
      isRest = true;
      write('\n');
      ending = 'input';
      return takeBatch();
    },
    end() {
      ending = 'last';
      if (pendingBytes > 0) write('\n');
      splitter.destroy();
      return takeBatch();
    },
  };
}
