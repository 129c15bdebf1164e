/** What a compiler adds to a warning or an error is said once; messages and places all stay. */
import { expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';

const note = '= note: the names of these things are given by the host that calls this function, in its order';
const help = '= help: for further information visit https://example.com/lints/index.html#must_use_candidate';
const block = (level: string, line: number, ...notes: readonly string[]): string[] => {
  const pad = ' '.repeat(String(line).length);
  return [
    `${level}: unused variable: \`harbour\` (${level})`,
    `${pad}--> src/date.rs:${line}:7`,
    `${pad} |`,
    `${line} | #[cfg(target_os="cloudabi")]`,
    `${pad} |       ^^^^^^^^^^^^^^^^^^^^`,
    `${pad} |`,
    ...notes.map(each => `${pad} ${each}`),
    '',
  ];
};
const raw = [
  ...block('warning', 6, note, '= note: on by default'),
  ...block('warning', 14, note),
  ...block('error', 120, help, '= note: short'),
  ...block('error', 1300, help, '= note: short'),
  'warning: `shop` (lib) generated 2 warnings',
  'error: could not compile `shop` (lib) due to 2 previous errors',
  '',
].join('\n');

test('help that stands above is left out, however far it is indented; a note is a warning and stays', async () => {
  const { text } = await reduce(raw, { command: 'cargo check', exitCode: 101 });
  const times = (part: string): number => text.split(part).length - 1;
  expect([times(note), times(help), times('= note: short')]).toEqual([2, 1, 2]);
  for (const line of [6, 14, 120, 1300]) expect(text).toContain(`src/date.rs:${line}:7`);
  expect(times('unused variable')).toBe(4);
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
});
