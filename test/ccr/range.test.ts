import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRange } from '../../src/ccr/range.js';

test('every range that is written is the range that is read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.nat(1e9), (from, more) => {
      expect(parseRange(`${from}-${from + more}`, '--lines')).toEqual({ from, to: from + more });
      expect(parseRange(`${from}-`, '--lines')).toEqual({ from, to: Number.POSITIVE_INFINITY });
      expect(parseRange(`${from}`, '--lines')).toEqual({ from, to: from });
    }),
  );
});

test.each(['', '-', '-5', '0', '0-5', '5-4', 'a-b', '1-2-3', '1,2', ' 1', '1 - 2', '+1', '1e3', '1.5', '9'.repeat(30)])(
  '%j is refused in one line that shows how to write it',
  text => {
    const message = expect.stringMatching(/^--lines: ".*" is not a range\. .* 45-164, 45- or 45\.$/);
    expect(() => parseRange(text, '--lines')).toThrow(expect.objectContaining({ code: 'BAD_FLAG', message }));
  },
);
