/** Our own stdout and stderr, written to by descriptor: they may be slow, not blocking, or gone. */
import { closeSync, openSync, write, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { errnoOf } from '../errors.js';

/** How soon a full pipe that does not block is tried again. */
const RETRY_MS = 5;

/** True if `error` only says that the reader has gone (`| head`). */
export const isReaderGone = (error: unknown): boolean => ['EPIPE', 'ECONNRESET'].includes(errnoOf(error) ?? '');

/** Writes one line to stderr at once; a stderr that has gone is no reason to fail. */
export function warn(message: string, lineEnd = '\n'): void {
  try {
    writeSync(2, `tinyjuice: ${message}${lineEnd}`);
  } catch (error) {
    // EPIPE, EAGAIN, EBADF: nobody can be told, and the output matters more.
    void error;
  }
}

/**
 * A stream onto one of our own descriptors. Node's own `process.stdout` would make a pipe not blocking for all who share it,
 * and block us while its reader is slow.
 */
export function openOutput(descriptor: 1 | 2): Writable {
  const put = (chunk: Buffer, done: (error?: Error | null) => void): void => {
    write(descriptor, chunk, (error, written) => {
      if (error !== null && errnoOf(error) === 'EAGAIN') setTimeout(put, RETRY_MS, chunk, done);
      else if (error !== null || written === chunk.length) done(error);
      else put(chunk.subarray(written), done);
    });
  };
  return new Writable({
    highWaterMark: 262_144,
    write: (chunk: Buffer, _encoding, done) => put(chunk, done),
    writev: (chunks, done) => put(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done),
  });
}

/** Waits until all is written. `pipeline` does not, and swallows what fails after its source has ended. */
export function finishOutput(output: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    output.on('error', reject);
    output.end(() => (output.errored ? reject(output.errored) : resolve()));
  });
}

/** A file that gets the raw bytes, for `--tee`. */
export interface Tee {
  write(chunk: Buffer): void;
  end(): Promise<void>;
}

/**
 * Opens the file of `--tee`; if it fails, one warning, and the run goes on. Writes at once and holds nothing, so that a
 * slow disk slows the run and takes no memory.
 */
export function openTee(path: string): Tee {
  let descriptor: number | undefined;
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      warn(`--tee: ${path}: ${error instanceof Error ? error.message : String(error)}: the file is not complete`);
      const failed = descriptor;
      descriptor = undefined;
      if (failed !== undefined) closeSync(failed);
    }
  };
  attempt(() => {
    descriptor = openSync(path, 'w');
  });
  return {
    write(chunk) {
      attempt(() => {
        for (let at = 0; descriptor !== undefined && at < chunk.length; ) at += writeSync(descriptor, chunk, at);
      });
    },
    async end() {
      if (descriptor !== undefined) closeSync(descriptor);
      descriptor = undefined;
    },
  };
}

/** What went wrong with stdout itself, on one line; undefined where `error` is something else. */
export function outputError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'write') return undefined;
  return `stdout: ${error.message}: the output is not complete. Send it where there is room.`;
}
