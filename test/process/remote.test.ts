/** `ccr.remote`: what one machine has kept, another can have back; and nobody is worse off where that fails. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileOf, folder, script, tinyjuice, tokenIn } from './cli.js';
import { noisyLog } from './samples.js';

const log = noisyLog(3_000);

/** A machine of its own: an empty cache. */
const machine = (url: string) => ({ XDG_CACHE_HOME: mkdtempSync(join(folder, 'machine-')), TINYJUICE_CCR_REMOTE: url });

const reduce = (env: NodeJS.ProcessEnv, input = log) => tinyjuice(['reduce'], { input, env });

async function expectShared(url: string): Promise<string> {
  const run = await reduce(machine(url));
  expect(run).toMatchObject({ code: 0, err: '' });
  const token = tokenIn(run.text);
  expect(await tinyjuice(['retrieve', token], { env: machine(url) })).toMatchObject({ code: 0, text: log, err: '' });
  return token;
}

describe('a folder that machines share', () => {
  test('has what one of them has kept, for all', async () => {
    const shared = mkdtempSync(join(folder, 'share-'));
    const token = await expectShared(`file://${shared}`);
    expect(readdirSync(shared).filter(name => name !== 'tally')).toEqual([token]);
  });

  test('that is not there costs nothing, and is not made', async () => {
    const url = `file://${join(folder, 'not-mounted')}`;
    const run = await reduce(machine(url));
    expect(run).toMatchObject({ code: 0, err: '', text: (await reduce(machine(''))).text });
    expect(await tinyjuice(['retrieve', tokenIn(run.text)], { env: machine(url) })).toMatchObject({ code: 3 });
    expect(readdirSync(folder)).not.toContain('not-mounted');
  });
});

function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

describe.skipIf(!hasRedis())('Redis (redis-server is installed)', () => {
  let [port, url] = [0, ''];
  let server: ReturnType<typeof spawn> | undefined;

  beforeAll(async () => {
    port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    server = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
      cwd: mkdtempSync(join(folder, 'redis-')),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const chunk of server.stdout ?? []) if (`${chunk}`.includes('Ready to accept connections')) break;
    server.stdout?.resume();
  });
  afterAll(() => void server?.kill('SIGKILL'));

  const redis = (...args: string[]): string =>
    execFileSync('redis-cli', ['-p', `${port}`, ...args], { encoding: 'utf8' }).trim();

  test('has what one machine has kept, for as long as it is kept', async () => {
    const token = await expectShared(url);
    const secs = Number(redis('ttl', `tinyjuice:original:1:${token}`));
    expect(secs).toBeGreaterThan(86_000);
    expect(secs).toBeLessThanOrEqual(86_400);
  });

  test('gives parts, binary and large originals, and those of wrap and of a session', async () => {
    const binary = Buffer.concat(
      Array.from({ length: 30_000 }, (_, at) => Buffer.from([0x6c, 0x20, 0xff, 0xc3, 0x41 + (at % 26), 0x0a])),
    );
    const large = noisyLog(60_000);
    for (const input of [binary.toString('latin1'), large]) {
      const token = tokenIn((await reduce(machine(url), input)).text);
      const lines = await tinyjuice(['retrieve', token, '--lines', '20000-20001'], { env: machine(url) });
      expect(lines.text).toBe(`${input.split('\n').slice(19_999, 20_001).join('\n')}\n`);
    }
    const wrapped = await script(`tj wrap -- cat ${fileOf('wrapped.log', noisyLog(3_100))}`, { env: machine(url) });
    const given = await tinyjuice(['retrieve', tokenIn(wrapped.text)], { env: machine(url) });
    expect(given.text).toBe(noisyLog(3_100));
    const requests = [{ input: { command: 'serve', stdout: noisyLog(3_200) } }].map(each => JSON.stringify(each));
    const answers = await tinyjuice(['reduce-json', '--lines'], {
      input: `${requests.join('\n')}\n`,
      env: machine(url),
    });
    const { token } = JSON.parse(answers.text).recovery;
    const call = JSON.stringify({ tool: 'tinyjuice_retrieve', arguments: { token } });
    const found = await tinyjuice(['reduce-json', '--lines'], { input: `${call}\n`, env: machine(url) });
    expect(JSON.parse(found.text).result).toMatchObject({ found: true, text: noisyLog(3_200) });
  });

  test('what is not what was put there is never given', async () => {
    const token = await expectShared(url);
    const key = `tinyjuice:original:1:${token}`;
    for (const damage of [
      ['setrange', key, '700', 'XXXXXXXX'],
      ['set', key, 'something else'],
    ]) {
      redis(...damage);
      const run = await tinyjuice(['retrieve', token], { env: machine(url) });
      expect([run.text, run.code === 0]).toEqual(['', false]);
    }
  });

  test('that hangs, and that is gone: no error, the same output, what is here is given', async () => {
    const env = machine(url);
    const expected = (await reduce(machine(''))).text;
    for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
      server?.kill(signal);
      expect(await reduce(env)).toMatchObject({ code: 0, err: '', text: expected });
      expect(await tinyjuice(['retrieve', tokenIn(expected)], { env })).toMatchObject({ code: 0, err: '', text: log });
      expect(await tinyjuice(['retrieve', 'tj_0000000000'], { env })).toMatchObject({
        code: 3,
        err: 'tinyjuice: no stored output has the token tj_0000000000. Stored output is kept for 24 hours; run the command again.\n',
      });
    }
  });
});

test('its part of the program is loaded where it is set, and nowhere else', async () => {
  const dist = join(folder, 'without');
  mkdirSync(dist);
  cpSync(join(folder, 'dist'), dist, { recursive: true });
  rmSync(join(dist, 'remote.bundle.cjs'));
  const run = await tinyjuice(['reduce'], { input: log, env: machine(''), cli: join(dist, 'cli.js') });
  expect(run).toMatchObject({ code: 0, err: '' });
  expect((await tinyjuice(['retrieve', tokenIn(run.text)], { env: machine(''), cli: join(dist, 'cli.js') })).code).toBe(
    3,
  );
});

test('doctor says where it does not answer, and why', async () => {
  const shared = mkdtempSync(join(folder, 'share-'));
  const cases = [
    ['', undefined, undefined],
    [`file://${shared}`, 'ok', `file://${shared} answers`],
    [`file://${shared}/none`, 'warn', `file://${shared}/none does not answer (ENOENT): originals stay on this machine`],
    ['redis://ci:hunter2@127.0.0.1:1', 'warn', /^redis:\/\/ci:\*\*\*@127.0.0.1:1 does not answer \(ECONNREFUSED\)/],
    ['s3+http://ci:hunter2@127.0.0.1:1/b', 'warn', /^s3\+http:\/\/ci:\*\*\*@127.0.0.1:1\/b does not answer \(/],
    ['s3+http://127.0.0.1:1/b', 'warn', /\(no keys are given\)/],
  ] as const;
  const told = cases.map(async ([url]) => (await tinyjuice(['doctor', '--json'], { env: machine(url) })).text);
  for (const [at, text] of (await Promise.all(told)).entries()) {
    const { findings } = JSON.parse(text) as { findings: { name: string; state: string; says: string }[] };
    const found = findings.find(({ name }) => name === 'remote');
    const [, state, says] = cases[at] ?? [];
    expect([found?.state, found?.says]).toEqual([state, says instanceof RegExp ? expect.stringMatching(says) : says]);
    expect(text).not.toContain('hunter2');
  }
});

test('config shows no password of it', async () => {
  const run = await tinyjuice(['config'], { env: { TINYJUICE_CCR_REMOTE: 'redis://ci:hunter2@cache:6379/1' } });
  expect(run.text).toContain('remote = "redis://ci:***@cache:6379/1"');
  const bad = await tinyjuice(['config'], { env: { TINYJUICE_CCR_REMOTE: 'ftp://cache' } });
  expect(bad.err).toMatch(
    /TINYJUICE_CCR_REMOTE: .*"ftp:\/\/cache" is not a URL that begins with redis:, rediss:, file:/,
  );
});
