import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordings } from '../support/recordings.js';
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

test.each(recordings)('nor with $name', async ({ raw }) => {
  for (const maxChars of [SMALLEST, 1_000, 4_000]) {
    const run = await reduce(raw, { maxChars });
    if (run.report.skipReason === undefined && raw.length >= 512) expect(run.text.length).toBeLessThanOrEqual(maxChars);
  }
});
