/** Bytes that nothing looks at on their way. */
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Copies all of `source` into `out`, which is not ended. `onRaw` sees each chunk first. Gives the number of bytes. */
export async function copyBytes(source: Readable, out: Writable, onRaw?: (chunk: Buffer) => void): Promise<number> {
  let bytes = 0;
  source.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    onRaw?.(chunk);
  });
  await pipeline(source, out, { end: false });
  return bytes;
}
