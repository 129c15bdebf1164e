/** A child on real pipes: one for both of its outputs, which keeps their order, or one for each. */
import { closeSync } from 'node:fs';
import type { ChildOptions, ChildStream, Connection } from './child.js';
import { type Fifo, makeFifos } from './fifo.js';
import { type PipeReader, readFifo } from './pipe-reader.js';

/** One output of a child: the pipe whose end it writes to, and our reader of it. */
export interface OutputPipe {
  readonly fifo: Fifo;
  readonly reader: PipeReader;
  readonly stream: ChildStream;
}

/** Pipes for the child's stdout and stderr; its stdin is ours. @returns undefined where no folder takes a FIFO. */
export async function connectPipes(options: ChildOptions): Promise<Connection | undefined> {
  const fifos = await makeFifos(options.temporaryFolders, options.stderr === 'separate' ? 2 : 1);
  const outputs = fifos?.map((fifo, index) => outputOf(fifo, index === 0 ? 'stdout' : 'stderr'));
  const [out, err] = outputs ?? [];
  if (outputs === undefined || out === undefined) return undefined;
  let areOurEndsOpen = true;
  const closeOurEnds = () => {
    if (areOurEndsOpen) for (const { fifo } of outputs) closeSync(fifo.writeFd);
    areOurEndsOpen = false;
  };
  return {
    stdio: [0, out.fifo.writeFd, (err ?? out).fifo.writeFd],
    streams: outputs.map(output => output.stream),
    started: closeOurEnds,
    finish() {
      for (const { reader } of outputs) reader.finish();
    },
    abandon(from) {
      for (const { stream, reader } of outputs) if (stream.from === from) reader.abandon();
    },
    close() {
      closeOurEnds();
      for (const { reader } of outputs) reader.abandon();
    },
  };
}

/** The child gets our own outputs: nothing of it is read, so nothing is reduced, and nothing can be lost. */
export const connectNothing = (): Connection => ({
  stdio: [0, 1, 2],
  streams: [],
  started: () => undefined,
  finish: () => undefined,
  abandon: () => undefined,
  close: () => undefined,
});

/** One output on a pipe of its own. @returns undefined where no folder takes a FIFO. */
export async function openOutput(
  folders: readonly string[],
  from: ChildStream['from'],
): Promise<OutputPipe | undefined> {
  const [fifo] = (await makeFifos(folders, 1)) ?? [];
  return fifo && outputOf(fifo, from);
}

function outputOf(fifo: Fifo, from: ChildStream['from']): OutputPipe {
  const reader = readFifo(fifo.readFd, fifo.spareReadFd);
  return { fifo, reader, stream: { from, readable: reader.readable } };
}
