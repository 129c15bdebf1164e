/** The token that names a stored original. */
import { JuiceError } from '../errors.js';

/** What a token looks like. Checked before a token is used for anything, a path above all. */
export const TOKEN = /^tj_[0-9a-hjkmnp-tv-z]{10}$/;

/** Crockford's base32, lower case: no i, l, o, u, so a token survives being read aloud and typed again. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const TOKEN_CHARS = 10;

/**
 * Token of an original: `tj_` and ten characters over the leading 50 bits of its SHA-256.
 * @param sha256 the digest's bytes; at least the first seven.
 */
export function tokenOf(sha256: Uint8Array): string {
  let token = 'tj_';
  let bits = 0;
  let bitCount = 0;
  let at = 0;
  while (token.length < 3 + TOKEN_CHARS) {
    if (bitCount < 5) {
      bits = ((bits << 8) | (sha256[at] ?? 0)) & 0xfff;
      at += 1;
      bitCount += 8;
    }
    bitCount -= 5;
    token += ALPHABET[(bits >>> bitCount) & 31] ?? '';
  }
  return token;
}

/** @throws {JuiceError} BAD_TOKEN for a word that is none. */
export function checkToken(token: string): void {
  if (TOKEN.test(token)) return;
  const shown = JSON.stringify(token.length > 40 ? `${token.slice(0, 40)}...` : token);
  throw new JuiceError('BAD_TOKEN', `${shown} is not a token. Write one as a footer shows it, such as tj_7x3k9q2mzv.`);
}
