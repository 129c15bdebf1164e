/** The contract with a host that asks by `reduce-json --lines`, and has its settings in a `[tokenjuice]` of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { cli, environment, folder, tinyjuice } from '../process/cli.js';
import { passedTests as PASSED } from '../process/samples.js';
import { recordings } from '../support/recordings.js';

type Answer = Readonly<Record<string, never>> & {
  readonly inlineText: string;
  readonly recovery?: { readonly token: string };
  readonly compaction: { readonly lossy: boolean; readonly skipReason?: string };
  readonly result?: { readonly found: boolean; readonly text: string; readonly code?: string };
};

const sessions: ChildProcess[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.kill();
});

/** One process for many requests, as the host has it. @param toml its settings. */
function openSession(toml = '') {
  const home = mkdtempSync(join(folder, 'openhuman-'));
  const env = { ...environment, XDG_CONFIG_HOME: join(home, 'config'), XDG_CACHE_HOME: join(home, 'cache') };
  const file = join(env.XDG_CONFIG_HOME, 'tinyjuice/config.toml');
  const set = (text: string): void => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  if (toml !== '') set(toml);
  const session = spawn(process.execPath, [cli, 'reduce-json', '--lines'], { cwd: home, env });
  sessions.push(session);
  const answers = createInterface(session.stdout)[Symbol.asyncIterator]();
  return {
    env,
    set,
    hasStored: () => existsSync(join(env.XDG_CACHE_HOME, 'tinyjuice/ccr')),
    async ask(request: object): Promise<Answer> {
      session.stdin.write(`${JSON.stringify(request)}\n`);
      return JSON.parse((await answers.next()).value ?? 'null');
    },
  };
}

const exec = (more: object = {}, options: object = {}) => ({
  input: { toolName: 'exec', command: 'cargo test', exitCode: 0, combinedText: PASSED, ...more },
  options,
});

describe('profiles', () => {
  test('full leaves out what is noise, and gives all of it back by the tool that the host registers', async () => {
    const { ask } = openSession();
    const answer = await ask(exec({}, { profile: 'full', maxInlineChars: 1200 }));
    expect(answer.compaction.lossy).toBe(true);
    expect(answer.inlineText.length).toBeLessThan(1200);
    for (const tool of ['tokenjuice_retrieve', 'tinyjuice_retrieve']) {
      const back = await ask({ tool, arguments: { token: answer.recovery?.token } });
      expect(back.result).toMatchObject({ found: true, text: PASSED });
    }
    expect((await ask({ tool: 'tokenjuice_retrieve', arguments: { token: 'tj_0000000000' } })).result).toMatchObject({
      found: false,
      code: 'NOT_FOUND',
    });
  });

  test('light loses nothing and stores nothing', async () => {
    const { ask, env, hasStored } = openSession();
    for (const { name, raw } of recordings.filter((_, at) => at % 40 === 0)) {
      const text = raw.toString('utf8');
      const { compaction, inlineText } = await ask(exec({ command: name, combinedText: text }, { profile: 'light' }));
      expect([name, compaction.lossy, inlineText.includes('omitted:')]).toEqual([
        name,
        false,
        text.includes('omitted:'),
      ]);
    }
    expect(hasStored()).toBe(false);
    const rows = JSON.stringify(Array.from({ length: 90 }, (_, id) => ({ id, state: 'open', title: `number ${id}` })));
    const form = await ask(exec({ command: 'gh api repos/x/y/issues', combinedText: rows }, { profile: 'light' }));
    expect(form.inlineText.length).toBeLessThan(rows.length);
    expect((await tinyjuice(['decode'], { input: form.inlineText, env })).text).toBe(rows);
  });

  test('off gives every text as it is', async () => {
    const { ask, hasStored } = openSession();
    for (const text of [PASSED, '', 'x', '\u001b[31mred\u001b[0m\r\n'])
      expect((await ask(exec({ combinedText: text }, { profile: 'off' }))).inlineText).toBe(text);
    expect(hasStored()).toBe(false);
  });
});

/** Every key of the block, with a value that is not its default. */
const SETTINGS = `
[tokenjuice]
enabled = true
profile = "light"
min_bytes_to_compress = 256
max_inline_chars = 600
safe_inventory = false
record_stats = false
[tokenjuice.ccr]
enabled = true
min_tokens = 512
max_entries = 32
max_bytes = 1048576
ttl_secs = 3600
disk_tier = true
disk_max_entries = 128
disk_max_bytes = 67108864
[tokenjuice.agents.reviewer]
profile = "full"
[tokenjuice.agents.archivist]
profile = "off"
[tokenjuice.compressors]
search = false
code = false
html = false
json = false
ml_text = false
`;

describe('settings', () => {
  test('every key of the host’s block is known, and shown with its value', async () => {
    const { env } = openSession(SETTINGS);
    const shown = await tinyjuice(['config', '--json'], { env });
    expect([shown.code, shown.err]).toEqual([0, '']);
    const text = (await tinyjuice(['config'], { env })).text;
    for (const line of SETTINGS.split('\n').filter(each => each.includes(' = '))) {
      const [key = '', value = ''] = line.split(' = ');
      expect(text).toMatch(new RegExp(`^${key} = ${value.replaceAll('"', '"')}\\s`, 'm'));
    }
  });

  test('each agent has its profile, and a change holds from the next request on', async () => {
    const { ask, set } = openSession(SETTINGS);
    const lossy = async (agent?: string) => (await ask(exec(agent === undefined ? {} : { agent }))).compaction;
    expect(await lossy()).toMatchObject({ lossy: false });
    expect(await lossy('reviewer')).toMatchObject({ lossy: true });
    expect(await lossy('archivist')).toMatchObject({ skipReason: 'off' });
    set(SETTINGS.replace('profile = "light"', 'profile = "full"'));
    expect(await lossy()).toMatchObject({ lossy: true });
    set('[tokenjuice]\nenabled = false\n');
    expect(await lossy('reviewer')).toMatchObject({ skipReason: 'off' });
  });
});

test('what is no request is answered as such, and the session goes on', async () => {
  const { ask } = openSession();
  expect(await ask({ input: { argv: [1] } })).toMatchObject({ error: { code: 'INVALID_PAYLOAD' } });
  expect((await ask(exec())).compaction.lossy).toBe(true);
});
