/** The shell's parser costs some milliseconds to load: it is, where a command has a shell's syntax, and only there. */
import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { cli, folder, tinyjuice } from './cli.js';
import { passedTests as input } from './samples.js';

/** A copy of the program whose parser says that it is loaded, and cannot be used. */
const telling = join(folder, 'telling/cli.js');
cpSync(dirname(cli), dirname(telling), { recursive: true });
writeFileSync(
  join(dirname(telling), 'shell.bundle.cjs'),
  "process.stderr.write('loaded\\n'); throw new Error('broken');",
);

const lines: readonly (readonly [string, boolean])[] = [
  ['cargo test', false],
  ['sudo -u x env A=b timeout 10 cargo +nightly test --workspace', false],
  ['npx vitest run src/a.test.ts', false],
  ['cd app && cargo test', true],
  ['cargo test 2>&1', true],
  ['bash -lc "cargo test"', true],
];

test.each(lines)('reduce --command %j', async (command, isLoaded) => {
  const run = await tinyjuice(['reduce', '--command', command, '-'], { input, cli: telling });
  // Without its parser the output tells what it is.
  expect([run.code, run.err, run.text.includes('case_17 ')]).toEqual([0, isLoaded ? 'loaded\n' : '', false]);
  const whole = await tinyjuice(['reduce', '--json', '--command', command, '-'], { input });
  expect([whole.code, whole.err]).toEqual([0, '']);
});

test('reduce without a command', async () => {
  expect((await tinyjuice(['reduce'], { input, cli: telling })).err).toBe('');
});

test.each([
  [['printf', 'a | b && "c" $(d)\\n'], false],
  [['sh', '-c', 'echo plain'], false],
  [['sh', '-c', 'echo a; echo b'], true],
] as const)('wrap -- %j', async (words, isLoaded) => {
  const run = await tinyjuice(['wrap', '--', ...words], { cli: telling });
  // Both streams ask for it.
  expect([run.code, new Set(run.err.match(/.+/g))]).toEqual([0, new Set(isLoaded ? ['loaded'] : [])]);
});

test('the bundle reads a command as the sources do', async () => {
  const run = await tinyjuice(['explain', '--', 'cd app && (npx vitest run 2>&1 | tee log; ls $(pwd)) | tail -5']);
  expect(run.text).toMatch(/^programs: vitest, ls$/m);
});
