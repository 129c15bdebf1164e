/** Bytes → batches of lines. The first link of the line road. */
import { isAscii } from 'node:buffer';
import type { Transform } from 'node:stream';
import split2 from 'split2';
import through2 from 'through2';
import { type Line, type LineEnd, makeLine } from '../line.js';
import { openTranscoder, textOfBytes } from '../text/encoding.js';
import { CONTROL } from '../text/screen-codes.js';
import { isPlainText } from '../text/screen-plain.js';

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
}

/**
 * A Transform from Buffers to arrays of `Line`: one array a slice of at most 64 KiB. Lines end at LF or CRLF; a CR
 * elsewhere stays in the text, for the terminal. The same lines come out however the bytes were cut. Holds one line of at most
 * `maxLineBytes`.
 */
export function createLines(options: LinesOptions = {}): LinesTransform {
  const splitter = openSplitter(options);
  const transcoder = openTranscoder();
  const transform = through2(
    { writableObjectMode: false, readableObjectMode: true, readableHighWaterMark: 1 },
    function (this: Transform, chunk: Buffer, _encoding, done) {
      for (const batch of splitter.push(transcoder.push(chunk))) this.push(batch);
      done();
    },
    function (this: Transform, done) {
      for (const batch of splitter.push(transcoder.end())) this.push(batch);
      const last = splitter.end();
      if (last.length > 0) this.push(last);
      done();
    },
  ) as unknown as Transform;
  return {
    transform,
    idle() {
      const partial = splitter.idle();
      if (partial.length > 0) transform.push(partial);
    },
  };
}

/** The Transform, and a way to make it give out a line that has no end yet. */
export interface LinesTransform {
  readonly transform: Transform;
  /** Pushes the partial line (a prompt); what follows on that line comes as another piece of it. */
  idle(): void;
}

interface Splitter {
  push(chunk: Buffer): readonly Line[][];
  idle(): Line[];
  end(): Line[];
}

/**
 * split2 does the splitting. Its mapper collects the lines of one write into a batch and gives split2 nothing to
 * push, which saves a stream event a line. Bytes go in as one character each; a line's own bytes decide how it is read.
 */
function openSplitter(options: LinesOptions): Splitter {
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

  const take = (bytes: string): undefined => {
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
    return undefined;
  };
  const splitter = split2('\n', take, { decodeStrings: false });
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
    write(`${joined.slice(0, pendingBytes + at)}\n`);
    ending = 'input';
    if (rest !== '') pending.push(rest);
    pendingBytes = rest.length;
    return slice.subarray(Math.max(at, 0));
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
    if (lastEnd >= 0) write(rest.toString('latin1', 0, lastEnd + 1));
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
