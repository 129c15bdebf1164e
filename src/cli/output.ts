/** Our own stdout and stderr as streams, written to by descriptor: they may be slow, not blocking, or gone. */
import { closeSync, openSync, write, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { errnoOf } from '../errors.js';
import { warn } from './output-now.js';

/** How soon a full pipe that does not block is tried again. */
const RETRY_MS = 5;

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

/** Writes to a stdout that was full and does not block. */
export async function writeRest(bytes: Buffer): Promise<void> {
  const output = openOutput(1);
  output.write(bytes);
  await finishOutput(output);
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
