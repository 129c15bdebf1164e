import { countTokens } from 'gpt-tokenizer/model/gpt-4o';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../src/tokens/estimate.js';

describe('the estimate of tokens', () => {
  // What a left-out line is thought to save must not be far more than it does, or its mark costs more.
  test.each([
    ['a frame under code', '                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~'],
    ['a short frame', '        ^~~~'],
    ['a frame of rustc', '   |                 ^^^^^^^^^^^^^^^^^^^^^^^^'],
    ['a ruler', '='.repeat(60)],
    ['a ruler of a table', '+----------------------+--------------------+'],
    ['a bar that is drawn', '━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━'],
    ['a name', 'src/jinja2/environment.py:1412:17'],
    ['a sentence', 'Incompatible types in assignment (expression has type "float", variable has type "int")'],
  ])('of %s is at most twice the count', (_name, text) => {
    expect(estimateTokens(text)).toBeLessThanOrEqual(2 * countTokens(text));
    // Too low a guess only keeps what might go.
    expect(5 * estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text));
  });

  test('a text and its halves are estimated alike', () => {
    const text = '  at ---- x ====== y ~~~^^^^ 12345';
    for (let cut = 0; cut <= text.length; cut += 1) {
      const parts = estimateTokens(text.slice(0, cut)) + estimateTokens(text.slice(cut));
      expect(Math.abs(parts - estimateTokens(text))).toBeLessThanOrEqual(2);
    }
  });

  test('an empty text costs nothing', () => {
    expect(estimateTokens('')).toBe(0);
  });
});
