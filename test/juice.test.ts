import { describe, expect, test } from 'vitest';
import { inSizes } from './support/cuts.js';
import { reduce } from './support/run.js';

/** Bytes of which more than a tenth are control bytes. */
const binary = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, i) => (i % 3 === 0 ? i % 7 : (i * 37) % 256)));

describe('binary input', () => {
  test.each([40, 507, 513, 16_384, 16_385, 100_000])(
    'of %i bytes passes through as it is, and that is said',
    async length => {
      const raw = binary(length);
      const run = await reduce(inSizes(raw, [1_000]));
      expect(run.out.equals(raw)).toBe(true);
      expect(run.warnings).toEqual([expect.stringContaining('the input is binary')]);
    },
  );
});

describe('small input', () => {
  test('below 512 bytes is only rendered', async () => {
    const raw = `\x1b[32m${'ok\n'.repeat(80)}\x1b[0mprogress 1%\rprogress 100%\n`;
    const run = await reduce(raw);
    expect(run.text).toBe(`${'ok\n'.repeat(80)}progress 100%\n`);
  });
});
