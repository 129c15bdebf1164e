/** A recorder that keeps nothing: for a look at what a reduction would do. */
import { createHash } from 'node:crypto';
import { countNewlines } from './newlines.js';
import type { Recorder, SecretPolicy } from './recorder.js';
import { Redactor } from './redact.js';
import { SecretScan } from './secret-scan.js';
import { SecretFound } from './secrets.js';
import { tokenOf } from './token.js';

const LINE_FEED = 0x0a;

/**
 * Accepts all, and names the token that the original would have. Memory: what `SecretScan` holds.
 * @param secrets as a store treats them; not given: as any other text.
 */
export function openUnstored(secrets: SecretPolicy = 'store'): Recorder {
  const hash = createHash('sha256');
  let bytes = 0;
  let newlines = 0;
  let last = LINE_FEED;
  let failure: Error | undefined;
  const take = (chunk: Buffer): void => {
    hash.update(chunk);
    bytes += chunk.length;
    newlines += countNewlines(chunk);
    last = chunk[chunk.length - 1] ?? last;
  };
  const redactor = secrets === 'redact' ? new Redactor() : undefined;
  const scan = secrets === 'store' ? undefined : new SecretScan(take, redactor);
  const look = (at: (scan: SecretScan) => void): void => {
    if (scan === undefined || failure !== undefined) return;
    at(scan);
    if (scan.found !== undefined) failure = new SecretFound(scan.found);
  };
  const write = (chunk: Buffer): void => (scan === undefined ? take(chunk) : look(() => scan.push(chunk)));
  return {
    write,
    offer(chunk) {
      write(chunk);
      return undefined;
    },
    accept() {
      look(() => scan?.settle());
      return failure === undefined;
    },
    end: () => look(() => scan?.end()),
    get failure() {
      return failure;
    },
    keep() {
      look(() => scan?.end());
      const lines = newlines + (last === LINE_FEED ? 0 : 1);
      return { token: tokenOf(hash.digest()), bytes, lines, isPrefix: failure !== undefined };
    },
    discard: () => undefined,
  };
}
