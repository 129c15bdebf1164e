/** Whatever is set, what must always hold still does. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Tuning } from '../../src/juice/tuning.js';
import { renderText } from '../../src/text/screen.js';
import { estimateTokens } from '../../src/tokens/estimate.js';
import { inSizes } from '../support/cuts.js';
import { recordings } from '../support/recordings.js';
import { checkTexts, reduce } from '../support/run.js';
import { hostileSample, markedText, programText } from '../support/texts.js';

const tunings: fc.Arbitrary<Tuning> = fc.record({
  minBytes: fc.constantFrom(0, 1, 512, 3_000, 40_000, 1_048_576),
  inlineChars: fc.constantFrom(100, 1_200, 50_000),
  minTokens: fc.constantFrom(0, 1_024),
  turnedOff: fc.subarray(['search', 'code', 'html', 'json'] as const),
});
const sizes = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 6 });
const estimated = (text: string): number => text.split('\n').reduce((sum, line) => sum + estimateTokens(line) + 1, 0);

describe('with any settings', () => {
  test('the output does not depend on how the input was cut', async () => {
    await fc.assert(
      fc.asyncProperty(markedText, sizes, tunings, async (raw, cuts, tuning) => {
        const bytes = Buffer.from(raw);
        const [whole, cut] = [await reduce(bytes, { tuning }), await reduce(inSizes(bytes, cuts), { tuning })];
        expect(cut.text).toBe(whole.text);
        expect(cut.report).toEqual(whole.report);
      }),
      { numRuns: 80 },
    );
  });

  test('the output is true, never empty and never longer', async () => {
    await fc.assert(
      fc.asyncProperty(programText, tunings, async (raw, tuning) => {
        const { text, warnings } = await reduce(raw, { tuning });
        const shown = renderText(raw)
          .map(row => row.text + row.end)
          .join('');
        expect(warnings).toEqual([]);
        expect(await checkTexts(raw, text)).toMatchObject({ isTrue: true });
        expect(text === '').toBe(shown === '');
        expect(estimated(text)).toBeLessThanOrEqual(Math.max(estimated(shown), estimated(raw)));
      }),
      { numRuns: 80 },
    );
  });
});

const long = recordings.filter(({ raw }) => raw.length > 16_384 && raw.length < 60_000).slice(0, 12);

test.each(long)(
  '$name, longer than what is looked at, is cut alike where small means 40,000 bytes',
  async ({ raw }) => {
    for (const input of [raw, Buffer.concat([raw, hostileSample])]) {
      const tuning = { minBytes: 40_000 };
      const whole = await reduce(input, { tuning });
      expect((await reduce(inSizes(input, [1_021]), { tuning })).text).toBe(whole.text);
      if (input.length >= 40_000) expect(whole.text).toBe((await reduce(input)).text);
      else expect(whole.report.isLossy).toBe(false);
    }
  },
);
