import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOwnMark } from '../../src/text/marker.js';
import { type Run, reduce } from '../support/run.js';
import { asked, markedText, programText } from '../support/texts.js';

const ROUNDS = 120;

/**
 * A text is known by a mark in the first 16 KiB. One whose first mark stands below is left alone from that mark on,
 * but what stands above it may be classified otherwise than in the first run.
 */
const isSeenAsOurs = ({ out }: Run): boolean =>
  out.length <= 16_384 || out.subarray(0, 16_000).toString('utf8').split(/\r?\n/).slice(0, -1).some(isOwnMark);

describe('I12: our own output fed in again comes out unchanged', () => {
  test.each([
    ['program output', programText],
    ['text with look-alikes of our marks', markedText],
  ])('with the same options and with none: %s', async (_name, texts) => {
    await fc.assert(
      fc.asyncProperty(texts, asked, async (raw, options) => {
        const once = await reduce(raw, options);
        if (!isSeenAsOurs(once)) return;
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
});
