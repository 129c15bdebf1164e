import { expect, test } from 'vitest';
import { estimateTokens } from '../../src/tokens/estimate.js';
import { reduce } from '../support/run.js';

const flags = (count: number): string =>
  Array.from({ length: count }, (_, at) => `-I/opt/tide/include/part${at}`).join(' ');
const run = (count: number): string =>
  `${Array.from({ length: 12 }, (_, at) => `step ${'abcdefghijkl'[at]}: the harbour list is read once more`).join('\n')}
/usr/bin/c++ -Wall -O2 -g ${flags(count)} -c src/tide.cpp
src/tide.cpp:4:1: error: expected a type
`;

test('a long compiler command is shortened where that pays for the footer', async () => {
  const raw = run(60);
  const { text } = await reduce(raw, { command: 'pip install .' });
  expect(text).toMatch(/^\/usr\/bin\/c\+\+ .*\[\.\.\. characters \d+-\d+\].* -c src\/tide\.cpp$/m);
  expect(text).toMatch(/tinyjuice retrieve tj_/);
  expect(text).toContain('src/tide.cpp:4:1: error: expected a type');
});

test.each([6, 7, 8, 9, 10, 12, 14])('and never costs more than it saves (%i flags)', async count => {
  const raw = run(count);
  const { text } = await reduce(raw, { command: 'pip install .' });
  expect(estimateTokens(text)).toBeLessThanOrEqual(estimateTokens(raw));
});
