/** stdin or a file, as a stream of bytes. */
import { close, createReadStream, read } from 'node:fs';
import { Readable } from 'node:stream';
import type { Input } from './open-input.js';

export interface StreamOptions {
  /** Standard input as Node makes it, which takes 4 ms: for all but files. */
  ofNode(): Readable;
  /** What has been read of it already; it comes first. */
  readonly ahead?: Buffer | undefined;
  /** Bytes read at once of a file: large ones for a copy, small ones where work on them leaves others waiting in memory. */
  readonly chunkBytes: number;
}

/** Gives all that can be read, with backpressure. */
export function streamOf({ descriptor, stats }: Input, { ofNode, ahead, chunkBytes }: StreamOptions): Readable {
  const stream = stats?.isFile()
    ? readFile(descriptor, chunkBytes)
    : descriptor === 0
      ? ofNode()
      : createReadStream('', { fd: descriptor, highWaterMark: chunkBytes });
  if (ahead !== undefined && ahead.length > 0) stream.unshift(ahead);
  return stream;
}

/** Bytes that are read first: most inputs have no more, and fresh memory takes time. */
const FIRST_CHUNK_BYTES = 32_768;

/** A regular file, from where it stands. Node's own stream for files takes 2 ms to load. */
function readFile(descriptor: number, chunkBytes: number): Readable {
  let size = FIRST_CHUNK_BYTES;
  let isReading = false;
  let onRead: (() => void) | undefined;
  return new Readable({
    highWaterMark: chunkBytes,
    read() {
      const chunk = Buffer.allocUnsafeSlow(size);
      size = chunkBytes;
      isReading = true;
      read(descriptor, chunk, 0, chunk.length, null, (error, count) => {
        isReading = false;
        onRead?.();
        if (error !== null) this.destroy(error);
        else this.push(count === 0 ? null : chunk.subarray(0, count));
      });
    },
    destroy(error, done) {
      const end = (): void => {
        if (descriptor === 0) done(error);
        else close(descriptor, failure => done(error ?? failure));
      };
      // Not under a read that is on its way: the descriptor's number may soon be another file's.
      if (isReading) onRead = end;
      else end();
    },
  });
}
