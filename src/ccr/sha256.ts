/** SHA-256 of originals, at the least cost for small ones. */
import { sha256 } from '@noble/hashes/sha2.js';

/** Of so many bytes a hash in JavaScript takes less time than node:crypto takes to load: 4 ms on a machine that starts Node in 40. */
const MAX_QUICK_BYTES = 8_192;

/** Takes bytes piece by piece; they must not change before the digest. Memory: up to `MAX_QUICK_BYTES`, held until they are more. */
export interface Sha256 {
  update(chunk: Uint8Array): void;
  /** Once, at the end: 32 bytes. */
  digest(): Buffer;
}

export function openSha256(): Sha256 {
  let held: Uint8Array[] = [];
  let bytes = 0;
  let native: ReturnType<typeof nativeSha256> | undefined;
  return {
    update(chunk) {
      bytes += chunk.length;
      if (native === undefined && bytes > MAX_QUICK_BYTES) {
        native = nativeSha256();
        for (const each of held) native.update(each);
        held = [];
      }
      if (native === undefined) held.push(chunk);
      else native.update(chunk);
    },
    digest: () => (native === undefined ? Buffer.from(sha256(Buffer.concat(held))) : native.digest()),
  };
}

/** Hash of the bytes, in hexadecimal digits. */
export function sha256Of(bytes: Uint8Array): string {
  const hash = openSha256();
  hash.update(bytes);
  return hash.digest().toString('hex');
}

const nativeSha256 = () => process.getBuiltinModule('node:crypto').createHash('sha256');
