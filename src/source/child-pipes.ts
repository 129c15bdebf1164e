/** A child on real pipes: one for both of its outputs, which keeps their order, or one for each. */
import type { ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { ChildOptions, ChildStream, Connection } from './child.js';
import { makeFifo } from './fifo.js';
import { type PipeReader, readFifo } from './pipe-reader.js';

/** One output of a child: the end it writes to, and our reader. */
export interface OutputPipe {
  readonly writeFd: number;
  readonly reader: PipeReader;
}

/** Pipes for the child's stdout and stderr; its stdin is ours. @returns undefined where no folder takes a FIFO. */
export function connectPipes(options: ChildOptions): Connection | undefined {
  const out = openOutput(options.temporaryFolders);
  if (out === undefined) return undefined;
  const err = options.stderr === 'separate' ? openOutput(options.temporaryFolders) : undefined;
  const outputs: Array<{ readonly stream: ChildStream; readonly pipe: OutputPipe }> = [
    { stream: { from: 'stdout', readable: out.reader.readable }, pipe: out },
  ];
  if (err !== undefined) outputs.push({ stream: { from: 'stderr', readable: err.reader.readable }, pipe: err });
  let areOurEndsOpen = true;
  const closeOurEnds = () => {
    if (areOurEndsOpen) for (const { pipe } of outputs) closeSync(pipe.writeFd);
    areOurEndsOpen = false;
  };
  return {
    stdio: [0, out.writeFd, (err ?? out).writeFd],
    streams: outputs.map(output => output.stream),
    started: (_child: ChildProcess) => closeOurEnds(),
    finish() {
      for (const { pipe } of outputs) pipe.reader.finish();
    },
    abandon(from) {
      for (const { stream, pipe } of outputs) if (stream.from === from) pipe.reader.abandon();
    },
    close() {
      closeOurEnds();
      for (const { pipe } of outputs) pipe.reader.abandon();
    },
  };
}

/** @returns undefined where no folder takes a FIFO. */
export function openOutput(folders: readonly string[]): OutputPipe | undefined {
  const fifo = makeFifo(folders);
  return fifo && { writeFd: fifo.writeFd, reader: readFifo(fifo.readFd, fifo.spareReadFd) };
}
