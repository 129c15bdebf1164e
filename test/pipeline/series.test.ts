/** Rows that count the steps of a run are progress; the odd ones tell what happened. */
import { expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';

const HEADER = ' iter     residual    cells';
const row = (i: number, more = ''): string =>
  `${String(i).padStart(5)}   ${(0.9 ** i).toExponential(4)}    ${9216 + (more === '' ? 0 : 7)}${more}`;
const steps = (count: number, make = row): string[] => Array.from({ length: count }, (_, i) => make(i + 1));
const text = (lines: readonly string[]): string => `grid 96x96\n${HEADER}\n${lines.join('\n')}\nstopped\n`;

test('the first, the last and the odd rows stay, with those around them', async () => {
  const raw = text(steps(200, i => row(i, i === 90 ? '  *' : '')));
  const { text: out } = await reduce(raw);
  expect(out.split('\n').slice(0, -2)).toEqual([
    'grid 96x96',
    HEADER,
    ...[1, 2, 3, 4].map(i => row(i)),
    '[... lines 7-89]',
    row(88),
    row(89),
    row(90, '  *'),
    row(91),
    row(92),
    row(93),
    '[... lines 96-200]',
    row(199),
    row(200),
    'stopped',
  ]);
  expect((await checkTexts(raw, out)).violation).toBeUndefined();
});

test('a step that is left out is odd', async () => {
  const { text: out } = await reduce(text(steps(120, i => row(i < 70 ? i : i + 5))));
  expect(out).toContain(`${row(69)}\n${row(75)}\n`);
});

test('a word before the count says so too, and words in other languages', async () => {
  for (const word of ['epoch', 'Epoch', 'step', 'Schritt', 'época']) {
    const raw = `start\n${steps(120, i => `${word} ${i}/120  loss ${(1 / i).toFixed(6)}  rate 0.010`).join('\n')}\nend\n`;
    expect((await reduce(raw)).text).toContain('[... lines 6-');
  }
});

test.each([
  ['a short series', steps(30)],
  ['rows of which most are odd', steps(120, i => row(i, i % 2 === 0 ? '' : `  ${'abcdefgh'.charAt(i % 8)}`))],
  ['rows of data by number', steps(120, i => `rack ${String(i).padStart(3)}  load ${i * 7}  temp ${20 + (i % 9)}.5`)],
])('%s: every one stays', async (_what, lines) => {
  const raw = _what === 'rows of data by number' ? `grid\n${lines.join('\n')}\nend\n` : text(lines);
  expect((await reduce(raw)).text).toBe(raw);
});

test('rows below a header that names no step are data', async () => {
  const raw = text(steps(120)).replace(' iter', '  row');
  expect((await reduce(raw)).text).toBe(raw);
});

test('an error among the rows stays', async () => {
  const lines = steps(120, i => (i === 60 ? `${row(i)}  ERROR: pressure below zero` : row(i)));
  expect((await reduce(text(lines))).text).toContain(lines[59]);
});
