import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Hit, Needles } from '../../src/ccr/needles.js';

const WORDS = ['abc', 'bca', 'sk-', '://', 'aabbcc'];

/** What a slow search finds. */
function findSlowly(block: Buffer): Hit[] {
  const hits: Hit[] = [];
  for (let at = 0; at < block.length; at += 1)
    for (const [needle, word] of WORDS.entries())
      if (block.toString('latin1', at, at + word.length) === word) hits.push({ at, needle });
  return hits;
}

test('every string is found, wherever the block lies in memory and however short it is', () => {
  const needles = new Needles(WORDS);
  const pieces = fc.array(fc.constantFrom(...WORDS, 'a', 'b', 'c', '-', '/', ' ', '\xff'), { maxLength: 24 });
  fc.assert(
    fc.property(pieces, fc.nat(7), (words, offset) => {
      const text = Buffer.from(words.join(''), 'latin1');
      const block = Buffer.concat([Buffer.alloc(offset), text]).subarray(offset);
      const hits: Hit[] = [];
      needles.each(block, hit => hits.push(hit) > 0);
      const byPlace = (a: Hit, b: Hit): number => a.at - b.at || a.needle - b.needle;
      expect(hits.sort(byPlace)).toEqual(findSlowly(block).sort(byPlace));
    }),
    { numRuns: 2_000 },
  );
});
