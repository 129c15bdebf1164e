/** Warnings that are counted, and shown by their last one: the others' places are all there. */
import { expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';

const files = ['src/berth/crane.c', 'src/berth/quay.c', 'src/tide.c'];
const warning = (at: number): string =>
  `${files[Math.floor(at / 120)]}:${at * 3 + 1}:5: warning: unused variable ‘load’ [-Wunused-variable]`;
const raw = `${Array.from({ length: 360 }, (_, at) => warning(at)).join('\n')}\nmake: Nothing left to be done\n`;
const options = { command: 'make all', exitCode: 0 };

test('the place of every warning can be read, shown or counted', async () => {
  const { text } = await reduce(raw, options);
  expect(text).toMatch(/^\[x\d+ lines \d+-360\] src\/tide\.c:1078:5: warning: unused/m);
  const list = /^\[also at (.*)\]$/m.exec(text)?.[1] ?? '';
  for (const file of files.slice(1)) expect(list).toContain(`${file} `);
  for (let at = 0; at < 359; at += 1) expect(text).toMatch(new RegExp(`(?<!\\d)${at * 3 + 1}:5\\b`));
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
  expect((await reduce(text, options)).text).toBe(text);
});

test.each([
  ['a changed place', (text: string) => text.replace(' 1075:5]', ' 1076:5]')],
  ['a place taken out', (text: string) => text.replace(' 1072:5', '')],
  ['a changed file', (text: string) => text.replace(', src/tide.c 721:5', ', src/tied.c 721:5')],
  ['a list below nothing', (text: string) => text.replace(/^\[x\d+ lines.*\n/m, '')],
])('check refuses %s', async (_what, change) => {
  const { text } = await reduce(raw, options);
  expect(change(text)).not.toBe(text);
  expect((await checkTexts(raw, change(text))).violation).toBeDefined();
});

test('too many places are only counted', async () => {
  const many = `${Array.from({ length: 900 }, (_, at) => warning(at % 360)).join('\n')}\n`;
  const { text } = await reduce(many, options);
  expect(text).toMatch(/^\[x\d+ lines/m);
  expect(text).not.toContain('[also at ');
  expect((await checkTexts(many, text)).violation).toBeUndefined();
});
