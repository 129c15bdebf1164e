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

  test('rows of one line cost a limit as much as lines of their own', async () => {
    const raw = [
      '\x1b[1A\x1b[2Kauth done',
      'row\fauth done',
      'step 10: auth and naïve went on as before',
      'auth 100%',
      "src/app.ts:10:7: error: 'auth' was not declared in this scope",
      'step 10000: db.pool and auth went on as before',
      '\b\bpayment done',
      '\x1b[31mauth\x1b[0m 0\x1b[K',
      '   ',
      'step 0: auth and auth went on as before',
      'auth                 0  auth',
      'step 0: auth and auth went on as before',
      '2026-11-20T00:00:00Z INFO größe: request 107 took 10 ms',
      'step 1000: auth and auth went on as before',
      "tests/test_cart.py:16969:7: error: 'auth' was not declared in this scope",
      '',
    ].join('\r\n');
    const once = await reduce(raw, { maxChars: 1_000 });
    expect((await reduce(once.out, { maxChars: 1_000 })).text).toBe(once.text);
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
