/** What a runner writes before each line: said once, and what stands behind it is reduced as the tool's own output. */
import { expect, test } from 'vitest';
import { findLead } from '../../src/text/lead.js';
import { checkTexts, reduce } from '../support/run.js';
import { unfold } from '../support/unfold.js';

const suite = (fails: boolean): readonly string[] => [
  '> node --test',
  ...Array.from({ length: 12 }, (_, i) => `✔ case ${i} adds the price list up (0.${i}1ms)`),
  ...(fails ? ['✖ refuses a negative price (1.2ms)', '  AssertionError: expected 422, got 500'] : []),
  'ℹ tests 13',
  'ℹ pass 12',
  `ℹ fail ${fails ? 1 : 0}`,
];
const told = (name: string, lines: readonly string[]): readonly string[] => lines.map(line => `${name}: ${line}`);
const runs = [
  '• Running test in 2 packages',
  ...told('@shop/core:test', suite(false)),
  ...told('@shop/api:test', suite(true)),
  '',
].join('\n');

test('passed tests go, failures stay verbatim, the name is said once a package', async () => {
  const { text } = await reduce(runs, { exitCode: 1 });
  expect(text).not.toContain('✔');
  expect(text).toMatch(/^\[\d+ lines begin: @shop\/api:test: \]$/m);
  expect(text).toContain('\n✖ refuses a negative price (1.2ms)\n  AssertionError: expected 422, got 500\n');
  expect((await checkTexts(runs, text)).violation).toBeUndefined();
});

test('in profile light the name is all that goes, and it can be put back', async () => {
  const { text, report } = await reduce(runs, { profile: 'light' });
  expect(report.isLossy).toBe(false);
  expect(text.length).toBeLessThan(runs.length - 200);
  expect(unfold(text)).toBe(runs);
});

test.each([
  ['a name changed', (text: string) => text.replace('begin: @shop/api:test: ]', 'begin: @shop/web:test: ]')],
  ['a count too low', (text: string) => text.replace(/\[(\d+) lines begin/, (_, n) => `[${Number(n) - 1} lines begin`)],
  ['a line taken out', (text: string) => text.replace('✖ refuses a negative price (1.2ms)\n', '')],
  ['a gap moved', (text: string) => text.replace(/\[\.\.\. lines (\d+)-/, (_, n) => `[... lines ${Number(n) + 1}-`)],
])('check refuses %s', async (_what, change) => {
  const { text } = await reduce(runs, { exitCode: 1 });
  expect(change(text)).not.toBe(text);
  expect((await checkTexts(runs, change(text))).violation).toBeDefined();
});

const ci = [
  '##[group]Run npm test',
  ...Array.from({ length: 20 }, (_, i) => `step ${i} ${'abcdefghij'.slice(i % 10)}`),
].map((line, i) => `2026-03-01T10:15:${10 + i}.1234567Z ${line}`);

test('the times of a CI log begin alike; those of a service stay as they are', async () => {
  const { text } = await reduce(`${ci.join('\n')}\n`);
  expect(text).toContain('[21 lines begin: 2026-03-01T10:15:]\n10.1234567Z ##[group]Run npm test\n');
  expect(findLead(ci.slice(1))).toBeUndefined();
});

test.each([
  ['findings', 'src/a.c:4: warning: unused'],
  ['levels', 'app:error: no such row'],
  ['levels of a logger', 'WARNING:root: no such row'],
  ['bracketed numbers', '[12] item'],
])('%s are no lead', (_what, line) => {
  expect(findLead(Array.from({ length: 20 }, (_, i) => `${line} ${i}`))).toBeUndefined();
});

test('names that come once are no lead', () => {
  expect(findLead(Array.from({ length: 20 }, (_, i) => `task${'abcdefghijklmnopqrst'[i]}:x: done`))).toBeUndefined();
});

test.each([
  ['act', (line: string) => `[CI/test]   | ${line}`],
  ['Cloud Build', (line: string) => `Step #1 - "test": ${line}`],
  ['ant', (line: string) => `     [exec] ${line}`],
  ['gh run view --log', (line: string, i: number) => `test\tRun tests\t2026-03-01T10:15:${10 + i}.1234567Z ${line}`],
])('what a test runner says is known below %s', async (_what, write) => {
  const lines = [...suite(true), ...suite(true).slice(1)].map(write);
  const raw = `${lines.join('\n')}\n`;
  const { text, report } = await reduce(raw, { exitCode: 1 });
  expect(report.rule).toBe('tests/node-test');
  expect(text).not.toContain('✔');
  expect(unfold(text)).toContain(write('  AssertionError: expected 422, got 500', 14));
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
});

test('a table of jobs and times is no lead, where most rows have none', () => {
  expect(
    findLead(Array.from({ length: 20 }, (_, i) => `job ${i}\tstep\t${i % 4 ? i : '2026-03-01T10:15:10Z ok'}`)),
  ).toBeUndefined();
});
