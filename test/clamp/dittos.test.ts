/** A finding that says what another one in its file says names that one's place; every line can be had back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinDittos, splitDittos } from '../../src/text/ditto.js';
import { checkTexts, reduce } from '../support/run.js';

const messages = [
  'warning  Unexpected var, use let or const instead      no-var',
  "warning  'x' is never reassigned. Use 'const' instead  prefer-const",
  "error    'undefinedFn' is not defined, and that is not what was meant  no-undef",
  'note: Double quote to prevent globbing and word splitting. [SC2086]',
  'warning  short  x',
];
const row = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 9 }), fc.constantFrom(...messages))
  .map(([line, column, message]) => ({ place: `${line}:${column}`, message }));
const file = fc.tuple(fc.stringMatching(/^[a-z]{3,8}$/), fc.array(row, { minLength: 1, maxLength: 30 }));
const among = fc.constantFrom('', '    3 |   let y = 1;', '✖ 3 problems', '  1:1', 'a.js:7:7: of another');

/** As eslint prints them: below the file's name. */
const stylish = fc
  .array(fc.tuple(file, among), { minLength: 1, maxLength: 5 })
  .map(files =>
    files.flatMap(([[name, rows], after]) => [
      `/home/dev/shop/${name}.js`,
      ...rows.map(({ place, message }) => `  ${place.padEnd(5)}  ${message}`),
      after,
    ]),
  );
/** As compilers print them: the file's name in each line. */
const inline = fc
  .array(fc.tuple(file, among), { minLength: 1, maxLength: 5 })
  .map(files =>
    files.flatMap(([[name, rows], after]) => [
      ...rows.map(({ place, message }) => `src/${name}.sh:${place}: ${message}`),
      after,
    ]),
  );
const listing = fc.oneof(stylish, inline).map(lines => `${lines.join('\n')}\n`);

test('check holds for whatever is listed, and the output fed in again is unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(listing, fc.constantFrom('full' as const, 'light' as const), async (raw, profile) => {
      const { text } = await reduce(raw, { profile });
      expect((await checkTexts(raw, text)).violation).toBeUndefined();
      expect((await reduce(text, { profile })).text).toBe(text);
    }),
    { numRuns: 300 },
  );
});

/** Written by hand, so that it shares no code with the fold: in one file every place stands once. */
const said = (i: number): string => messages[i % 3 === 0 ? 1 : 0] ?? '';
const raw = [
  '/home/dev/shop/cart.js',
  ...Array.from({ length: 12 }, (_, i) => `  ${i + 1}:1  ${said(i)}`),
  '',
  '/home/dev/shop/feed.js',
  ...Array.from({ length: 8 }, (_, i) => `  ${i + 1}:1  ${said(i + 1)}`),
  '',
  '✖ 20 problems (0 errors, 20 warnings)',
  '',
].join('\n');

test('each message is whole once a file, and each place stands', async () => {
  const { text, report } = await reduce(raw);
  expect(report.isLossy).toBe(false);
  const back: string[] = [];
  for (const line of text.split('\n')) {
    const place = /\[as (\d+:\d+)\]$/.exec(line)?.[1];
    const message = back.findLast(other => other.startsWith(`  ${place}  `))?.replace(/^ +\S+ +/, '');
    if (place === undefined) back.push(line);
    else for (const [, own] of line.matchAll(/(\d+:\d+)(?= )/g)) back.push(`  ${own}  ${message}`);
  }
  expect(back.join('\n')).toBe(raw);
  expect(text).toContain('\n  3:1  [as 2:1]\n');
  expect(text).toContain('\n  5:1    6:1  [as 2:1]\n');
});

test('a linter’s errors are findings as its warnings are', async () => {
  const lines = Array.from({ length: 12 }, (_, i) => `  ${i + 1}:1  ${messages[2]}`);
  const raw = `/home/dev/shop/cart.js\n${lines.join('\n')}\n\n✖ 12 problems (12 errors, 0 warnings)\n`;
  const { text } = await reduce(raw, { command: 'npx eslint .' });
  expect(text).toContain(
    '\n  2:1    3:1    4:1    5:1    6:1    7:1    8:1    9:1    10:1    11:1    12:1  [as 1:1]\n',
  );
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
});

test('other errors stay as they are', async () => {
  const lines = Array.from({ length: 12 }, (_, i) => `src/cart.c:${i + 1}:1: error: ${messages[3]?.slice(6)}`);
  const { text } = await reduce(`${lines.join('\n')}\nmake: *** [Makefile:3: cart.o] Error 1\n`, { command: 'make' });
  expect(text).not.toContain('[as ');
});

test.each([
  ['another place', (text: string) => text.replace('[as 1:1]', '[as 2:1]')],
  ['a place among others taken out', (text: string) => text.replace('\n  5:1    6:1 ', '\n  6:1 ')],
  ['a place put in among others', (text: string) => text.replace('\n  5:1    6:1 ', '\n  5:1    5:1    6:1 ')],
  ['places in another order', (text: string) => text.replace('\n  5:1    6:1 ', '\n  6:1    5:1 ')],
  ['a place of nothing', (text: string) => text.replace('[as 1:1]', '[as 99:1]')],
  ['a row taken out', (text: string) => text.replace(/\n {2}3:1 .*/, '')],
  ['a row put in', (text: string) => text.replace('\n  3:1 ', '\n  3:1  [as 1:1]\n  3:1 ')],
  ['a message changed', (text: string) => text.replace('Unexpected var', 'Unexpected let')],
  ['the file above changed', (text: string) => text.replace('/home/dev/shop/feed.js\n', '')],
])('check refuses %s', async (_what, change) => {
  const { text } = await reduce(raw);
  expect(change(text)).not.toBe(text);
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
  expect((await checkTexts(raw, change(text))).violation).toBeDefined();
});

test('places of quoted lines stand in one line, and the lines between them are left out', async () => {
  const row = (line: number): readonly string[] => [
    `src/dict.c:${line}:5: warning: a name that the project does not use, after the list in its handbook [-Wnames]`,
    `    dict *d${line} = make(  );`,
    '    ^',
  ];
  const raw = `${Array.from({ length: 40 }, (_, i) => row(2 * i + 1))
    .flat()
    .join('\n')}\n`;
  const { text } = await reduce(raw, { command: 'clang-tidy src/dict.c', exitCode: 1 });
  expect(text).toContain(
    '\n3:5: 5:5: 7:5: 9:5: 11:5: 13:5: 15:5: 17:5: 19:5: 21:5: 23:5: 25:5: 27:5: 29:5: 31:5: 33:5: [as 1:5]\n',
  );
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
  expect((await reduce(text)).text).toBe(text);
});

test.each([
  ['6:1', [['  5:1 [as 2:1]', '  6:1 [as 2:1]'], '  5:1   6:1 [as 2:1]']],
  ['no column', [['5: [as 2]', '16: [as 2]'], '5: 16: [as 2]']],
  ['columns of unequal width', [['   5:1   [as 2:1]', '  16:1   [as 2:1]'], undefined]],
  ['another place', [['5: [as 2]', '16: [as 3]'], undefined]],
] as const)('rows are one line only where they can be told apart: %s', (_what, [rows, joined]) => {
  expect(joinDittos(rows)).toBe(joined);
  if (joined !== undefined) expect(splitDittos(joined)).toEqual(rows);
});
