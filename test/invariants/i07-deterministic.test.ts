import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freshStore } from '../ccr/store.js';
import { reduce } from '../support/run.js';
import { asked, markedText } from '../support/texts.js';

describe('I7: same bytes, same command, same options give the same bytes', () => {
  test('twice in one process, with different stores', async () => {
    await fc.assert(
      fc.asyncProperty(markedText, asked, async (raw, options) => {
        const first = await reduce(raw, { ...options, store: freshStore() });
        const second = await reduce(raw, options);
        expect(second.out.equals(first.out)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
