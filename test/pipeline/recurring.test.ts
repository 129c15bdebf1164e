/** Warnings that say the same of many places: the first ones stay, the others are counted; errors all stay. */
import { expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';

const command = 'npx eslint src';
const file = (name: string, findings: readonly string[]): string[] => [`/srv/app/src/${name}.ts`, ...findings, ''];
const warning = (line: number): string =>
  `  ${line}:7  warning  Unexpected any. Specify a different type  no-explicit-any`;
const error = (line: number): string => `  ${line}:9  error    'total' is never reassigned  prefer-const`;

/** More than is shown of anything. */
const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa'.split(
  ' ',
);
const before = words.flatMap(a =>
  words.map(b => `  7:1  warning  '${a}-${b}' has no use, and there is more to be said of it  none`),
);

const raw = [
  '',
  ...file('long', before),
  ...file('first', [warning(3), warning(14), warning(15)]),
  ...file('second', [warning(4), warning(5), warning(6)]),
  ...Array.from({ length: 30 }, (_, i) => file(`other${'abcdef'[i % 6]}`, [warning(10 + i), warning(110 + i)])).flat(),
  ...file('broken', [warning(7), error(8)]),
  ...file('last', [warning(200), error(201), error(202)]),
  '✖ 71 problems (3 errors, 68 warnings)',
  '',
].join('\n');

/** Places of the warning that are shown, each in its row or in one with others. */
const placesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter(line => /^ {2}\d.*(?:no-explicit-any|\[as \d+:7\])$/.test(line))
    .flatMap(line => line.match(/(?<=\s)\d+:7(?=\s)/g) ?? []);

test('the first five stay, the others are counted with the last of them', async () => {
  const { text } = await reduce(raw, { command, exitCode: 1 });
  expect(placesIn(text)).toEqual(['3:7', '14:7', '15:7', '4:7', '5:7']);
  expect(text).toMatch(/^\[x63 lines \d+-\d+\] {3}200:7 {2}warning {2}Unexpected any/m);
  expect(await checkTexts(raw, text)).toMatchObject({ violation: undefined });
});

test('every error stays, below the name of its file', async () => {
  const { text } = await reduce(raw, { command, exitCode: 1 });
  const shown = text.replaceAll(/^\[\.\.\. .*\]\n/gm, '');
  expect(shown).toContain(`\nbroken.ts\n${error(8)}`);
  expect(shown).toContain(`\nlast.ts\n${error(201)}\n${error(202)}`);
});

test('the name of a file goes when nothing below it stays', async () => {
  const { text } = await reduce(raw, { command, exitCode: 1 });
  expect(text).toContain('\nsecond.ts\n');
  expect(text).not.toContain('othera.ts');
});

test('warnings that say something else all stay', async () => {
  const distinct = words.flatMap((word, i) =>
    file(word, [`  ${i + 1}:7  warning  '${word}' is never used  no-unused`]),
  );
  const { text } = await reduce([...file('long', before), ...distinct, ''].join('\n'), { command, exitCode: 1 });
  for (const word of words) expect(text).toContain(`'${word}' is never used`);
});

test('in a short output every warning stays', async () => {
  const short = file(
    'only',
    Array.from({ length: 40 }, (_, i) => warning(i + 1)),
  );
  const { text } = await reduce([...short, ''].join('\n'), { command, exitCode: 1 });
  expect(placesIn(text)).toEqual(Array.from({ length: 40 }, (_, i) => `${i + 1}:7`));
});
