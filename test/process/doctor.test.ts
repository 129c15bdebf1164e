import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, script, tinyjuice } from './cli.js';
import { examine, freshUser, reduceOnce } from './patient.js';
import { hammer, placeAt } from './rule-places.js';
import { noisyLog } from './samples.js';

describe('where all is well', () => {
  test('every finding is ok, before the first run and after it', async () => {
    const user = freshUser();
    for (const isBefore of [true, false]) {
      const { findings, of } = await examine({ env: user.env });
      expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
      expect(findings.map(({ name }) => name)).toEqual(
        'node,tinyjuice,path,config,profile,rules,user rules,project rules,store,stats,pty,shell'.split(','),
      );
      expect(of('node')?.says).toBe(process.version);
      expect(of('store')?.says).toMatch(
        isBefore ? /^\$XDG_CACHE_HOME\/tinyjuice\/ccr: nothing is stored yet$/ : /: 1 of 4096 originals, /,
      );
      await reduceOnce(user.env);
    }
  });

  test('a person reads the same, a line each', async () => {
    const user = freshUser();
    const run = await tinyjuice(['doctor'], { env: { ...user.env, TINYJUICE: 'off' } });
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.text).toMatch(/^ok {8}node {11}v\d+/);
    expect(run.text).toContain('\ndisabled  profile        TINYJUICE=off: all bytes go through as they are\n');
    expect(run.text).toContain(`\n${' '.repeat(25)}repair: unset TINYJUICE\n`);
  });

  test('looking changes nothing', async () => {
    const user = freshUser();
    await examine({ env: user.env });
    expect(readdirSync(user.home)).toEqual(['bin']);
    await reduceOnce(user.env);
    const before = [readdirSync(user.store), readdirSync(user.events)];
    await examine({ env: user.env });
    expect([readdirSync(user.store), readdirSync(user.events)]).toEqual(before);
  });
});

type User = ReturnType<typeof freshUser>;
type Spoil = (user: User) => unknown;

/** What makes one finding another, and which. A repair that ends it is run. */
const CASES: readonly (readonly [name: string, state: string, says: string, spoil: Spoil, isMended: boolean])[] = [
  ['store', 'broken', 'is a symbolic link', ({ store }) => linkAt(store), true],
  ['store', 'broken', 'is no folder', ({ store }) => fileAt(store), true],
  [
    'store',
    'warn',
    'is open to other users',
    ({ env, store }) => reduceOnce(env).then(() => chmodSync(store, 0o755)),
    true,
  ],
  ['store', 'broken', 'cannot be made in', ({ env }) => fileAt(env.XDG_CACHE_HOME), false],
  ['stats', 'broken', 'is a link to nothing', ({ events }) => linkAt(events, false), true],
  ['stats', 'broken', 'is no folder', ({ events }) => fileAt(events), true],
  ['stats', 'broken', 'cannot be made in', ({ env }) => fileAt(env.XDG_STATE_HOME), false],
  ['stats', 'broken', 'is no plain file: runs of today are not counted', ({ events }) => folderForToday(events), true],
  ['stats', 'warn', 'is full: further runs of today are not counted', ({ events }) => fullToday(events), true],
  ['user rules', 'broken', '1 of 2 rules cannot be used', ({ rules }) => rulesAt(rules), false],
  [
    'user rules',
    'warn',
    'of 1 of 1 rule a part is not used',
    ({ rules }) => rules.rule('tests/all', { ...hammer, drop: { all: '.*' } }),
    false,
  ],
  [
    'trust',
    'broken',
    'no project is trusted',
    ({ env }) => fileAt(join(env.XDG_DATA_HOME, 'tinyjuice/trust.json')),
    true,
  ],
];

describe('what is wrong', () => {
  test.each(CASES)('%s is %s where it %s', async (name, state, says, spoil, isMended) => {
    const user = freshUser();
    await spoil(user);
    const { of } = await examine({ env: user.env });
    const found = of(name);
    expect(found).toMatchObject({ state, says: expect.stringContaining(says) });
    expect(found?.says).not.toContain(user.home);
    if (!isMended) return;
    expect(await script(found?.repair ?? 'false', { env: user.env })).toMatchObject({ code: 0 });
    expect((await examine({ env: user.env })).of(name)?.state ?? 'ok').toBe('ok');
  });

  test('a link to a folder of counts is as good as the folder: runs are counted there', async () => {
    const user = freshUser();
    linkAt(user.events);
    expect((await examine({ env: user.env })).of('stats')).toMatchObject({ state: 'ok' });
    await reduceOnce(user.env);
    expect((await examine({ env: user.env })).of('stats')?.says).toMatch(/: 1 of 90 days, /);
  });

  test.skipIf(process.geteuid?.() === 0)('folders that may not be written are mended by their repair', async () => {
    const user = freshUser();
    await reduceOnce(user.env);
    for (const [name, dir] of [
      ['store', user.store],
      ['stats', user.events],
    ] as const) {
      chmodSync(dir, 0o500);
      const found = (await examine({ env: user.env })).of(name);
      expect(found).toMatchObject({ state: 'broken', says: expect.stringContaining('EACCES') });
      await script(found?.repair ?? 'false', { env: user.env });
      expect((await examine({ env: user.env })).of(name)?.state).toBe('ok');
    }
  });

  test.each([
    ['profile', 'disabled', { TINYJUICE: 'off' }],
    ['profile', 'broken', { TINYJUICE: 'maximal' }],
    ['stats', 'disabled', { TINYJUICE_RECORD_STATS: '0' }],
    ['shell', 'broken', { SHELL: '/nowhere/sh' }],
    ['path', 'warn', { PATH: '/usr/bin:/bin' }],
    ['store', 'broken', { XDG_CACHE_HOME: '/proc' }],
    ['store', 'broken', { XDG_CACHE_HOME: '/dev/null' }],
    ['stats', 'broken', { XDG_STATE_HOME: '/proc' }],
  ])('%s is %s with %j', async (name, state, env) => {
    expect((await examine({ env: { ...freshUser().env, ...env } })).of(name)?.state).toBe(state);
  });

  test('a copy without node-pty beside it says so', async () => {
    const bare = join(mkdtempSync(join(tmpdir(), 'tinyjuice-bare-')), 'dist');
    cpSync(join(folder, 'dist'), bare, { recursive: true });
    const { of } = await examine({ env: freshUser().env, cli: join(bare, 'cli.js') });
    rmSync(join(bare, '..'), { recursive: true });
    expect(of('pty')).toMatchObject({ state: 'warn', says: expect.stringContaining('node-pty does not load') });
  });

  test('another tinyjuice on the path is not this one', async () => {
    const user = freshUser();
    const other = join(user.home, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'tinyjuice'), '#!/bin/sh\n');
    chmodSync(join(other, 'tinyjuice'), 0o755);
    const { of } = await examine({ env: { ...user.env, PATH: `${other}:${user.env.PATH}` } });
    expect(of('path')).toMatchObject({ state: 'warn', says: expect.stringContaining('another tinyjuice') });
  });

  test('rules of a project are disabled until they are trusted, and warned of once they are others', async () => {
    const user = freshUser();
    const root = join(user.home, 'project');
    const place = placeAt(join(root, '.tinyjuice'));
    place.rule('tests/hammer', { ...hammer, fixtures: [] });
    const options = { env: user.env, spawn: { cwd: root } };
    expect((await examine(options)).of('project rules')).toMatchObject({
      state: 'disabled',
      repair: 'tinyjuice trust',
    });
    await tinyjuice(['trust', '--yes'], options);
    const trusted = (await examine(options)).of('project rules');
    place.rule('tests/other', { ...hammer, fixtures: [] });
    expect((await examine(options)).of('project rules')).toMatchObject({ state: 'warn', repair: 'tinyjuice trust' });
    expect(trusted?.says).not.toContain('trust');
  });

  test('words are refused', async () => {
    const run = await tinyjuice(['doctor', 'my-host']);
    expect(run).toMatchObject({
      code: 2,
      text: '',
      err: expect.stringMatching(/^tinyjuice: doctor takes the name of one host: [a-z, -]+\.\n$/),
    });
  });
});

test('nothing of outputs, commands, folders or names of rules is told', async () => {
  const SECRET = 'hunter2pomegranate';
  const user = freshUser();
  const home = join(user.home, SECRET);
  const env = {
    ...user.env,
    HOME: home,
    XDG_CACHE_HOME: undefined,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: undefined,
  };
  const root = join(home, 'work', SECRET);
  placeAt(join(root, '.tinyjuice')).rule(`${SECRET}/${SECRET}`, { ...hammer, title: SECRET });
  const own = placeAt(join(home, 'config/tinyjuice'));
  own.rule(`tests/${SECRET}`, `{ "${SECRET}": broken`);
  own.rule(`tests/${SECRET}-too`, { ...hammer, family: SECRET, drop: { [SECRET]: '.*' } });
  writeFileSync(join(root, `${SECRET}.log`), `${noisyLog(500)}ERROR ${SECRET}\n`);
  const options = { env, spawn: { cwd: root } };
  await tinyjuice(['wrap', '--', 'cat', `${SECRET}.log`], options);
  await tinyjuice(['reduce', '--command', `deploy --key ${SECRET}`, `${SECRET}.log`], options);
  for (const words of [['doctor'], ['doctor', '--json']]) {
    const run = await tinyjuice(words, options);
    expect(run.code).toBe(1);
    expect(run.text + run.err).not.toContain(SECRET);
    expect(run.text).toContain('$HOME/.local/state/tinyjuice/events');
  }
  const events = join(home, '.local/state/tinyjuice/events');
  for (const name of readdirSync(events)) expect(readFileSync(join(events, name), 'utf8')).not.toContain(SECRET);
});

function fileAt(path: string): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(path, 'a file', { mode: 0o600 });
}

function linkAt(path: string, isTargetThere = true): void {
  mkdirSync(isTargetThere ? join(path, '../elsewhere') : join(path, '..'), { recursive: true, mode: 0o700 });
  symlinkSync('elsewhere', path);
}

const todayIn = (events: string): string => join(events, `${new Date().toISOString().slice(0, 10)}.ndjson`);

function folderForToday(events: string): void {
  mkdirSync(todayIn(events), { recursive: true, mode: 0o700 });
  chmodSync(events, 0o700);
}

function fullToday(events: string): void {
  mkdirSync(events, { recursive: true, mode: 0o700 });
  writeFileSync(todayIn(events), 'x'.repeat(8_388_000));
}

function rulesAt(rules: User['rules']): void {
  rules.rule('tests/hammer', { ...hammer, fixtures: [] });
  rules.rule('tests/broken', '{ no JSON');
}
