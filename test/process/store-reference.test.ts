/** `reduce FILE --store reference`: no copy, and a word about a file that has changed. */
import { appendFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileOf, folder, tinyjuice, tokenIn } from './cli.js';
import { noisyLog } from './samples.js';

const env = { XDG_CACHE_HOME: join(folder, 'referring') };
const log = noisyLog(60_000); // more than a MiB: in parts, each with its count of lines

/** Reduces a file of its own; gives its path and token. */
async function referred(name: string, text = log) {
  const path = fileOf(name, text);
  const run = await tinyjuice(['reduce', '--store', 'reference', path], { env });
  expect(run).toMatchObject({ code: 0, err: '' });
  return { path, token: tokenIn(run.text), out: run.text };
}

const retrieve = (token: string, ...args: string[]) => tinyjuice(['retrieve', token, ...args], { env });

test('the same output and token as with a copy, and the same back, of an entry that holds none of it', async () => {
  const { path, token, out } = await referred('whole.txt');
  expect((await tinyjuice(['reduce', path])).text).toBe(out);
  const dir = join(env.XDG_CACHE_HOME, 'tinyjuice/ccr');
  for (const name of readdirSync(dir).filter(each => each.startsWith('tj_')))
    expect(statSync(join(dir, name)).size).toBeLessThan(20_000);
  const lines = log.split('\n');
  expect((await retrieve(token)).text).toBe(log);
  expect((await retrieve(token, '--lines', '59000-59002')).text).toBe(`${lines.slice(58_999, 59_002).join('\n')}\n`);
  expect((await retrieve(token, '--bytes', '2000000-2000009')).text).toBe(log.slice(1_999_999, 2_000_009));
  const hidden = (await retrieve(token, '--hidden')).text;
  expect(hidden.split('\n').length).toBeGreaterThan(1_000);
  expect((await tinyjuice(['check', path, fileOf('whole.out', out)])).text).toMatch(/^holds: /);
});

test('a file that has grown still has it; one that has changed, or is gone, is told', async () => {
  const { path, token } = await referred('changing.txt');
  appendFileSync(path, 'one more line\n');
  expect(await retrieve(token)).toMatchObject({ code: 0, text: log });
  expect(await retrieve(token, '--lines', '2')).toMatchObject({ code: 0, text: `${log.split('\n')[1]}\n` });
  writeFileSync(path, log.replace('worker', 'WORKER'));
  const changed = `tinyjuice: the original of ${token} is the file ${path}, and it has changed since. Run the command again.\n`;
  expect(await retrieve(token)).toMatchObject({ code: 3, text: '', err: changed });
  expect(await retrieve(token, '--lines', '50000-50002')).toMatchObject({ code: 3, text: '', err: changed });
  rmSync(path);
  expect(await retrieve(token)).toMatchObject({
    code: 3,
    text: '',
    err: changed.replace('has changed since', 'is gone'),
  });
});

test('what has no name cannot be referred to', async () => {
  expect(await tinyjuice(['reduce', '--store', 'reference'], { input: log })).toMatchObject({
    code: 2,
    err: 'tinyjuice: --store reference: it takes a file by its name. Write: tinyjuice reduce FILE\n',
  });
  expect((await tinyjuice(['reduce', '--store', 'other', fileOf('other.txt', log)])).code).toBe(2);
});

test('--store copy is the default', async () => {
  const path = fileOf('copied.txt', noisyLog(3_000));
  const run = await tinyjuice(['reduce', '--store', 'copy', path], { env });
  rmSync(path);
  expect((await retrieve(tokenIn(run.text))).text).toBe(noisyLog(3_000));
});
