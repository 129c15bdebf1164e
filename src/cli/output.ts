/** Our own stdout and stderr, as streams that may go away. */
import { createWriteStream, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { errnoOf } from '../errors.js';

/** True if `error` only says that the reader has gone (`| head`). */
export const isReaderGone = (error: unknown): boolean => {
  const code = errnoOf(error);
  return code === 'EPIPE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED' || code === 'ECONNRESET';
};

/** Writes one line to stderr at once; a stderr that has gone is no reason to fail. */
export function warn(message: string): void {
  try {
    writeSync(2, `tinyjuice: ${message}\n`);
  } catch (error) {
    // EPIPE, EAGAIN, EBADF: nobody can be told, and the output matters more.
    void error;
  }
}

/** Where the result goes: 1 or 2. Errors are left to the pipeline that writes. */
export function openOutput(descriptor: 1 | 2): Writable {
  const stream = descriptor === 1 ? process.stdout : process.stderr;
  return stream;
}

/** A file that gets the raw bytes, for `--tee`. */
export function openTee(path: string): { write(chunk: Buffer): void; end(): Promise<void> } {
  const stream = createWriteStream(path);
  let failed: Error | undefined;
  stream.on('error', error => {
    if (failed === undefined) warn(`--tee: ${path}: ${error.message}: the file is not complete`);
    failed = error;
  });
  return {
    write(chunk) {
      if (failed === undefined) stream.write(Buffer.from(chunk));
    },
    end: () => new Promise(resolve => (failed === undefined ? stream.end(() => resolve()) : resolve())),
  };
}
