/** Settings in the JSON protocol: of the request's folder and agent, and looked at anew while a session lasts. */
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
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

test('a request has the settings of its folder, and of its agent', async () => {
  const user = freshUser();
  user.write('config.toml', '[tokenjuice.agents.quiet]\nprofile = "off"\n');
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
