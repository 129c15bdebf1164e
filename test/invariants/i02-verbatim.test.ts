import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';
import { asked, markedText, programText } from '../support/texts.js';

const ROUNDS = 120;

async function violationOf(raw: string | Buffer, options: Parameters<typeof reduce>[1] = {}): Promise<unknown> {
  const run = await reduce(raw, options);
  return (await checkTexts(run.raw, run.out)).violation;
}

describe('I2: every line of the output stands in the input or is a mark that says the truth', () => {
  test('check accepts every output of generated text', async () => {
    await fc.assert(
      fc.asyncProperty(programText, asked, async (raw, options) => {
        expect(await violationOf(raw, options)).toBeUndefined();
      }),
      { numRuns: ROUNDS },
    );
  });

  test('check accepts every output of text that holds look-alikes of our marks', async () => {
    await fc.assert(
      fc.asyncProperty(markedText, asked, async (raw, options) => {
        expect(await violationOf(raw, options)).toBeUndefined();
      }),
      { numRuns: ROUNDS },
    );
  });

  test('check accepts every lossless output', async () => {
    await fc.assert(
      fc.asyncProperty(markedText, async raw => {
        expect(await violationOf(raw, { profile: 'light' })).toBeUndefined();
      }),
      { numRuns: ROUNDS },
    );
  });
});
