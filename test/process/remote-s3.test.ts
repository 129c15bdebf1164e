/** `ccr.remote` at an S3-compatible store: versitygw (which checks signatures), or moto_server, where one is installed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folder, tinyjuice, tokenIn } from './cli.js';
import { noisyLog } from './samples.js';

const log = noisyLog(1_000);
const KEY = 'tester';
const SECRET = 'sec/ret+with=signs';

/** A machine of its own: an empty cache. */
const machine = (url: string, more: NodeJS.ProcessEnv = {}) => ({
  XDG_CACHE_HOME: mkdtempSync(join(folder, 'machine-')),
  TINYJUICE_CCR_REMOTE: url,
  ...more,
});

const reduce = (env: NodeJS.ProcessEnv) => tinyjuice(['reduce'], { input: log, env });

const isThere = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const server = ['versitygw', 'moto_server'].find(isThere);

async function freePort(): Promise<number> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  listening.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function startServer(port: number): Promise<ChildProcess> {
  const buckets = mkdtempSync(join(folder, 'buckets-'));
  mkdirSync(join(buckets, 'originals'));
  const args =
    server === 'versitygw'
      ? ['--access', KEY, '--secret', SECRET, '--port', `127.0.0.1:${port}`, 'posix', buckets]
      : ['-H', '127.0.0.1', '-p', `${port}`];
  const child = spawn(server ?? '', args, { cwd: buckets, stdio: 'ignore' });
  for (let isUp = false; !isUp && child.exitCode === null; )
    // Of moto, this makes the bucket; the other has it by its folder, and refuses.
    isUp = await fetch(`http://127.0.0.1:${port}/originals`, { method: 'PUT' }).then(
      () => true,
      () => new Promise(resolve => setTimeout(resolve, 50, false)),
    );
  return child;
}

describe.skipIf(server === undefined)(`an S3-compatible store (${server ?? 'none is installed'})`, () => {
  let [host, url] = ['', ''];
  let child: ChildProcess | undefined;

  beforeAll(async () => {
    const port = await freePort();
    host = `127.0.0.1:${port}`;
    url = `s3+http://${KEY}:${encodeURIComponent(SECRET)}@${host}/originals/of%20a team`;
    child = await startServer(port);
  }, 30_000);
  afterAll(() => void child?.kill('SIGKILL'));

  const inVariables = { AWS_ACCESS_KEY_ID: KEY, AWS_SECRET_ACCESS_KEY: SECRET, AWS_REGION: 'us-east-1' };

  test('has what one machine has kept, for all, with keys in the URL and in the environment', async () => {
    const run = await reduce(machine(url));
    expect(run).toMatchObject({ code: 0, err: '' });
    const token = tokenIn(run.text);
    const plain = `s3+http://${host}/originals/of%20a team/?region=us-east-1`;
    const elsewhere = machine(`s3+http://${host}/originals`, inVariables);
    const found = [machine(url), machine(plain, inVariables), elsewhere].map(env =>
      tinyjuice(['retrieve', token], { env }),
    );
    expect(await Promise.all(found)).toMatchObject([
      { code: 0, text: log, err: '' },
      { code: 0, text: log, err: '' },
      { code: 3, text: '' },
    ]);
  });

  test('no keys, wrong ones, no such bucket: no error, the same output', async () => {
    const expected = (await reduce(machine(''))).text;
    const wrong = server === 'versitygw' ? [machine(`s3+http://${KEY}:wrong@${host}/originals`)] : [];
    const none = [machine(`s3+http://${host}/originals`), machine(`s3+http://${host}/no-such`, inVariables)];
    const all = [...none, ...wrong];
    for (const run of await Promise.all(all.map(reduce)))
      expect(run).toMatchObject({ code: 0, err: '', text: expected });
    const asked = all.map(({ XDG_CACHE_HOME: _, ...env }) =>
      tinyjuice(['retrieve', tokenIn(expected)], {
        env: { ...env, XDG_CACHE_HOME: mkdtempSync(join(folder, 'new-')) },
      }),
    );
    for (const run of await Promise.all(asked)) expect(run).toMatchObject({ code: 3, text: '' });
  });

  test('that is gone: no error, what is here is given', async () => {
    child?.kill('SIGKILL');
    const env = machine(url);
    const run = await reduce(env);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(await tinyjuice(['retrieve', tokenIn(run.text)], { env })).toMatchObject({ code: 0, err: '', text: log });
  });
});
