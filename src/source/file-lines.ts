/** The lines of a file of any size, in memory that does not grow with it. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const BLOCK_BYTES = 262_144;
const LINE_FEED = 0x0a;

export interface LineLimits {
  /** Of a longer line the beginning is given: so much, or a block more. */
  readonly maxLineBytes: number;
  readonly encoding: 'utf8' | 'latin1';
  /** Whether a link is followed. */
  readonly mayBeLink: boolean;
}

/**
 * Lines without their line feed; the last one may be empty. Memory: a line and a block.
 * @throws what the system says, and an error without its word for what is no plain file: a FIFO must not hang us.
 */
export function* fileLines(path: string, { maxLineBytes, encoding, mayBeLink }: LineLimits): Generator<string> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const descriptor = openSync(path, O_RDONLY | (mayBeLink ? 0 : (O_NOFOLLOW ?? 0)) | (O_NONBLOCK ?? 0));
  try {
    if (!fstatSync(descriptor).isFile()) throw new Error('it is no plain file');
    const memory = Buffer.allocUnsafeSlow(BLOCK_BYTES);
    const held = openHeld(maxLineBytes, encoding);
    for (let got = readSync(descriptor, memory); got > 0; got = readSync(descriptor, memory)) {
      const block = memory.subarray(0, got);
      let from = 0;
      for (let at = block.indexOf(LINE_FEED); at >= 0; at = block.indexOf(LINE_FEED, from)) {
        yield held.take(block.subarray(from, at));
        from = at + 1;
      }
      held.keep(block.subarray(from));
    }
    yield held.take(memory.subarray(0, 0));
  } finally {
    closeSync(descriptor);
  }
}

/** The beginning of a line that goes on in the next block. */
function openHeld(maxBytes: number, encoding: 'utf8' | 'latin1') {
  let parts: Buffer[] = [];
  let bytes = 0;
  return {
    keep(part: Buffer): void {
      if (bytes >= maxBytes || part.length === 0) return;
      parts.push(Buffer.from(part)); // the block is used again
      bytes += part.length;
    },
    take(end: Buffer): string {
      if (bytes === 0) return end.toString(encoding);
      // With its middle left out, a line could look as if it were whole.
      const line = Buffer.concat(bytes < maxBytes ? [...parts, end] : parts).toString(encoding);
      parts = [];
      bytes = 0;
      return line;
    },
  };
}
