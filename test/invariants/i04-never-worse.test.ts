import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/model/gpt-4o';
import { describe, expect, test } from 'vitest';
import { MIN_HARD_CHARS } from '../../src/clamp/policy.js';
import { renderText } from '../../src/text/screen.js';
import { estimateTokens } from '../../src/tokens/estimate.js';
import { reduce } from '../support/run.js';
import { asked, programText } from '../support/texts.js';

const rendered = (raw: string): string =>
  renderText(raw)
    .map(({ text, end }) => text + end)
    .join('');
const estimated = (text: string): number => text.split('\n').reduce((sum, line) => sum + estimateTokens(line) + 1, 0);

describe('I4: the result never costs more tokens than the input', () => {
  test('by estimate and by o200k, on generated text', async () => {
    await fc.assert(
      fc.asyncProperty(programText, asked, async (raw, options) => {
        const shown = rendered(raw);
        const { text } = await reduce(raw, options);
        // A limit that the text passes by a little is held, though the marks may cost more than what had to go.
        const { maxChars } = options;
        const isNear = (limit: number): boolean => shown.length > limit && shown.length < 2 * limit;
        if (maxChars !== undefined && isNear(Math.max(maxChars, MIN_HARD_CHARS / 2))) return;
        if (maxChars !== undefined && maxChars < MIN_HARD_CHARS && shown.length < MIN_HARD_CHARS) return;
        expect(estimated(text)).toBeLessThanOrEqual(estimated(shown));
        expect(countTokens(text)).toBeLessThanOrEqual(countTokens(shown));
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ['rulers', `${'='.repeat(60)}\n`.repeat(3)],
    ['twenty file names', Array.from({ length: 20 }, (_, i) => `chapter-${i + 1}-draft.md\n`).join('')],
    ['an input of one token a line', 'y\n'.repeat(400)],
    ['blank lines', '\n'.repeat(700)],
  ])('on %s', async (_name, raw) => {
    const { text } = await reduce(raw);
    expect(countTokens(text)).toBeLessThanOrEqual(countTokens(raw));
  });
});
