/** Strings that a pattern needs: never more than it does, or a rule would not be found. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { needsOf } from '../../src/dev/needs.js';
import { builtInRules } from '../../src/generated/rules.js';
import { loadBuiltIn } from '../../src/rules/book.js';
import { recordings } from '../support/recordings.js';

test.each([
  ['^test result: (?:ok|FAILED)\\.', ['test result: ok.', 'test result: FAILED.']],
  ['^ +Finished `?\\w+', ['Finished ']],
  ['^(?:PASS|FAIL) \\S', ['PASS ', 'FAIL ']],
  ['(?!no )passed', ['passed']],
  ['(?:ran|run){2}', ['ran', 'run']],
  ['^\\d+ tests?$', [' test']],
  ['(?:collected|x+) \\d', undefined],
  ['a|bcd', undefined],
  ['(?:abcd)?', undefined],
  ['(?:abcd)+', ['abcd']],
  ['[ab]cde', ['cde']],
])('%s needs %j', (pattern, needs) => expect(needsOf(pattern)).toEqual(needs));

const known = loadBuiltIn(builtInRules).flatMap(({ head }) =>
  Object.entries(head.match.output?.signatures ?? {}).map(([name, pattern]) => ({
    id: head.id,
    name,
    pattern: new RegExp(pattern, 'mu'),
    needs: head.needs?.[name],
  })),
);

describe('signatures of the rules', () => {
  const texts = recordings.map(({ raw }) => raw.toString('utf8').slice(0, 16_384));

  test.each(known)('$id $name: a text that shows it has what it needs', ({ pattern, needs }) => {
    const shown = texts.filter(text => pattern.test(text));
    expect(shown.filter(text => needs?.some(need => text.includes(need)) ?? true)).toEqual(shown);
  });

  // the generator knows no looking ahead, and no `m`
  const plain = known.filter(({ pattern, needs }) => needs !== undefined && !/\(\?<?[=!]|\\b/i.test(pattern.source));
  test.each(plain)('$id $name: generated matches have what it needs', ({ pattern, needs }) => {
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(pattern.source, 'u')), text => needs?.some(need => text.includes(need))),
      { numRuns: 50 },
    );
  });
});
