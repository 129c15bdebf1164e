/** redact_output: what looks like a secret reaches neither the agent nor the store. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PLANTED } from '../ccr/planted.js';
import { fileOf, folder, script, tinyjuice, tokenIn } from './cli.js';
import { noisyLog } from './samples.js';

const secret = PLANTED['GitHub token'] ?? '';
const hidden = `gh${'p_'}${'*'.repeat(secret.length - 4)}`;
const on = { TINYJUICE_REDACT_OUTPUT: 'true' };
const small = `first\nexport TOKEN=${secret}\nlast\n`;
const large = `${noisyLog(3_000)}ERROR bad token ${secret}\n${noisyLog(3_000)}`;
const clean = (text: string): string => text.replace(secret, hidden);

describe('reduce', () => {
  test.each([
    ['a small input', small, []],
    ['a small input, --json', small, ['--json']],
    ['a log', large, []],
    ['a log, --profile light', large, ['--profile', 'light']],
    ['one line of 300 kB', `${'some words '.repeat(15_000)}${secret} ${'more words '.repeat(15_000)}\n`, []],
  ])('of %s has asterisks in its place, and nothing else changes', async (_name, input, args) => {
    const env = { ...on, XDG_CACHE_HOME: join(folder, 'hidden') };
    const run = await tinyjuice(['reduce', ...args], { input, env });
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.text).not.toContain(secret.slice(4));
    expect(run.text).toBe((await tinyjuice(['reduce', ...args], { input: clean(input), env })).text);
    const asEver = await tinyjuice(['reduce', ...args], { input, env: { TINYJUICE_CCR_SECRETS: 'store' } });
    expect(asEver.text).toContain(secret);
  });

  test('what is left out comes back without it, and the store has never had it', async () => {
    const env = { ...on, XDG_CACHE_HOME: join(folder, 'hidden-store') };
    const run = await tinyjuice(['reduce'], { input: large, env });
    expect((await tinyjuice(['retrieve', tokenIn(run.text)], { env })).text).toBe(clean(large));
    const dir = join(env.XDG_CACHE_HOME, 'tinyjuice/ccr');
    const stored = readdirSync(dir).filter(name => name.startsWith('tj_'));
    expect(stored).toHaveLength(1);
    for (const name of stored) expect(readFileSync(join(dir, name), 'latin1')).not.toContain(secret.slice(4));
  });

  test('--tee has the bytes as they came, and so has --raw', async () => {
    const copy = join(folder, 'tee.txt');
    await tinyjuice(['reduce', '--tee', copy], { input: large, env: on });
    expect(readFileSync(copy, 'utf8')).toBe(large);
    expect((await tinyjuice(['reduce', '--raw'], { input: small, env: on })).text).toBe(small);
  });
});

test('retrieve hides what was stored before it was set, in every form', async () => {
  const cache = { XDG_CACHE_HOME: join(folder, 'stored-before') };
  const stored = await tinyjuice(['reduce'], { input: large, env: { ...cache, TINYJUICE_CCR_SECRETS: 'store' } });
  const token = tokenIn(stored.text);
  for (const args of [[], ['--grep', 'bad token'], ['--lines', '3000-3002'], ['--grep', 'bad token', '--json']]) {
    const [hides, shows] = [{ ...cache, ...on }, cache];
    const run = await tinyjuice(['retrieve', token, ...args], { env: hides });
    expect(run.text).toBe(clean((await tinyjuice(['retrieve', token, ...args], { env: shows })).text));
    expect(run.text).toContain(hidden);
  }
});

test('wrap hides it in both streams, and the exit code is the command’s', async () => {
  const program = join(folder, 'prints.sh');
  writeFileSync(program, `cat ${fileOf('small.txt', small)}; echo ${secret} >&2; exit 3\n`);
  const run = await script(`tj wrap --stderr separate -- sh ${program}`, { env: on });
  expect(run).toMatchObject({ code: 3, text: clean(small), err: `${hidden}\n` });
});

describe('reduce-json', () => {
  test.each([
    ['a command', { command: 'deploy', stdout: small }],
    ['what is read on purpose', { command: 'cat .env', stdout: small }],
    ['another tool', { toolName: 'Read', stdout: small }],
    ['a log', { command: 'deploy', stdout: large }],
  ])('of %s', async (_name, input) => {
    const run = await tinyjuice(['reduce-json'], { input: JSON.stringify(input), env: on });
    expect(run.text).toContain(hidden);
    expect(run.text).not.toContain(secret.slice(4));
    const off = await tinyjuice(['reduce-json'], { input: JSON.stringify(input) });
    expect(off.text).toContain(secret);
  });
});
