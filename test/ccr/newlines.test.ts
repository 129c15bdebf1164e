import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countNewlines } from '../../src/ccr/newlines.js';

function countPlainly(block: Uint8Array): number {
  return block.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
}

test('counts as a byte loop does, at every alignment', () => {
  const byte = fc.oneof(fc.constant(10), fc.constantFrom(0x0b, 0x8a, 0x09, 0x00, 0xff, 0x80), fc.nat(255));
  fc.assert(
    fc.property(fc.array(byte, { maxLength: 3000 }), fc.nat(8), (bytes, offset) => {
      const whole = Uint8Array.from(bytes);
      const block = whole.subarray(Math.min(offset, whole.length));
      expect(countNewlines(block)).toBe(countPlainly(block));
    }),
    { numRuns: 500 },
  );
});

test('a block of nothing but newlines overflows no lane', () => {
  for (const length of [1, 4, 1019, 1020, 1021, 1024, 4096, 65_537, 1_048_576]) {
    expect(countNewlines(Buffer.alloc(length, '\n'))).toBe(length);
    expect(countNewlines(Buffer.alloc(length, 'n'))).toBe(0);
  }
});
