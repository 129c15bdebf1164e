/** Quoted source: one mark for all of it, from which it can be told what is left out. */
import { expect, test } from 'vitest';
import { openRecorder } from '../../src/ccr/recorder.js';
import { freshStore } from '../ccr/store.js';
import { inSizes } from '../support/cuts.js';
import { checkTexts, reduce } from '../support/run.js';

const finding = (at: number): readonly string[] => [
  `lib/oven.rb:${at}:3: C: [Correctable] Style/SingleLineMethods: Avoid single-line method definitions in no. ${at}.`,
  `  def heat${at}(temp) @temp = temp end`,
  '  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
];
const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
const raw = textOf([
  'Inspecting 1 file',
  ...Array.from({ length: 12 }, (_, at) => finding(at + 1)).flat(),
  '1 file inspected, 12 offenses detected',
]);
const options = { command: 'rubocop', exitCode: 1 };

test('one mark stands for the quoted lines of all findings', async () => {
  const { text, report } = await reduce(raw, options);
  const lines = text.split('\n');
  expect(lines.filter(line => line.startsWith('['))).toEqual([
    '[12 findings begin: lib/oven.rb:]',
    '[quoted source left out below]',
    `[24 of 38 lines omitted: tinyjuice retrieve ${report.recovery?.token}]`,
  ]);
  expect(lines.filter(line => /^\d+:3: C: /.test(line)).length).toBe(12);
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
});

test('the output is the same however the input is cut, and unchanged when fed in again', async () => {
  const { text } = await reduce(raw, options);
  for (const size of [1, 7, 64, 1_000])
    expect((await reduce(inSizes(Buffer.from(raw), [size]), options)).text).toBe(text);
  expect((await reduce(text, options)).text).toBe(text);
});

test('two quoted lines pay for no mark', async () => {
  const few = textOf([...finding(1), ...finding(2), '1 file inspected, 2 offenses detected']);
  expect((await reduce(few, options)).text).toBe(few);
});

test('check finds a finding that is missing, one that is shown without its mark, and quoted lines that are shown', async () => {
  const { text } = await reduce(raw, options);
  const violation = async (lines: readonly string[]): Promise<number | undefined> =>
    (await checkTexts(raw, lines.join('\n'))).violation?.line;
  const lines = text.split('\n');
  const markAt = lines.indexOf('[quoted source left out below]');
  expect(await violation(lines.filter((_, at) => at !== markAt + 2))).toBe(markAt + 3);
  expect(await violation(lines.filter((_, at) => at !== markAt))).toBe(markAt + 1);
  expect(await violation(lines.toSpliced(markAt + 2, 0, finding(2)[1] ?? ''))).toBe(markAt + 3);
});

test('check refuses a mark where it says nothing, or something wrong', async () => {
  const text = (await reduce(raw, options)).text.split('\n');
  const isTrue = async (lines: readonly string[]) => (await checkTexts(raw, lines.join('\n'))).isTrue;
  const markAt = text.indexOf('[quoted source left out below]');
  expect(await isTrue(text)).toBe(true);
  for (const [at, mark] of [
    [0, '[quoted source left out below]'],
    [text.length - 3, '[quoted source left out below]'],
    [markAt + 1, '[quoted source left out below]'],
    [0, '[quoted source shown from line 1]'],
    [text.length - 3, '[quoted source shown from line 12]'],
  ] as const)
    expect([at, mark, await isTrue(text.toSpliced(at, 0, mark))]).toEqual([at, mark, false]);
});

test('once the store has failed, quoted lines are shown again, and the output says from where', async () => {
  const long = textOf(Array.from({ length: 900 }, (_, at) => finding(at + 1)).flat());
  const recorder = openRecorder(freshStore({ maxBytes: 60_000 }));
  const run = await reduce(inSizes(Buffer.from(long), [4_096]), { ...options, recorder });
  expect(run.text).toMatch(/^\[quoted source shown from line \d+\]$/m);
  expect(run.text).toContain(finding(900).slice(1).join('\n'));
  expect((await checkTexts(long, run.text)).violation).toBeUndefined();
});

test('a fault behind the mark shows all that follows, and says from where', async () => {
  const run = await reduce(raw, { ...options, provoke: 'findings' });
  expect((await checkTexts(raw, run.text)).violation).toBeUndefined();
});

test('what cannot be stored is shown', async () => {
  expect((await reduce(raw, { ...options, store: 'none' })).text).not.toContain('quoted source');
});
