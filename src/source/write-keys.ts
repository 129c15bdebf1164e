/** Writes into a pty's master, which does not block and may be full. */
import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { errnoOf } from '../errors.js';

/** A full terminal is emptied by its reader; there is no event for that. */
const RETRY_MS = 10;

/** @param fd stays the caller's, who destroys this stream before closing it. */
export function writeKeys(fd: number): Writable {
  const attempt = (chunk: Buffer, done: () => void) => {
    if (keys.destroyed) return done();
    let written = 0;
    try {
      written = writeSync(fd, chunk);
    } catch (error) {
      if (errnoOf(error) !== 'EAGAIN') return done(); // the command has gone, and nobody reads keys any more
    }
    if (written === chunk.length) return done();
    setTimeout(() => attempt(chunk.subarray(written), done), RETRY_MS).unref();
  };
  const keys: Writable = new Writable({ write: (chunk: Buffer, _encoding, done) => attempt(chunk, done) });
  return keys;
}
