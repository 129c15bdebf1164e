/** Findings in one file or folder: it is said once, and every line can be had back from the output alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeLight } from '../support/light.js';
import { checkTexts, reduce } from '../support/run.js';
import { expectUrgentAtOnce } from '../support/urgent.js';

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{2,11}$/);
const file = fc
  .tuple(fc.constantFrom('', './', '/', 'C:\\', '../'), fc.array(name, { minLength: 0, maxLength: 4 }), name)
  .map(([root, folders, base]) => `${root}${[...folders, base].join('/')}.c`);
const place = fc.oneof(
  fc.nat(999).map(row => `${row}`),
  fc.tuple(fc.nat(999), fc.nat(80)).map(([row, column]) => `${row}:${column}`),
);
const message = fc.constantFrom(
  'error: expected ; before }',
  'warning: unused variable',
  'note: declared here',
  'E501 line too long',
);
/** What compilers print among them, and what only looks like it. */
const among = fc.constantFrom(
  '      int x = 5',
  '          ^~~~',
  '',
  'In file included from a.h:3,',
  '12 errors generated.',
  '7: not a place in this file',
  'b.c:9: of another',
  'make: *** [Makefile:3: all] Error 1',
  '[2 findings begin: src/a.c:]',
);
const findings = fc
  .array(
    fc.tuple(
      file,
      fc.array(fc.tuple(place, message, fc.array(among, { maxLength: 2 })), { minLength: 1, maxLength: 12 }),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map(files =>
    files.flatMap(([path, found], index) =>
      found.flatMap(([at, text, rest]) => [
        index % 3 === 1 ? `${path}(${at.replace(/:.*/, '')},7): ${text}` : `${path}:${at}: ${text}`,
        ...rest,
      ]),
    ),
  )
  .map(lines => `${lines.join('\n')}\n`);

test('check holds for whatever stands among them, and the output fed in again is unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(findings, fc.constantFrom('full' as const, 'light' as const), async (raw, profile) => {
      const { text } = await reduce(raw, { profile });
      expect((await checkTexts(raw, text)).violation).toBeUndefined();
      expect((await reduce(text, { profile })).text).toBe(text);
    }),
    { numRuns: 300 },
  );
});

const plain = findings.filter(raw => !/^\[2 findings|^(.*)\n\1$/m.test(raw));

test('unfolded, the output is the input', async () => {
  await fc.assert(
    fc.asyncProperty(plain, async raw => {
      const { text } = await reduce(raw, { profile: 'light' });
      expect(decodeLight(text)).toBe(raw);
    }),
    { numRuns: 300 },
  );
});

const rows = Array.from({ length: 12 }, (_, i) => `src/server/cart.c:${i + 3}:7: error: ‘v${i}’ undeclared`);
const framed = rows.flatMap((row, i) => [row, `  ${i + 3} |   v${i} = 1;`, '      |   ^~']);
const raw = `${framed.join('\n')}\n`;

test('twelve findings in a file: its name stands once, and frames stand among them', async () => {
  const { text } = await reduce(raw);
  expect(text).toMatch(/^\[12 findings begin: src\/server\/cart\.c:\]\n3:7: error: ‘v0’ undeclared\n/);
  expect(text.match(/cart\.c/g)).toHaveLength(1);
});

test('one finding in each file: the folder stands once', async () => {
  const lines = Array.from(
    { length: 12 },
    (_, i) => `/home/dev/shop/src/handler_${i}.c:${i + 3}:7: error: ‘v${i}’ undeclared`,
  );
  const { text } = await reduce(`${lines.join('\n')}\n`);
  expect(text).toContain('[12 findings begin: /home/dev/shop/src/]\nhandler_0.c:3:7: error');
});

test.each([
  ['a changed place', (text: string) => text.replace('\n5:7:', '\n5:8:')],
  ['a changed file', (text: string) => text.replace('cart.c:]', 'card.c:]')],
  ['a finding taken out', (text: string) => text.replace(/\n5:7:.*/, '')],
  ['a finding put in', (text: string) => text.replace('\n5:7:', '\n4:7: error: x\n5:7:')],
  ['a frame put in', (text: string) => text.replace('\n5:7:', '\n  note: fine\n5:7:')],
  ['a count that is too low', (text: string) => text.replace('[12 findings', '[11 findings')],
  ['a count that is too high', (text: string) => text.replace('[12 findings', '[13 findings')],
])('check refuses %s', async (_what, change) => {
  const { text } = await reduce(raw);
  expect(change(text)).not.toBe(text);
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
  expect((await checkTexts(raw, change(text))).violation).toBeDefined();
});

test('what a test says of a place is left as it is', async () => {
  const summary = 'FAIL: 12 of 40\n=== 12 failed, 28 passed in 0.51s ===\n';
  const head = '============================= test session starts ==============================\ncollected 40 items\n';
  const { text, report } = await reduce(`${head}${rows.join('\n')}\n${summary}`, { command: 'pytest' });
  expect(report.family).toBe('test-results');
  expect(text).not.toContain('findings begin');
});

test('names of many folders take no time', async () => {
  const line = 'a/'.repeat(250);
  const started = performance.now();
  await reduce(Array.from({ length: 100 }, (_, i) => `${line} ${i}\n`).join(''), { profile: 'light' });
  expect(performance.now() - started).toBeLessThan(20_000);
});

test('below a mark that stands beyond the head nothing is folded again', async () => {
  const words = (at: number): string => [...`${at * 7919}`].map(digit => 'abcdefghij'.charAt(Number(digit))).join(' ');
  const head = Array.from({ length: 700 }, (_, i) => `${words(i)} is a line that is like no other\n`).join('');
  const folder = '/home/dev/project/of/many/folders/';
  const rows = Array.from(
    { length: 20 },
    (_, i) => `${folder}services/payment/adapters/f${i}.c:3:7: error: no v${i}\n`,
  );
  const { text } = await reduce(`${head}${rows.join('')}${folder}Makefile:3: error: x\n`, { profile: 'light' });
  expect(text).toContain(`[21 findings begin: ${folder}]\n`);
  expect((await reduce(text, { profile: 'light' })).text).toBe(text);
});

test('a line that a CI service acts on does not wait for findings below it', async () => {
  await expectUrgentAtOnce(`${rows.join('\n')}\n`, 2_000);
});

test('findings behind a level in brackets, or set in, are said by file too; a bare place is not one', async () => {
  const finding = (before: string, at: number): string =>
    `${before}/home/dev/quay/src/main/java/berth/Berths.java:${at}: first sentence is missing an ending period.`;
  for (const before of ['[WARN] ', '  ']) {
    const lines = Array.from({ length: 12 }, (_, i) => finding(before, i * 3 + 1));
    const text = `Starting audit...\n${lines.join('\n')}\nAudit done.\n`;
    const run = await reduce(text, { profile: 'light' });
    expect(run.text).toContain(
      `\n[12 findings begin: ${before}/home/dev/quay/src/main/java/berth/Berths.java:]\n1: first`,
    );
    expect((await checkTexts(text, run.text)).violation).toBeUndefined();
    const bare = lines.map(line => line.replace(/: first.*/, '')).join('\n');
    expect((await reduce(`${bare}\n`, { profile: 'light' })).text).not.toContain('findings begin:   ');
  }
});
