import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reduce } from '../support/run.js';
import { programText } from '../support/texts.js';

/** Less than this holds no counts and no footer: then they stand alone. */
const SMALLEST = 300;

test('a limit that the caller sets is never passed', async () => {
  await fc.assert(
    fc.asyncProperty(programText, fc.integer({ min: SMALLEST, max: 6_000 }), async (raw, maxChars) => {
      const { text } = await reduce(raw, { maxChars });
      if (Buffer.byteLength(raw) >= 512) expect(text.length).toBeLessThanOrEqual(maxChars);
    }),
    { numRuns: 300 },
  );
});
