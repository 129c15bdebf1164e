/** `reduce` on streams: an input that is large or slow, a copy, or a run with a report or a second output. */
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Profile, Report } from '../line.js';
import { streamOf } from '../source/input-stream.js';
import type { Input } from '../source/open-input.js';
import type { Call } from './command.js';
import { finishOutput, openOutput, openTee, type Tee } from './output.js';
import { profileOf } from './profile.js';
import { openJson, reportOfCopy, writeTrace } from './report-text.js';
import { reduceOptions } from './run-options.js';
import { limitYoungHeap } from './young-heap.js';

/** Bytes read at once, to be copied and to be reduced. */
const COPY_BYTES = 262_144;
const CHUNK_BYTES = 65_536;

/** @param ahead what has been read of the input. */
export async function reduceStream(input: Input, call: Call, ahead?: Buffer): Promise<void> {
  const { flags, words, environment } = call;
  const tee = flags.tee === undefined ? undefined : openTee(flags.tee);
  const json = flags.json ? openJson() : undefined;
  const out = json?.stream ?? openOutput(1);
  const profile = profileOf(flags, environment);
  const chunkBytes = profile === 'off' ? COPY_BYTES : CHUNK_BYTES;
  const source = streamOf(input, { ofNode: () => process.stdin, ahead, chunkBytes });
  const report = await deliver({ source, out, tee, call, profile });
  await finishOutput(out);
  await tee?.end();
  await json?.finish(report);
  if (flags.trace) writeTrace(report, words[0] ?? '-');
}

interface Delivery {
  readonly source: Readable;
  readonly out: Writable;
  readonly tee: Tee | undefined;
  readonly call: Call;
  readonly profile: Profile;
}

async function deliver({ source, out, tee, call, profile }: Delivery): Promise<Report> {
  if (profile === 'off') {
    let bytes = 0;
    source.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      tee?.write(chunk);
    });
    await pipeline(source, out, { end: false });
    return reportOfCopy(bytes);
  }
  // A copy of bytes must not wait until all of this is loaded.
  const { juice } = await import('../juice.js');
  const limit = limitYoungHeap();
  return juice(source, out, {
    ...reduceOptions(call, profile),
    onRaw(chunk) {
      tee?.write(chunk);
      limit(chunk);
    },
  });
}
