import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'smol-toml';
import { expect, test } from 'vitest';
import { readEnvironment } from '../../src/cli/env.js';
import { allHosts, placesFor } from '../../src/cli/host-places.js';
import { agreementFor } from '../../src/hosts/trust.js';
import { cli, folder, tinyjuice } from './cli.js';
import { freshUser as openUser } from './fresh-user.js';

const hooked = (await allHosts()).filter(({ hook }) => hook !== undefined);

/** A user whose runs are told word by word. */
function freshUser() {
  const user = openUser();
  return { ...user, run: (...words: readonly string[]) => user.run(words) };
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

const places = (home: string) =>
  placesFor({ ...readEnvironment(), home, all: {} }, { isProject: false, program: 'x', profile: undefined });

test.each(hooked)('$name: installed, found, and run as the host would', async host => {
  const { home, bin, run } = freshUser();
  expect((await run('install', host.name)).code).toBe(0);
  const trust = host.trust?.(places(home));
  if (trust !== undefined) {
    const [edit] = host.edits({ ...places(home), command: (...words) => [`${bin}/tinyjuice`, ...words].join(' ') });
    const agreed = edit?.kind === 'json-entry' ? agreementFor(trust, edit.entry) : {};
    const value = trust.at.reduceRight<object>((inner, name) => ({ [name]: inner }), { [trust.key(0)]: agreed });
    writeFileSync(trust.path, stringify(value));
  }
  const before = filesBelow(folder);
  const { text, code } = await run('doctor', host.name, '--json', '--live');
  const { findings } = JSON.parse(text) as {
    readonly findings: readonly { readonly state: string; readonly says: string }[];
  };
  expect([code, findings.map(({ state }) => state)]).toEqual([0, ['ok', 'ok']]);
  expect(findings[1]?.says).toMatch(/^the hook answers: /);
  expect(filesBelow(folder)).toEqual(before);
});

test('a switch of the host’s own is told, and so is what an entry holds, and should', async () => {
  const { home, run } = freshUser();
  await run('install', 'claude-code');
  const path = join(home, '.claude/settings.json');
  const installed = readFileSync(path, 'utf8');
  writeFileSync(path, installed.replace('{', '{ "disableAllHooks": true,'));
  expect((await run('doctor', 'claude-code')).text).toMatch(
    /^disabled .*disableAllHooks = true\n +repair: \$\{EDITOR:-vi\} "\$HOME\/\.claude\/settings\.json"\n$/,
  );
  writeFileSync(path, installed.replace('10', '7'));
  expect((await run('doctor', 'claude-code')).text).toMatch(/^warn .*: found \{"matcher".*"timeout":7.*, expected \{/);
});

test.each([
  [
    'claude-code',
    '.claude/settings.json',
    { PreToolUse: [{ hooks: [{ command: '~/.claude/hooks/rtk-rewrite.sh' }] }] },
  ],
  ['claude-code', '.claude/settings.json', { PostToolUse: [{ hooks: [{ command: '"/opt/rtk" hook claude' }] }] }],
  ['claude-code', '.claude/settings.json', { PreToolUse: [{ hooks: [{ command: 'rtk', args: ['hook'] }] }] }],
  [
    'gemini-cli',
    '.gemini/settings.json',
    { BeforeTool: [{ hooks: [{ command: 'bash ~/.gemini/squeez/hooks/x.sh' }] }] },
  ],
  ['copilot-cli', '.copilot/hooks/other.json', { preToolUse: [{ bash: 'lean-ctx hook rewrite' }] }],
  ['cursor', '.claude/settings.json', { PreToolUse: [{ hooks: [{ command: 'rtk hook claude' }] }] }],
  ['codex', '.codex/config.toml', { PostToolUse: [{ hooks: [{ command: 'tokenjuice codex-post-tool-use' }] }] }],
  ['opencode', '.config/opencode/plugins/tokenjuice.js', undefined],
])('%s: another program in %s that changes the same outputs is told, with %j', async (host, file, hooks) => {
  const { home, run } = freshUser();
  const path = join(home, file);
  mkdirSync(dirname(path), { recursive: true });
  const isOurs = { permissions: { allow: ['Bash(rtk:*)'] }, mcpServers: { x: { command: 'lean-ctx' } } };
  const other = { hooks: { ...hooks, Stop: [{ hooks: [{ command: '/home/rtk/done.sh rtky' }] }] }, ...isOurs };
  writeFileSync(path, file.endsWith('.toml') ? stringify({ hooks }) : JSON.stringify(other));
  await run('install', host);
  const told = (await run('doctor', host)).text.split('\n').filter(line => line.includes('changes the same outputs'));
  expect(told).toEqual([
    expect.stringMatching(/^warn .*(?:rtk|squeez|lean-ctx|tokenjuice) changes the same outputs, /),
  ]);
  expect(told[0]).toContain(file.slice(file.lastIndexOf('/')));
});

test.each<[string, { flags?: readonly string[]; env?: object; config?: string }, string]>([
  ['TINYJUICE=off', { env: { TINYJUICE: 'off' } }, 'disabled'],
  ['TINYJUICE=full before settings that say off', { env: { TINYJUICE: 'full' }, config: 'enabled = false' }, 'ok'],
  ['a word in TINYJUICE that is no profile', { env: { TINYJUICE: 'of' } }, 'broken'],
  ['--profile off', { flags: ['--profile', 'off'] }, 'disabled'],
  ['--profile light', { flags: ['--profile', 'light'], config: 'enabled = false' }, 'ok'],
  ['enabled = false', { config: 'enabled = false' }, 'disabled'],
  ['profile = "off"', { config: 'profile = "off"' }, 'disabled'],
  ['off for this host', { config: '[tokenjuice.hosts.claude-code]\nprofile = "off"' }, 'disabled'],
  ['off for another host', { config: '[tokenjuice.hosts.codex]\nprofile = "off"' }, 'ok'],
])('%s: doctor says whether the hook says anything', async (_name, { flags = [], env = {}, config }, state) => {
  const user = openUser();
  await user.run(['install', 'claude-code', ...flags]);
  mkdirSync(join(user.home, '.config/tinyjuice'), { recursive: true });
  const text = config === undefined || config.startsWith('[') ? config : `[tokenjuice]\n${config}`;
  writeFileSync(join(user.home, '.config/tinyjuice/config.toml'), `${text ?? ''}\n`);
  const run = await user.run(['doctor', 'claude-code', '--live'], { env: { ...user.env, ...env } });
  const states = run.text.match(/^\w+/gm);
  expect([run.code, states]).toEqual([state === 'broken' ? 1 : 0, ['ok', state]]);
});

test('gemini-cli: a hook that is switched off by its name is told', async () => {
  const { home, run } = freshUser();
  await run('install', 'gemini-cli');
  const path = join(home, '.gemini/settings.json');
  const installed = readFileSync(path, 'utf8');
  for (const [set, state] of [
    ['{ "disabled": ["other", "tinyjuice"] }', 'disabled'],
    ['{ "enabled": false }', 'disabled'],
    ['{ "disabled": ["other"] }', 'ok'],
  ]) {
    writeFileSync(path, installed.replace('{', `{ "hooksConfig": ${set},`));
    expect((await run('doctor', 'gemini-cli')).text.split(' ')[0]).toBe(state);
  }
});

test('a program in a folder whose name a shell would read is found all the same', async () => {
  const { home, bin, env } = openUser();
  const odd = join(home, `it's "a" $(folder)`);
  renameSync(bin, odd);
  const more = { env: { ...env, PATH: `${odd}:/usr/bin:/bin` }, cli: join(odd, 'tinyjuice'), spawn: { cwd: home } };
  await tinyjuice(['install', 'claude-code'], more);
  const run = await tinyjuice(['doctor', 'claude-code', '--live'], more);
  expect(run.text.match(/^\w+/gm)).toEqual(['ok', 'ok']);
});

test('what stands behind a link is not changed, and what its user has put there by hand is found', async () => {
  const { home, run } = freshUser();
  await run('install', 'claude-code');
  const path = join(home, '.claude/settings.json');
  renameSync(path, join(home, 'dotfiles.json'));
  symlinkSync(join(home, 'dotfiles.json'), path);
  expect((await run('doctor', 'claude-code')).text).toMatch(/^ok .*installed\n$/);
  expect(await run('uninstall', 'claude-code')).toMatchObject({
    code: 2,
    err: expect.stringContaining('it is a link'),
  });
});

test('without a tinyjuice of that name nothing is installed, unless this very file is meant', async () => {
  const { home } = freshUser();
  const env = { HOME: home, PATH: dirname(process.execPath), XDG_STATE_HOME: join(home, 'state') };
  const run = await tinyjuice(['install', 'claude-code'], { env });
  expect(run).toMatchObject({ code: 2, text: '', err: expect.stringContaining('or install with --local') });
  expect(existsSync(join(home, '.claude'))).toBe(false);
  const local = await tinyjuice(['install', 'claude-code', '--local'], { env });
  expect(local.text).toContain('nothing will be left out');
  expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toContain(`${cli} hook claude-code`);
});

test('--dry-run shows what would change, and changes nothing', async () => {
  const { home, run } = freshUser();
  const path = join(home, '.claude/settings.json');
  mkdirSync(dirname(path));
  writeFileSync(path, '{\n  "model": "opus"\n}\n');
  const { text } = await run('install', 'claude-code', '--dry-run');
  expect(text.split('\n').slice(0, 7)).toEqual([
    `--- ${path}`,
    `+++ ${path}`,
    '@@ -1,3 +1,17 @@',
    ' {',
    '-  "model": "opus"',
    '+  "model": "opus",',
    '+  "hooks": {',
  ]);
  expect([readFileSync(path, 'utf8'), existsSync(join(home, 'state/tinyjuice/hosts'))]).toEqual([
    '{\n  "model": "opus"\n}\n',
    false,
  ]);
});

test('--project and --profile go where they are meant to, and uninstall keeps the user’s originals', async () => {
  const { home, run } = freshUser();
  await run('install', 'claude-code', '--project', '--profile', 'light');
  const path = join(home, '.claude/settings.local.json');
  expect(readFileSync(path, 'utf8')).toContain('hook claude-code --profile light"');
  expect(existsSync(join(home, '.claude/settings.json'))).toBe(false);
  expect((await run('doctor', 'claude-code', '--project')).text).toMatch(/^ok /);
  await run('uninstall', 'claude-code', '--project');
  expect(existsSync(join(home, '.claude'))).toBe(false);
});

test('a host’s files are where its variable says, or XDG_CONFIG_HOME for what it keeps there', async () => {
  const { home, env, run } = openUser();
  const [config, own] = [join(home, 'xdg'), join(home, 'own')];
  const written = async (name: string, more: object) =>
    (await run(['install', name], { env: { ...env, XDG_CONFIG_HOME: config, ...more } })).text.split('\n')[0];
  expect([
    await written('opencode', {}),
    await written('opencode', { OPENCODE_CONFIG_DIR: own }),
    await written('opencode', { XDG_CONFIG_HOME: 'relative' }),
    await written('claude-code', {}),
  ]).toEqual([
    `opencode: ${config}/opencode/plugin/tinyjuice.js written`,
    `opencode: ${own}/plugin/tinyjuice.js written`,
    `opencode: ${home}/.config/opencode/plugin/tinyjuice.js written`,
    `claude-code: ${home}/.claude/settings.json written`,
  ]);
});

test.skipIf(process.getuid?.() === 0)('a file that may not be written is told', async () => {
  const { home, run } = freshUser();
  mkdirSync(join(home, '.claude'));
  chmodSync(join(home, '.claude'), 0o500);
  expect(await run('install', 'claude-code')).toMatchObject({
    code: 2,
    err: expect.stringContaining('cannot be written'),
  });
});

test('setup installs where a host is found, whatever is wrong with another', async () => {
  const { home, run } = freshUser();
  for (const name of ['.claude', '.codex', '.gemini']) mkdirSync(join(home, name));
  writeFileSync(join(home, '.gemini/settings.json'), '{');
  const dry = await run('setup', '--dry-run');
  expect([dry.code, dry.text.match(/^\+\+\+ .*/gm)?.length]).toEqual([1, 2]);
  expect(existsSync(join(home, '.claude/settings.json'))).toBe(false);
  const { code, text } = await run('setup');
  expect(code).toBe(1);
  expect(text.split('\n').slice(0, -1)).toEqual([
    `claude-code: ${home}/.claude/settings.json written`,
    `codex: ${home}/.codex/hooks.json written`,
    expect.stringMatching(/^codex: .*\/hooks/),
    expect.stringMatching(/^gemini-cli: .*it is no JSON/),
  ]);
  expect((await run('doctor', 'hooks')).text.match(/^\w+ +[\w-]+/gm)).toEqual([
    'ok        claude-code',
    'disabled  codex',
    'broken    gemini-cli',
  ]);
});

test('a folder that cannot be looked at is no host, and stops no other', async () => {
  const { home, run } = freshUser();
  mkdirSync(join(home, '.claude'));
  symlinkSync('.gemini', join(home, '.gemini'));
  writeFileSync(join(home, '.codex'), '');
  const written = `claude-code: ${home}/.claude/settings.json written\n`;
  expect(await run('setup')).toMatchObject({ code: 0, text: written, err: '' });
  expect((await run('doctor', 'hooks')).text).toMatch(/^ok +claude-code .*installed\n$/);
});

test('a host that is not known is told which there are', async () => {
  for (const command of ['install', 'uninstall'])
    expect(await tinyjuice([command, 'my-host'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/takes the name of one host: agents-md, /),
    });
});

test('a home that takes no folders is told, and nothing waits for it', async () => {
  const { run, env } = openUser();
  const result = await run(['install', 'claude-code'], { env: { ...env, HOME: '/proc', XDG_STATE_HOME: '' } });
  expect(result).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^tinyjuice: \/proc\/.*cannot be written \(E/),
  });
});

test('a home that is not there is told, and not made', async () => {
  const { run, env } = openUser();
  const result = await run(['install', 'claude-code'], { env: { ...env, HOME: '/proc/nope', XDG_STATE_HOME: '' } });
  expect(result).toMatchObject({
    code: 2,
    err: 'tinyjuice: there is no home folder. Set HOME to one that is there.\n',
  });
});
