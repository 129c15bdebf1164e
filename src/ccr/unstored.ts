/** A recorder that keeps nothing: for a look at what a reduction would do. */
import { countNewlines } from './newlines.js';
import type { Recorder } from './recorder.js';
import { SecretGate, type SecretPolicy } from './secret-scan.js';
import { openSha256 } from './sha256.js';
import { tokenOf } from './token.js';

const LINE_FEED = 0x0a;

/**
 * Accepts all, and names the token that the original would have. Memory: what `SecretScan` holds.
 * @param secrets as a store treats them; not given: as any other text.
 */
export function openUnstored(secrets: SecretPolicy = 'store'): Recorder {
  const hash = openSha256();
  let bytes = 0;
  let newlines = 0;
  let last = LINE_FEED;
  const take = (chunk: Buffer): void => {
    hash.update(chunk);
    bytes += chunk.length;
    newlines += countNewlines(chunk);
    last = chunk[chunk.length - 1] ?? last;
  };
  const gate = new SecretGate(secrets, take);
  return {
    write: chunk => gate.push(chunk),
    offer(chunk) {
      gate.push(chunk);
      return undefined;
    },
    accept() {
      gate.settle();
      return gate.found === undefined;
    },
    end: () => gate.end(),
    get failure() {
      return gate.found;
    },
    keep() {
      gate.end();
      const lines = newlines + (last === LINE_FEED ? 0 : 1);
      return { token: tokenOf(hash.digest()), bytes, lines, isPrefix: gate.found !== undefined };
    },
    discard: () => undefined,
  };
}
