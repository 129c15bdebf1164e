/** In a diff, what is far from any change may go; what has changed never does. */
import { describe, expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';

const line = (at: number): string => `  line ${at} of the file, error: ${at * 7} is not a total`;

/** One hunk over a whole file, of which some lines have changed. */
function diffOf(lines: number, changed: readonly number[]): string {
  const body = Array.from({ length: lines }, (_, at) =>
    changed.includes(at + 1) ? `-${line(at + 1)}\n+${line(at + 1)}, but\n` : ` ${line(at + 1)}\n`,
  ).join('');
  return `diff --git a/src/cart.ts b/src/cart.ts\nindex 1111111..2222222 100644\n--- a/src/cart.ts\n+++ b/src/cart.ts\n@@ -1,${lines} +1,${lines} @@\n${body}`;
}

const changesOf = (text: string): readonly string[] => text.split('\n').filter(each => /^[+-](?![+-]{2} )/.test(each));

describe('a diff with a whole file around its changes', () => {
  const raw = diffOf(400, [150, 151, 300]);

  test('keeps every change, and ten lines on each side of one', async () => {
    const { text, report } = await reduce(raw, { command: 'git diff -W' });
    expect(changesOf(text)).toEqual(changesOf(raw));
    expect(text.match(/^\[\.\.\..*$/gm)).toEqual([
      '[... lines 16-144: +0 -0]',
      '[... lines 169-296: +0 -0]',
      '[... lines 319-398: +0 -0]',
    ]);
    expect(text).toContain(` ${line(141)}\n`);
    expect(text).toContain(` ${line(310)}\n`);
    expect(report.isLossy).toBe(true);
    expect(await checkTexts(raw, text)).toMatchObject({ isTrue: true });
    expect(await checkTexts(raw, text.replace('+0 -0', '+1 -0'))).toMatchObject({ isTrue: false });
  });

  test('stays whole in profile light, and where it is read as a file', async () => {
    expect((await reduce(raw, { profile: 'light' })).text.split('\n').length).toBe(raw.split('\n').length);
    expect((await reduce(raw, { command: 'cat x.diff' })).text).toBe(raw);
  });
});

test('the marks of a merge that nobody has finished stay', async () => {
  const raw = diffOf(200, [3]).replace(` ${line(100)}`, ' <<<<<<< HEAD');
  const { text } = await reduce(raw);
  expect(text).toContain('\n <<<<<<< HEAD\n');
  expect(text).toMatch(/\[\.\.\. lines \d+-\d+: \+0 -0\]/);
});

test('lines that any tool shows around a change stay', async () => {
  const raw = diffOf(68, [1, 40, 68]);
  expect(changesOf((await reduce(raw)).text)).toEqual(changesOf(raw));
  const short = diffOf(61, [10, 31, 52]);
  expect((await reduce(short)).text).not.toContain('[... lines');
});
