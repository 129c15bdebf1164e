import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { literalOf } from '../../src/custom/literal.js';
import { builtInRules } from '../../src/generated/rules.js';
import { loadBuiltIn } from '../../src/rules/book.js';
import { recordings } from '../support/recordings.js';

test.each([
  ['^beats: \\d+$', 'beats: '],
  ['^hammer v\\d+', 'hammer v'],
  ['^test result: (?:ok|FAILED)\\.', 'test result: '],
  ['^abc?def', 'def'],
  ['abcd*', 'abc'],
  ['abc+d', 'abc'],
  ['abc{2}d', undefined],
  ['a\\.b\\(c', 'a.b(c'],
  ['one two|three', undefined],
  ['(?:one|two|three)', undefined],
  ['(a(b)c) far out', undefined],
  ['[abc]def', 'def'],
  ['\\bword\\b', 'word'],
  ['\\u{1F600}abc', 'abc'],
  ['a$', undefined],
  ['', undefined],
])('%s needs %j', (pattern, literal) => expect(literalOf(pattern)).toBe(literal));

describe('the signatures of the built-in rules', () => {
  const signatures = loadBuiltIn(builtInRules).flatMap(({ head }) =>
    Object.entries(head.match.output?.signatures ?? {}).map(([name, source]) => [head.id, name, source] as const),
  );
  const texts = recordings.map(({ raw }) => raw.toString('utf8').slice(0, 16_384));

  test.each(signatures)('%s %s: a text that shows it has its string', (_id, _name, source) => {
    const literal = literalOf(source) ?? '';
    const pattern = new RegExp(source, 'mu');
    expect(texts.filter(text => pattern.test(text) && !text.includes(literal))).toEqual([]);
    // the generator knows no looking ahead
    if (/\(\?<?[=!]|\\b/.test(source)) return;
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(source, 'u')), text => text.includes(literal)),
      { numRuns: 20 },
    );
  });
});
