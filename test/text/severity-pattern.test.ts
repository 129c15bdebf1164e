/** What a pattern needs must be what every text that it matches holds: else lines are missed without a trace. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MORE_THAN_PASSED, PASSED } from '../../src/text/severity-passed.js';
import { isWorthAsking, type Row } from '../../src/text/severity-pattern.js';
import { SOURCE_CODE } from '../../src/text/severity-speech.js';
import { CUTS, TOTALS } from '../../src/text/severity-totals.js';

const tables: Readonly<Record<string, readonly Row[]>> = { TOTALS, CUTS, PASSED, MORE_THAN_PASSED, SOURCE_CODE };

/** Texts near the pattern: what stands around them is not made, so not all of them match. */
function textsLike({ source, flags }: RegExp): fc.Arbitrary<string> {
  const bare = source.replace(/\\b/g, '').replace(/\(\?<?[!=](?:\[[^\]]*\]|[^()[]|\([^()]*\))*\)/g, '');
  const lower = fc.stringMatching(new RegExp(bare, flags.replace('i', '')));
  return flags.includes('i') ? fc.oneof(lower, lower.map(upperCase)) : lower;
}

const upperCase = (text: string): string => text.toUpperCase();

describe.each(Object.entries(tables))('%s', (_name, rows) => {
  test.each(rows.map(([needs, pattern]) => [pattern.source, needs, pattern] as const))(
    '%s',
    (_source, needs, pattern) => {
      let matched = 0;
      const near = textsLike(pattern);
      fc.assert(
        fc.property(near, fc.constantFrom('', '  ', 'a::b '), (text, lead) => {
          if (!pattern.test(lead + text)) return;
          matched += 1;
          expect(isWorthAsking(lead + text, needs)).toBe(true);
        }),
        { numRuns: 300 },
      );
      expect(matched).toBeGreaterThan(0);
    },
  );
});
