/** Settings in the JSON protocol: of the request's folder and agent, and looked at anew while a session lasts. */
import { spawn } from 'node:child_process';
import { mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { namesIn } from '../ccr/store.js';
import { cli, environment, folder, tinyjuice } from './cli.js';
import { freshProject, freshUser, hammer, hammerText } from './rule-places.js';
import { noisyLog } from './samples.js';

interface Answer {
  readonly inlineText: string;
  readonly recovery?: { readonly token: string };
}

/** A session of `reduce-json --lines`, as a host keeps it. */
function openSession(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [cli, 'reduce-json', '--lines'], {
    cwd: folder,
    env: { ...environment, ...env },
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    said: () => err,
    async ask(request: object): Promise<Answer> {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      return JSON.parse((await lines.next()).value ?? '{}') as Answer;
    },
    close: () => child.stdin.end(),
  };
}

const log = noisyLog(2_000);
const looksOf = ({ inlineText, recovery }: Answer): string =>
  recovery !== undefined ? 'full' : inlineText === log ? 'raw' : 'other';

test('disk_tier = false: a session keeps in memory what it can be asked for, a run of its own keeps nothing', async () => {
  const cache = mkdtempSync(join(folder, 'cache-'));
  const env = { TINYJUICE_CCR_DISK_TIER: 'false', XDG_CACHE_HOME: cache };
  const session = openSession(env);
  const answer = await session.ask({ input: { combinedText: log } });
  expect(looksOf(answer)).toBe('full');
  const token = answer.recovery?.token;
  const call = { tool: 'tinyjuice_retrieve', arguments: { token } };
  expect(await session.ask(call)).toMatchObject({ result: { found: true, text: log } });
  session.close();
  const other = openSession(env);
  expect(await other.ask(call)).toMatchObject({ result: { found: false, code: 'NOT_FOUND' } });
  other.close();
  expect(namesIn(join(cache, 'tinyjuice/ccr'))).toEqual([]);
  const alone = await tinyjuice(['reduce-json'], { input: JSON.stringify({ input: { combinedText: log } }), env });
  expect(looksOf(JSON.parse(alone.text))).not.toBe('full');
});

test('max_entry_bytes: behind so many bytes of one original nothing is left out', async () => {
  const input = noisyLog(20_000);
  const env = { TINYJUICE_CCR_MAX_ENTRY_BYTES: '300000', XDG_CACHE_HOME: mkdtempSync(join(folder, 'cache-')) };
  const run = await tinyjuice(['reduce'], { input, env });
  expect(run.err).toMatch(/the original is larger than one may be \(300000 bytes\)\): nothing more is left out\n$/);
  const [entry = ''] = namesIn(join(env.XDG_CACHE_HOME, 'tinyjuice/ccr'));
  expect(statSync(join(env.XDG_CACHE_HOME, 'tinyjuice/ccr', entry)).size).toBeLessThanOrEqual(300_000);
  expect(run.text).toContain(input.slice(-100_000));
});

test('a change of the profile, of the store and of a rule holds from the next request on', async () => {
  const user = freshUser();
  const cache = mkdtempSync(join(folder, 'cache-'));
  const session = openSession({ ...user.env, XDG_CACHE_HOME: cache });
  const ask = () => session.ask({ input: { combinedText: log } });
  expect(looksOf(await ask())).toBe('full');
  user.write('config.toml', '[tokenjuice]\nenabled = false\n');
  expect(looksOf(await ask())).toBe('raw');
  const dir = join(folder, 'store-of-a-session');
  user.write('config.toml', `[tokenjuice]\nloud = 1\n[tokenjuice.ccr]\ndir = "${dir}"\n`);
  const { recovery } = await ask();
  expect(namesIn(dir)).toEqual([recovery?.token]);
  await ask();
  expect(session.said().split('\n').length - 1).toBe(1);
  user.write('config.toml', '[tokenjuice.ccr]\nenabled = false\n');
  expect(looksOf(await ask())).not.toBe('full');
  user.write('config.toml', '');
  const hammered = () => session.ask({ input: { combinedText: hammerText() } });
  expect((await hammered()).inlineText).toBe(hammerText());
  user.rule('tests/hammer', hammer);
  user.fixture('hammer/plain', { raw: hammerText() });
  expect((await hammered()).inlineText).toContain('[... lines 2-41]');
  session.close();
});

test('a request has the settings of its folder, of its agent and of its host', async () => {
  const user = freshUser();
  user.write(
    'config.toml',
    '[tokenjuice.agents]\nquiet.profile = "off"\nloud.profile = "full"\n[tokenjuice.hosts.ide]\nprofile = "off"\n',
  );
  const project = freshProject();
  project.write('config.toml', '[tokenjuice]\nprofile = "off"\n[tokenjuice.agents.keen]\nprofile = "full"\n');
  expect((await tinyjuice(['trust', '--yes'], { env: user.env, spawn: { cwd: project.root } })).code).toBe(0);
  const session = openSession(user.env);
  const ask = async (input: object, options: object = {}) =>
    looksOf(await session.ask({ input: { combinedText: log, ...input }, options }));
  expect(await ask({})).toBe('full');
  expect(await ask({ cwd: project.root })).toBe('raw');
  expect(await ask({}, { cwd: project.root })).toBe('raw');
  expect(await ask({ cwd: project.root, agent: 'keen' })).toBe('full');
  expect(await ask({ cwd: project.root }, { profile: 'full' })).toBe('full');
  expect(await ask({ agent: 'quiet' })).toBe('raw');
  expect(await ask({ agent: 'another', host: 'ide' })).toBe('raw');
  expect(await ask({ agent: 'loud', host: 'ide' })).toBe('full');
  expect(await ask({ cwd: '/nowhere' })).toBe('full');
  project.write('config.toml', '[tokenjuice]\nprofile = "off"\n\n');
  expect(await ask({ cwd: project.root })).toBe('full');
  expect(session.said()).toContain('has changed since you trusted it');
  session.close();
});

test('safe_inventory = false: a listing passes as it is', async () => {
  const listing = Array.from({ length: 200 }, (_, at) => `./src/app/cart/items/item-${at}.ts\n`).join('');
  const request = JSON.stringify({
    input: { toolName: 'exec', command: 'find . -name "*.ts"', combinedText: listing },
  });
  const textOf = async (toml: string): Promise<string> => {
    const user = freshUser();
    user.write('config.toml', toml);
    const { text } = await tinyjuice(['reduce-json'], { input: request, env: user.env });
    return (JSON.parse(text) as Answer).inlineText;
  };
  expect((await textOf('')).length).toBeLessThan(listing.length / 2);
  expect(await textOf('[tokenjuice]\nsafe_inventory = false\n')).toBe(listing);
});
