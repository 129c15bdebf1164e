/** A recorder that keeps nothing: for a look at what a reduction would do. */
import { createHash } from 'node:crypto';
import { countNewlines } from './newlines.js';
import type { Recorder } from './recorder.js';
import { tokenOf } from './token.js';

const LINE_FEED = 0x0a;

/** Accepts all, and names the token that the original would have. Memory: none. */
export function openUnstored(): Recorder {
  const hash = createHash('sha256');
  let bytes = 0;
  let newlines = 0;
  let last = LINE_FEED;
  const write = (chunk: Buffer): void => {
    hash.update(chunk);
    bytes += chunk.length;
    newlines += countNewlines(chunk);
    last = chunk[chunk.length - 1] ?? last;
  };
  return {
    write,
    offer(chunk) {
      write(chunk);
      return undefined;
    },
    accept: () => true,
    failure: undefined,
    keep: () => ({
      token: tokenOf(hash.digest()),
      bytes,
      lines: newlines + (last === LINE_FEED ? 0 : 1),
      isPrefix: false,
    }),
    discard: () => undefined,
  };
}
