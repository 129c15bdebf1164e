import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reduce } from '../support/run.js';
import { asked, markedText } from '../support/texts.js';

describe('I5: what is not empty gives something', () => {
  test('generated text', async () => {
    await fc.assert(
      fc.asyncProperty(markedText, asked, async (raw, options) => {
        expect((await reduce(raw, options)).out.length > 0).toBe(raw !== '');
      }),
      { numRuns: 200 },
    );
  });

  test('text of which a terminal shows nothing in the end', async () => {
    const spinner = Array.from({ length: 300 }, (_, i) => `\r${i} %`).join('');
    expect((await reduce(`${spinner}\r\x1b[K`)).text).toBe('\n');
    expect((await reduce('\x1b[31m\x1b[0m')).text).toBe('\x1b[31m\x1b[0m');
  });

  test('no input gives no output', async () => {
    expect((await reduce('')).text).toBe('');
  });

  test.each(['\n', ' ', '\r\n', 'x', '\n\n\n'])('%j gives itself', async raw => {
    expect((await reduce(raw)).text).toBe(raw);
  });
});
