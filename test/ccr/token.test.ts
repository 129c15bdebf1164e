import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TOKEN, tokenOf } from '../../src/ccr/token.js';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

test('a token spells the leading 50 bits of the hash, five bits to a character', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), sha256 => {
      let bits = '';
      for (const byte of sha256) bits += byte.toString(2).padStart(8, '0');
      let expected = 'tj_';
      for (let at = 0; at < 50; at += 5) expected += ALPHABET[Number.parseInt(bits.slice(at, at + 5), 2)];
      expect(tokenOf(sha256)).toBe(expected);
      expect(tokenOf(sha256)).toMatch(TOKEN);
    }),
  );
});

test.each([
  '',
  'tj_',
  'tj_7x3k9q2mz',
  'tj_7x3k9q2mzvv',
  'tj_7x3k9q2mzu',
  'TJ_7x3k9q2mzv',
  'tj_7X3k9q2mzv',
  'tj_../../../x',
  'tj_7x3k9q2mzv\n',
  ' tj_7x3k9q2mzv',
  'tj_il0o7x3k9q',
])('%j is not a token', text => {
  expect(TOKEN.test(text)).toBe(false);
});
