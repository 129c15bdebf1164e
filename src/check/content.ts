/** What files hold, without holding it. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { HEAD_SIZE } from '../text/head.js';
import { type Mark, parseLineMark } from '../text/marker.js';

/** @param bytes only so many, from the start. */
export async function hashOf(path: string, bytes = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: bytes - 1 })) hash.update(chunk as Buffer);
  return hash.digest();
}

/** The first of them. */
export function firstBytes(path: string): Buffer {
  const fd = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(HEAD_SIZE);
    return buffer.subarray(0, readSync(fd, buffer));
  } finally {
    closeSync(fd);
  }
}

/** A text that was passed through whole needs no marks. */
export async function isSameContent(a: string, b: string): Promise<boolean> {
  return Buffer.compare(Buffer.from(await hashOf(a)), Buffer.from(await hashOf(b))) === 0;
}

/** What the first line of a reduced text says of all below: that it is another form, or what its original says in words. */
export function labelOf(path: string): Mark['kind'] | undefined {
  const head = firstBytes(path);
  return parseLineMark(head.toString('utf8', 0, Math.max(0, head.indexOf(0x0a))))?.kind;
}
