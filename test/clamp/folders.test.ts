/** Paths in one folder: the folder is said once, and every line can be had back from the output alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';
import { unfold } from '../support/unfold.js';

const name = fc.stringMatching(/^[a-z][a-z0-9_-]{2,11}$/);
const folder = fc.array(name, { minLength: 1, maxLength: 4 }).map(names => `${names.join('/')}/`);
const head = fc.constantFrom('', '\tmodified:   ', 'M ', '[warn] ', 'would format ');
const listing = fc
  .array(fc.tuple(head, folder, fc.array(name, { minLength: 1, maxLength: 40 })), { minLength: 1, maxLength: 6 })
  .map(groups => groups.flatMap(([start, path, names]) => names.map(each => `${start}${path}${each}.ts`)))
  .map(lines => `${lines.join('\n')}\n`);

test('unfolded, the output is the input, in every profile, and check says so', async () => {
  await fc.assert(
    fc.asyncProperty(listing, fc.constantFrom('full' as const, 'light' as const), async (raw, profile) => {
      const { text, report } = await reduce(raw, { profile });
      expect(unfold(text)).toBe(raw);
      expect(report.isLossy).toBe(false);
      expect((await checkTexts(raw, text)).violation).toBeUndefined();
    }),
    { numRuns: 200 },
  );
});

const files = Array.from({ length: 30 }, (_, i) => `src/server/handlers/${'abcde'[i % 5]}/handler-${i}.ts`);
const raw = `Would format:\n${files.join('\n')}\n30 files\n`;

test('thirty files of one folder: its name stands once', async () => {
  const { text } = await reduce(raw);
  expect(text).toContain('[30 lines begin: src/server/handlers/]\na/handler-0.ts\nb/handler-1.ts\n');
  expect(text.match(/src\/server\/handlers/g)).toHaveLength(1);
});

test.each([
  ['a changed name', (text: string) => text.replace('handler-3.ts', 'handler-4.ts')],
  ['a changed folder', (text: string) => text.replace('server/handlers/]', 'client/handlers/]')],
  ['a name taken out', (text: string) => text.replace('a/handler-5.ts\n', '')],
  ['a name put in', (text: string) => text.replace('a/handler-5.ts\n', 'a/handler-5.ts\na/handler-5.ts\n')],
  ['a count that is too low', (text: string) => text.replace('[30 lines', '[29 lines')],
  ['a count that is too high', (text: string) => text.replace('[30 lines', '[31 lines')],
  ['a folder whose lines do not come', (text: string) => `${text}[2 lines begin: src/]\n`],
])('check refuses %s', async (_what, change) => {
  const { text } = await reduce(raw);
  expect(change(text)).not.toBe(text);
  expect((await checkTexts(raw, change(text))).violation).toBeDefined();
});

test.each([
  ['addresses', files.map(file => `https://example.org/${file}`)],
  ['lines that go on behind the path', files.map(file => `${file} 10 2 80%`)],
])('%s are left as they are', async (_what, lines) => {
  const { text } = await reduce(`${lines.join('\n')}\n`);
  expect(text).not.toContain('lines begin');
});
