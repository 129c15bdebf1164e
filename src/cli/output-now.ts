/** Our own stdout and stderr without streams: what is there as a whole, one line, and what a failed write means. */
import { writeSync } from 'node:fs';
import { errnoOf } from '../errors.js';

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
 * Writes to stdout; waits, where that blocks.
 * @returns what could not be written, since stdout is full and does not block.
 */
export function writeNow(bytes: Buffer): Buffer {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (errnoOf(error) === 'EAGAIN') return bytes.subarray(at);
      throw error;
    }
  }
  return bytes.subarray(bytes.length);
}

/** What went wrong with stdout itself, on one line; undefined where `error` is something else. */
export function outputError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'write') return undefined;
  return `stdout: ${error.message}: the output is not complete. Send it where there is room.`;
}
