import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayHold } from '../../src/text/may-hold.js';

test('says of no part of a text that it does not stand there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (text, a, b) => {
      const [from, to] = [a % (text.length + 1), b % (text.length + 1)];
      expect(mayHold(text)(text.slice(Math.min(from, to), Math.max(from, to)))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('says of most strings that are not in a text that they are not', () => {
  const isThere = mayHold('test result: ok. 3 passed; 0 failed');
  expect(['test result: FAILED.', ' Finished ', 'npm ERR!', 'collected '].filter(isThere)).toEqual([]);
  expect(['test result: ok.', 'passed', ' fail', ''].filter(part => !isThere(part))).toEqual([]);
});
