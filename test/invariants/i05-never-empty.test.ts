import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderText } from '../../src/text/screen.js';
import { reduce } from '../support/run.js';
import { asked, markedText } from '../support/texts.js';

describe('I5: what shows something gives something', () => {
  test('input that a terminal would show anything of gives output', async () => {
    await fc.assert(
      fc.asyncProperty(markedText, asked, async (raw, options) => {
        const shows = renderText(raw).some(({ text, end }) => text + end !== '');
        expect((await reduce(raw, options)).out.length > 0).toBe(shows);
      }),
      { numRuns: 300 },
    );
  });

  test('no input gives no output', async () => {
    expect((await reduce('')).text).toBe('');
  });

  test.each(['\n', ' ', '\r\n', 'x', '\n\n\n'])('%j gives itself', async raw => {
    expect((await reduce(raw)).text).toBe(raw);
  });
});
