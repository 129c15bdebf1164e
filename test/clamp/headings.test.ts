/** Names of files above their findings: the folder is said once, and every line can be had back from the output alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';
import { unfold } from '../support/unfold.js';
import { expectUrgentAtOnce } from '../support/urgent.js';

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{2,11}$/);
const path = fc
  .tuple(fc.constantFrom('', './', '/home/dev/shop/', 'C:\\', '../'), fc.array(name, { maxLength: 4 }), name)
  .map(([root, folders, base]) => `${root}${[...folders, base].join('/')}.ts`);
/** What linters print below a name, and what only looks like it. */
const below = fc.constantFrom(
  '  12:5  error    Unexpected var            no-var',
  '  13:5  warning  Unexpected console        no-console',
  '  src/a.c:12: set in, with a place',
  '',
  '3 problems',
  'b.c:9: of another form',
  '[2 files begin: src/]',
  'src/other.ts: trailing words',
);
const report = fc
  .array(fc.tuple(path, fc.array(below, { maxLength: 5 })), { minLength: 1, maxLength: 12 })
  .map(files => `${files.flatMap(([file, rows]) => [file, ...rows]).join('\n')}\n`);

test('check holds for whatever stands below the names, and the output fed in again is unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(report, fc.constantFrom('full' as const, 'light' as const), async (raw, profile) => {
      const { text } = await reduce(raw, { profile });
      expect((await checkTexts(raw, text)).violation).toBeUndefined();
      expect((await reduce(text, { profile })).text).toBe(text);
    }),
    { numRuns: 200 },
  );
});

const files = Array.from({ length: 8 }, (_, i) => `/home/dev/shop/packages/web/src/page-${i}.ts`);
const raw = files.map((file, i) => `\n${file}\n  ${i + 1}:1  error  Page ${i} has no title  page/title\n`).join('');

test('eight names in a folder: it stands once, and each name where it was', async () => {
  const { text } = await reduce(raw, { profile: 'light' });
  expect(text).toContain('[8 files begin: /home/dev/shop/packages/web/src/]\npage-0.ts\n  1:1  error  Page 0');
  expect(text.match(/\/home\/dev/g)).toHaveLength(1);
  expect(unfold(text)).toBe(raw);
});

test('names of another tree begin another group, or stand as they are', async () => {
  const other = raw.replaceAll('/home/dev/shop/packages/web/src/', '/srv/checkout/apps/admin/src/');
  const { text } = await reduce(raw + other, { profile: 'light' });
  expect(text.match(/^\[8 files begin: .*\]$/gm)).toHaveLength(2);
  expect(unfold(text)).toBe(raw + other);
});

test.each([
  ['a changed name', (text: string) => text.replace('\npage-3.ts', '\npage-9.ts')],
  ['a changed folder', (text: string) => text.replace('/web/src/]', '/wed/src/]')],
  ['a name taken out', (text: string) => text.replace('\npage-3.ts', '')],
  ['a name put in', (text: string) => text.replace('\npage-3.ts', '\npage-2.ts\npage-3.ts')],
  ['a finding put in', (text: string) => text.replace('\npage-3.ts', '\n  9:9  error  x\npage-3.ts')],
  ['a count that is too low', (text: string) => text.replace('[8 files', '[7 files')],
  ['a count that is too high', (text: string) => text.replace('[8 files', '[9 files')],
])('check refuses %s', async (_what, change) => {
  const { text } = await reduce(raw);
  expect(change(text)).not.toBe(text);
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
  expect((await checkTexts(raw, change(text))).violation).toBeDefined();
});

test('what cannot wait is there at once', async () => {
  await expectUrgentAtOnce(raw, 10_000);
});
