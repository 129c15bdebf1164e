import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordings } from '../support/recordings.js';
import { reduce } from '../support/run.js';
import { asked, markedText, programText } from '../support/texts.js';

const ROUNDS = 300;

describe('I12: our own output fed in again comes out unchanged', () => {
  test.each([
    ['program output', programText],
    ['text with look-alikes of our marks', markedText],
  ])('with the same options and with none: %s', async (_name, texts) => {
    await fc.assert(
      fc.asyncProperty(texts, asked, async (raw, options) => {
        const once = await reduce(raw, options);
        expect((await reduce(once.out, options)).text).toBe(once.text);
        // Without a mark nobody can know that the text is ours, and other options may find more to do.
        if (!once.report.isLossy) return;
        expect((await reduce(once.out)).text).toBe(once.text);
        expect((await reduce(once.out, { profile: 'light' })).text).toBe(once.text);
      }),
      { numRuns: ROUNDS },
    );
  });

  test('lossless output stays as it is under profile light and full', async () => {
    await fc.assert(
      fc.asyncProperty(markedText, async raw => {
        const once = await reduce(raw, { profile: 'light' });
        expect((await reduce(once.out, { profile: 'light' })).text).toBe(once.text);
      }),
      { numRuns: ROUNDS },
    );
  });

  test.each(recordings)('output of $name', async ({ raw }) => {
    const once = await reduce(raw);
    expect((await reduce(once.out)).out.equals(once.out)).toBe(true);
  });
});
