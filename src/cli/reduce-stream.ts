/** `reduce` on streams: an input that is large or slow, a copy, or a run with a report or a second output. */
import type { Readable, Writable } from 'node:stream';
import { JuiceError } from '../errors.js';
import { reportOf } from '../juice/report.js';
import type { RunOptions } from '../juice/run.js';
import type { Report } from '../line.js';
import { copyBytes } from '../source/copy-bytes.js';
import { streamOf } from '../source/input-stream.js';
import type { Input } from '../source/open-input.js';
import { HEAD_SIZE } from '../text/head.js';
import type { Call } from './command.js';
import { finishOutput, openOutput, openTee, type Tee } from './output.js';
import { openJson, reportOfCopy, writeTrace } from './report-text.js';
import { limitYoungHeap } from './young-heap.js';

/** Bytes read at once, to be copied and to be reduced. */
const COPY_BYTES = 262_144;
const CHUNK_BYTES = 65_536;

export interface StreamedRun {
  readonly input: Input;
  /** What has been read of the input. */
  readonly ahead: Buffer | undefined;
  readonly call: Call;
  /** Undefined: the bytes are copied. */
  readonly options: RunOptions | undefined;
}

/** Reduces or copies the input to stdout. */
export async function reduceStream({ input, ahead, call: { flags, words }, options }: StreamedRun): Promise<Report> {
  const tee = flags.tee === undefined ? undefined : openTee(flags.tee);
  const json = flags.json ? openJson() : undefined;
  const out = json?.stream ?? openOutput(1);
  const chunkBytes = options === undefined ? COPY_BYTES : CHUNK_BYTES;
  const source = streamOf(input, { ofNode: () => process.stdin, ahead, chunkBytes });
  const head = flags.json || flags.trace ? openHeadKeeper() : undefined;
  let rawBytes = 0;
  const count = (chunk: Buffer): void => {
    rawBytes += chunk.length;
  };
  const delivered = deliver({ source, out, tee, head, options, count }).catch(async (error: unknown) => {
    // All of the text has been given out before it was said that something failed.
    if (error instanceof JuiceError) await json?.finish(reportOf({ rawBytes, skipReason: error.message }));
    throw error;
  });
  const report = await withKind(await delivered, head, options);
  await finishOutput(out);
  await tee?.end();
  await json?.finish(report);
  // Not the file's name: it is the user's word, and traces are sent to others.
  if (flags.trace) writeTrace(report, words[0] === undefined || words[0] === '-' ? '-' : 'file');
  return report;
}

/** The first bytes, so that a report can say what they look like. */
function openHeadKeeper() {
  const kept: Buffer[] = [];
  let bytes = 0;
  return {
    see(chunk: Buffer): void {
      if (bytes < HEAD_SIZE) kept.push(Buffer.from(chunk.subarray(0, HEAD_SIZE - bytes)));
      bytes += chunk.length;
    },
    lines: async () => {
      const { readHead } = await import('../classify/head.js');
      return readHead(Buffer.concat(kept), bytes <= HEAD_SIZE).lines;
    },
  };
}

type HeadKeeper = ReturnType<typeof openHeadKeeper>;

/** With the kind of the text. A copy of bytes is not looked at. */
async function withKind(
  report: Report,
  head: HeadKeeper | undefined,
  options: RunOptions | undefined,
): Promise<Report> {
  if (head === undefined || options === undefined) return report;
  const { kindOfRun } = await import('../classify/text-kind.js');
  return { ...report, kind: kindOfRun(report, await head.lines(), options.hint) };
}

interface Delivery {
  readonly source: Readable;
  readonly out: Writable;
  readonly tee: Tee | undefined;
  readonly head: HeadKeeper | undefined;
  readonly options: RunOptions | undefined;
  /** Sees all that is read. */
  count(chunk: Buffer): void;
}

async function deliver({ source, out, tee, head, options, count }: Delivery): Promise<Report> {
  if (options === undefined) return reportOfCopy(await copyBytes(source, out, chunk => tee?.write(chunk)));
  // A copy of bytes must not wait until all of this is loaded.
  const { juice } = await import('../juice.js');
  const limit = limitYoungHeap();
  return juice(source, out, {
    ...options,
    onRaw(chunk) {
      tee?.write(chunk);
      count(chunk);
      head?.see(chunk);
      limit(chunk);
    },
  });
}
