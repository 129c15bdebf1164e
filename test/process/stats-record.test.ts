/** What a run remembers of itself, and what it must not. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseEvent, type StatsEvent } from '../../src/stats/event.js';
import { fileOf, folder, script, tinyjuice, tokenIn } from './cli.js';
import { freshUser, hammer, hammerText } from './rule-places.js';
import { noisyLog, recorded } from './samples.js';

/** Who may, and where the system lets them: a file system of one's own. */
const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0;

const freshState = () => {
  const home = mkdtempSync(join(folder, 'state-'));
  return { home, env: { XDG_STATE_HOME: home }, events: join(home, 'tinyjuice/events') };
};

/** All events below a folder; a line that is none is undefined. */
const eventsIn = (events: string): readonly (StatsEvent | undefined)[] =>
  existsSync(events)
    ? readdirSync(events).flatMap(name =>
        readFileSync(join(events, name), 'utf8').split('\n').slice(0, -1).map(parseEvent),
      )
    : [];

describe('a run is remembered', () => {
  test('by reduce, with what its report says', async () => {
    const { env, events } = freshState();
    const raw = recorded('pytest/failures-26');
    const run = await tinyjuice(['reduce', '--exit-code', '1'], { input: raw, env });
    const [event, ...more] = eventsIn(events);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      event: 'run',
      host: 'cli',
      rule: 'tests/pytest',
      family: 'test-results',
      shape: 'verdict',
      profile: 'full',
      rawBytes: raw.length,
      outBytes: run.out.length,
      isLossy: true,
      exit: 'failed',
      originals: [tokenIn(run.text)],
      storeBytes: raw.length,
    });
    expect(Math.abs((event?.timeMs ?? 0) - Date.now())).toBeLessThan(600_000);
  });

  test('by reduce of a large input, as JSON, and of one that is left as it is', async () => {
    const { env, events } = freshState();
    const log = noisyLog(20_000);
    await tinyjuice(['reduce', '--json'], { input: log, env });
    await tinyjuice(['reduce'], { input: Buffer.alloc(9_000), env });
    expect(eventsIn(events)).toMatchObject([
      { rawBytes: log.length, shape: 'stream' },
      { rawBytes: 9_000, outBytes: 9_000, skip: 'binary', isLossy: false },
    ]);
  });

  test('by wrap once, with all its outputs and how it ended', async () => {
    const { env, events } = freshState();
    const run = await script('tj wrap -- sh -c "seq 1 2000; seq 1 10 >&2; exit 3" 2>/dev/null', { env });
    expect(run.code).toBe(3);
    await script("tj wrap -- sh -c 'echo one; kill -TERM $$'", { env });
    expect(eventsIn(events)).toMatchObject([
      { host: 'wrap', rawBytes: 8_893 + 21, exit: 'failed' },
      { host: 'wrap', rawBytes: 4, exit: 'signal' },
    ]);
  });

  test('and so is a retrieval, with what it gave', async () => {
    const { env, events } = freshState();
    const token = tokenIn((await tinyjuice(['reduce'], { input: noisyLog(2_000), env })).text);
    await tinyjuice(['retrieve', token, '--bytes', '1-330'], { env });
    await tinyjuice(['retrieve', token, '--grep', 'nowhere to be found'], { env });
    await tinyjuice(['retrieve', 'tj_0000000000'], { env });
    expect(eventsIn(events).slice(1)).toMatchObject([
      { event: 'retrieve', host: 'cli', original: token, bytes: 330, tokens: 100 },
    ]);
  });

  test('also one that a host asks for by its tool, so that stats nets it off', async () => {
    const { env, events } = freshState();
    const token = tokenIn((await tinyjuice(['reduce'], { input: noisyLog(2_000), env })).text);
    const call = (args: object) => JSON.stringify({ tool: 'tokenjuice_retrieve', arguments: { token, ...args } });
    const calls = [call({ bytes: '1-330' }), call({ grep: 'nowhere to be found' }), call({ token: 'tj_0000000000' })];
    await tinyjuice(['reduce-json', '--lines'], { input: calls.join('\n'), env });
    await tinyjuice(['reduce-json'], { input: call({ bytes: '331-' }), env: { ...env, TINYJUICE_RECORD_STATS: '0' } });
    expect(eventsIn(events).slice(1)).toMatchObject([
      { event: 'retrieve', host: 'reduce-json', original: token, bytes: 330, tokens: 100 },
    ]);
    const { totals } = JSON.parse((await tinyjuice(['stats', '--json'], { env })).text);
    expect(totals).toMatchObject({ calls: 1, retrievals: 1, retrievedTokens: 100 });
  });
});

describe('nothing is remembered', () => {
  test.each([
    ['of a copy: --raw', ['--raw'], {}],
    ['of a copy: --profile off', ['--profile', 'off'], {}],
    ['of a copy: TINYJUICE=off', [], { TINYJUICE: 'off' }],
    ['where it is switched off', [], { TINYJUICE_RECORD_STATS: '0' }],
    ['where it is switched off in words', [], { TINYJUICE_RECORD_STATS: 'False' }],
  ])('%s', async (_what, flags, more) => {
    const { home, env } = freshState();
    const all = { ...env, ...more };
    await tinyjuice(['reduce', ...flags], { input: noisyLog(200), env: all });
    if (flags[0] !== undefined || !('TINYJUICE' in more))
      await tinyjuice(['wrap', ...flags, '--', 'echo', 'x'], { env: all });
    expect(readdirSync(home)).toEqual([]);
  });

  test('of wrap around our own retrieve but the retrieval', async () => {
    const { env, events } = freshState();
    const token = tokenIn((await tinyjuice(['reduce'], { input: noisyLog(2_000), env })).text);
    await script(`tinyjuice() { tj "$@"; }; export -f tinyjuice tj; tj wrap -- bash -c 'tinyjuice retrieve ${token}'`, {
      env,
    });
    expect(eventsIn(events).map(event => event?.event)).toEqual(['run', 'retrieve']);
  });
});

describe('where it cannot be remembered, a run is as ever', () => {
  test.each([
    ['the folder is a file', (home: string) => writeFileSync(join(home, 'tinyjuice'), 'a file')],
    ["a folder stands for the day's file", (home: string) => occupied(join(home, 'tinyjuice/events'))],
    ['a device', () => undefined],
  ])('%s', async (what, prepare) => {
    const { home } = freshState();
    prepare(home);
    const env = { XDG_STATE_HOME: what === 'a device' ? '/dev/null' : home };
    const log = noisyLog(2_000);
    const usual = await tinyjuice(['reduce'], { input: log });
    expect(await tinyjuice(['reduce'], { input: log, env })).toMatchObject({ code: 0, text: usual.text, err: '' });
    expect(await tinyjuice(['wrap', '--', 'sh', '-c', 'echo out; exit 5'], { env })).toMatchObject({
      code: 5,
      text: 'out\n',
      err: '',
    });
    expect((await tinyjuice(['retrieve', tokenIn(usual.text)], { env })).text).toBe(log);
  });
});

test.skipIf(!canMount)('a disk that is read-only keeps no run from its work, and doctor says so', async () => {
  const { home } = freshState();
  fileOf(
    'mounted.sh',
    `mount -t tmpfs none ${home}
    seq 20 | "$NODE" "$CLI" reduce; mount -o remount,ro ${home}; seq 20 | "$NODE" "$CLI" reduce
    "$NODE" "$CLI" wrap -- sh -c 'exit 7'; echo "code $?"; "$NODE" "$CLI" stats; "$NODE" "$CLI" doctor`,
  );
  const run = await script('unshare -m bash mounted.sh', { env: { XDG_STATE_HOME: home } });
  const twenty = Array.from({ length: 20 }, (_, at) => `${at + 1}\n`).join('');
  expect(run.err).toBe('');
  expect(run.text.startsWith(`${twenty}${twenty}code 7\n1 call; `)).toBe(true);
  expect(run.text).toMatch(/^broken +stats +\$XDG_STATE_HOME\S+ cannot be written \(EROFS\)/m);
});

test('50 runs at once are 50 events', async () => {
  const { env, events } = freshState();
  const inputs = Array.from({ length: 50 }, (_, at) => `${'the same line\n'.repeat(37)}${'x'.repeat(at)}\n`);
  const runs = await Promise.all(inputs.map(input => tinyjuice(['reduce'], { input, env })));
  expect(runs.every(({ code, err }) => code === 0 && err === '')).toBe(true);
  const sizes = eventsIn(events).map(event => (event?.event === 'run' ? event.rawBytes : undefined));
  expect(sizes.sort()).toEqual(inputs.map(input => input.length).sort());
});

describe('no word of others is told', () => {
  const SECRET = 'hunter2pomegranate';

  test('by any file below the state folder, by stderr, or by a trace', async () => {
    const { home, env } = freshState();
    const place = join(mkdtempSync(join(folder, 'secret-')), SECRET);
    mkdirSync(place);
    const path = join(place, `${SECRET}.log`);
    const text = `${noisyLog(1_000)}ERROR ${SECRET}: it broke\n`.replaceAll('worker', SECRET);
    writeFileSync(path, text);
    const options = { env: { ...env, TINYJUICE_TOKEN: SECRET }, spawn: { cwd: place } };
    const runs = [
      await tinyjuice(['reduce', '--trace', path], options),
      await tinyjuice(
        ['reduce', '--trace', '--command', `curl -H 'X-Key: ${SECRET}' ${SECRET}.example`, path],
        options,
      ),
      await tinyjuice(['reduce', '--trace', '-'], { ...options, input: text }),
      await tinyjuice(['wrap', '--trace', '--', 'cat', path], options),
      await tinyjuice(['wrap', '--trace', '--', 'grep', '-n', SECRET, path], options),
      await tinyjuice(['wrap', '--trace', '-c', `cat ${path}; exit 4`], options),
    ];
    for (const { err } of runs) {
      expect(err).not.toContain(SECRET);
      expect(err).toContain('matched: ');
    }
    const token = tokenIn(runs[0]?.text ?? '');
    expect((await tinyjuice(['retrieve', token, '--grep', SECRET], options)).err).toBe('');
    const files = filesBelow(home);
    expect(files.length).toBe(1);
    for (const file of files) {
      expect(readFileSync(file, 'utf8')).not.toContain(SECRET);
      expect(file.slice(home.length)).not.toContain(SECRET);
    }
    expect(eventsIn(join(home, 'tinyjuice/events')).length).toBe(7);
  });

  test('nor the names that a user gave to rules', async () => {
    const { home, env, events } = freshState();
    const user = freshUser();
    const rule = { ...hammer, family: SECRET };
    user.rule(`${SECRET}/${SECRET}`, rule);
    user.fixture('hammer/plain', { raw: hammerText() });
    const run = await tinyjuice(['reduce', '--json'], { input: hammerText(), env: { ...env, ...user.env } });
    expect(run.text).toContain(SECRET);
    expect(eventsIn(events)).toMatchObject([{ rule: 'custom', family: 'custom' }]);
    for (const file of filesBelow(home)) expect(readFileSync(file, 'utf8')).not.toContain(SECRET);
  });
});

/** Also a user who may do everything cannot write there. */
function occupied(dir: string): void {
  for (const offset of [0, 1]) {
    const day = new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    mkdirSync(join(dir, `${day}.ndjson`), { recursive: true });
  }
}

const filesBelow = (path: string): readonly string[] =>
  statSync(path).isDirectory() ? readdirSync(path).flatMap(name => filesBelow(join(path, name))) : [path];
