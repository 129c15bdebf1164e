/** A log by templates: what many records have in common is said once; the way back leads to the text. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import templates from '../../src/compressors/kinds/log-templates.js';
import { decodeText } from '../../src/forms.js';
import { checkTexts, reduce } from '../support/run.js';

const hints = { profile: 'light', shape: 'stream', isLate: () => false } as const;
const clock = (i: number): string => new Date(Date.UTC(2026, 10, 22, 6, 0, i)).toISOString();

/** Boats come and go; one does not. */
const harbour = Array.from({ length: 60 }, (_, i) => {
  if (i === 17) return `${clock(i)} ERROR berth 4: mooring line parted under 48 kN`;
  if (i % 9 === 5) return `${clock(i)} WARN tide gauge 2 is late by ${i * 3} ms`;
  if (i === 31) return `${clock(i)} INFO the harbour master has gone to lunch`;
  return i % 2 === 0
    ? `${clock(i)} INFO berth ${i % 7}: boat NO-${1_000 + i} arrives [draught=${i}.5m]`
    : `${clock(i)} INFO crane ${i % 3} lifts ${i * 10} kg from NO-${1_000 + i}`;
});
const log = `${harbour.join('\n')}\n`;

describe('a log that is there as a whole, with nothing to be left out', () => {
  test('is written by its templates, and comes back', async () => {
    const run = await reduce(log, { profile: 'light', isComplete: true });
    expect(run.text).toMatch(/^\[log by templates, .*; exact: tinyjuice decode\]\n/);
    expect(run.text).toContain('[a: 2026-11-22T06:00:{}Z INFO berth {}: boat NO-{} arrives [draught={}m]]');
    expect(run.out.length).toBeLessThan(log.length * 0.6);
    expect(decodeText(run.text)).toEqual({ original: log });
    expect((await checkTexts(log, run.text)).violation).toBeUndefined();
  });

  test('shows what is odd, and the first and last of each trouble, as they were printed', async () => {
    const { text } = await reduce(log, { profile: 'light', isComplete: true });
    const late = harbour.filter(line => line.includes('is late'));
    for (const whole of [harbour[17], harbour[31], late[0], late.at(-1)]) expect(text).toContain(`\n${whole}\n`);
  });
});

test.each([
  ['that is still written', { profile: 'light' }],
  ['of which lines may be left out', { profile: 'full', isComplete: true }],
] as const)('a log %s has no templates', async (_, options) => {
  expect((await reduce(log, options)).text).not.toContain('log by templates');
});

test('lines that look like rows, templates or marks of ours come back', () => {
  const odd = ['a', 'a 1 2', 'zz', '[a: {} x]', '=', '= a', '', '{}', `${clock(1)} INFO berth {}: boat "`, '{{}}'];
  const text = [...harbour, ...odd, ...harbour].join('\n');
  const result = templates.compress(text, hints);
  expect(result && templates.decode(result)).toBe(text);
});

test.each([
  ['a row without a template', 'b 1'],
  ['a row with too few values', '[a: x {} y {}]\na 1'],
  ['a mark for a value that has none above', '[a: x {}]\na "'],
])('%s is refused', (_, body) => {
  expect(() => templates.decode({ about: templates.forms[0] as string, body })).toThrow();
});

test('leads back to the text, or declines', () => {
  const word = fc.constantFrom(
    'berth',
    'boat',
    'NO-12',
    '{',
    '}',
    '{}',
    '"',
    '=',
    'a',
    '[a:',
    'x=1',
    '(7)',
    '|',
    '9ms',
    'é',
    '12.5',
  );
  const gap = fc.constantFrom(' ', '  ', '\t', '=', ', ');
  const record = fc
    .tuple(fc.nat(59), fc.constantFrom('INFO', 'WARN', 'ERROR'), fc.array(fc.tuple(gap, word), { maxLength: 5 }))
    .map(([second, level, words]) => `${clock(second)} ${level}${words.flat().join('')}`);
  const texts = fc.array(
    fc.oneof(
      record,
      fc.array(word, { maxLength: 3 }).map(words => words.join(' ')),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(texts, fc.nat(5), (lines, times) => {
      const text = Array.from({ length: times + 1 }, () => lines.join('\n')).join('\n');
      const result = templates.compress(text, hints);
      if (result !== undefined) expect(templates.decode(result)).toBe(text);
    }),
    { numRuns: 500 },
  );
});
