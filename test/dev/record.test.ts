import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { recordFixtures } from '../../src/dev/record.js';
import type { Surroundings } from '../../src/dev/scrub.js';
import { readFixture, readOut } from '../../src/verify/fixtures.js';
import { freshFolder } from '../ccr/store.js';

let at: Surroundings;
let said: string[];

beforeEach(() => {
  const root = freshFolder();
  mkdirSync(join(root, 'fixtures'), { recursive: true });
  at = { home: '/srv/people/erika', user: 'erika', host: 'workbench7', root };
  said = [];
});

const record = (...args: string[]): Promise<void> => recordFixtures(args, at, line => said.push(line));
const raw = (name: string): string => readFileSync(join(at.root, 'fixtures', name, 'raw.txt'), 'utf8');

describe('record', () => {
  test('keeps the order in which both streams were written', async () => {
    await record('--as', 'sh/mixed', 'sh', '-c', 'echo a; echo b >&2; echo c; echo d >&2');
    expect(raw('sh/mixed')).toBe('a\nb\nc\nd\n');
  });

  test('hands arguments over as they are', async () => {
    await record('--as', 'printf/words', 'printf', '%s\\n', 'a b', 'c;echo X', '--as', '$HOME');
    expect(raw('printf/words')).toBe('a b\nc;echo X\n--as\n$HOME\n');
  });

  test('gives no input to the command', async () => {
    await record('--as', 'sh/input', 'sh', '-c', 'cat; echo end');
    expect(raw('sh/input')).toBe('end\n');
  });

  test('stores version, exit code, day, no facts and the reduced text', async () => {
    await record('--as', 'node/fails', 'node', '-e', 'console.log("x"); process.exit(7)');
    const { meta } = readFixture(at.root, 'node/fails');
    expect(meta).toEqual({
      tool: 'node',
      version: process.versions.node,
      command: `node -e 'console.log("x"); process.exit(7)'`,
      exit: 7,
      date: new Date().toISOString().slice(0, 10),
      facts: [],
    });
    expect(readOut(at.root, 'node/fails')).toBe('x\n');
    expect(said.at(-1)).toContain('no facts yet');
  });

  test('stores 128 and the signal for a command that was killed', async () => {
    await record('--as', 'sh/killed', 'sh', '-c', 'echo x; kill -TERM $$');
    expect(readFixture(at.root, 'sh/killed').meta.exit).toBe(143);
  });

  test('names the folder after the program and its arguments', async () => {
    await record('echo', 'Hello', '--World');
    expect(raw('echo/hello-world')).toBe('Hello --World\n');
  });

  test('takes out home folders, user, host and the own path', async () => {
    const text = `${at.root}/a.ts ${at.home}/b /home/otto/c /Users/anna/d /root/e erika@workbench7 by erika on workbench7, erikas`;
    await record('--as', 'echo/names', 'echo', text);
    expect(raw('echo/names')).toBe(
      '/home/dev/tinyjuice/a.ts /home/dev/b /home/dev/c /home/dev/d /home/dev/e dev@host by dev on host, erikas\n',
    );
  });

  test('leaves bytes that are no UTF-8 as they are', async () => {
    await record('--as', 'printf/bytes', 'printf', '\\377\\000\\r\\n');
    expect(readFixture(at.root, 'printf/bytes').raw).toEqual(Buffer.from([0xff, 0, 0x0d, 0x0a]));
  });

  test.each([
    ['an AWS key', `key ${'AKIA'}ABCDEFGHIJKLMNOP`],
    ['a GitHub token', `ghp_${'a1'.repeat(18)}`],
    ['a private key', `-----BEGIN RSA ${'PRIVATE KEY-----'}`],
    ['an API key', `sk-ant-${'x7'.repeat(20)}`],
    ['a JSON web token', `eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.${'s'.repeat(20)}`],
    ['a password in an address', 'postgres://app:geheim99@db/x'],
  ])('refuses %s and stores nothing', async (what, secret) => {
    const told = record('--as', 'sh/secret', 'sh', '-c', `echo one; cat <<'E'\n${secret}\nE`);
    await expect(told).rejects.toThrow(`holds ${what}: nothing was stored`);
    await expect(told).rejects.not.toThrow(secret);
    expect(existsSync(join(at.root, 'fixtures/sh'))).toBe(false);
  });

  test('refuses a secret that only the output shows, with its line', async () => {
    const told = record(
      '--as',
      'sh/secret',
      'sh',
      '-c',
      'echo one; printf "npm_%s\\n" aaaaaaaaaabbbbbbbbbbccccccccccdddddd',
    );
    await expect(told).rejects.toThrow('line 2 of the output holds an npm token: nothing was stored');
  });

  test.each([
    [[], 'there is no command'],
    [['--as', 'NoName', 'echo', 'x'], '"NoName" is no name'],
    [['--as', '../x/y', 'echo', 'x'], '"../x/y" is no name'],
    [['--colour', 'echo'], 'unknown flag --colour'],
    [['no-such-program-here'], 'no-such-program-here is not found'],
    [['true'], 'the command printed nothing'],
    [['head', '-c', '300001', '/dev/zero'], 'the output has 300001 bytes'],
    [['--update', 'no/fixture'], 'there is no fixtures/no/fixture/meta.json'],
  ])('refuses %j', async (args, message) => {
    await expect(record(...args)).rejects.toThrow(message);
  });

  test('does not write over a fixture', async () => {
    await record('--as', 'echo/one', 'echo', 'one');
    await expect(record('--as', 'echo/one', 'echo', 'two')).rejects.toThrow('fixtures/echo/one is there already');
    expect(raw('echo/one')).toBe('one\n');
  });

  test('with --update rewrites out.txt alone, and names lost facts', async () => {
    await record('--as', 'echo/one', 'echo', 'one');
    const folder = join(at.root, 'fixtures/echo/one');
    const meta = readFileSync(join(folder, 'meta.json'), 'utf8').replace('[]', '[{ "why": "word", "parts": ["two"] }]');
    writeFileSync(join(folder, 'meta.json'), meta);
    writeFileSync(join(folder, 'out.txt'), 'old');
    said = [];
    await record('--update');
    expect(readOut(at.root, 'echo/one')).toBe('one\n');
    expect(readFileSync(join(folder, 'meta.json'), 'utf8')).toBe(meta);
    expect(said.slice(0, 2)).toEqual(['echo/one: lost word: two', 'echo/one: out.txt 4 of 4 bytes']);
  });
});
