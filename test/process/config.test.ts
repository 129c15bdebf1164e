/** Each setting does what its name says: through the program itself. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { TALLY_NAME } from '../../src/ccr/tally.js';
import { namesIn } from '../ccr/store.js';
import { projectRoot } from '../support/project.js';
import { fileOf, folder, type Result, script, tinyjuice, tokenIn } from './cli.js';
import { freshUser, hammer, hammerText } from './rule-places.js';
import { noisyLog, recorded } from './samples.js';

const log = noisyLog(2_000);
const isReduced = ({ text }: Result): boolean =>
  /\[\d+ of \d+ \w+ omitted: tinyjuice retrieve tj_\w{10}\]\n$/.test(text);

/** A user with this configuration below `[tokenjuice]`, and a cache of their own. */
function userWith(toml: string) {
  const user = freshUser();
  const file = user.write('config.toml', `[tokenjuice]\n${toml}\n`);
  const cache = mkdtempSync(join(folder, 'cache-'));
  const env = { ...user.env, XDG_CACHE_HOME: cache };
  return {
    ...user,
    file,
    cache,
    env,
    reduce: (input: string | Buffer = log, args: readonly string[] = [], more: NodeJS.ProcessEnv = {}) =>
      tinyjuice(['reduce', ...args], { input, env: { ...env, ...more } }),
    run: (...args: string[]) => tinyjuice(args, { env }),
  };
}

describe('enabled', () => {
  test('false gives all bytes as they are, in reduce and wrap; the call may still say otherwise', async () => {
    const { reduce, env } = userWith('enabled = false');
    const colours = `\u001b[31m${log}`;
    expect(await reduce(colours)).toMatchObject({ code: 0, text: colours, err: '' });
    const file = fileOf('coloured.txt', colours);
    expect(await script(`tj wrap -- cat ${file}`, { env })).toMatchObject({ code: 0, text: colours, err: '' });
    expect(isReduced(await reduce(log, ['--profile', 'full']))).toBe(true);
    expect(isReduced(await reduce(log, [], { TINYJUICE: 'full' }))).toBe(true);
  });
});

describe('profile', () => {
  test.each<readonly [string, string, readonly string[], NodeJS.ProcessEnv, 'full' | 'light' | 'off']>([
    ['nothing named', '', [], {}, 'full'],
    ['the user', 'profile = "light"', [], {}, 'light'],
    ['the agent', 'profile = "light"\n[tokenjuice.agents.me]\nprofile = "off"', ['--agent', 'me'], {}, 'off'],
    ['the agent of the environment', '[tokenjuice.agents.me]\nprofile = "off"', [], { TINYJUICE_AGENT: 'me' }, 'off'],
    [
      'the variable of the key',
      'profile = "light"\n[tokenjuice.agents.me]\nprofile = "off"',
      ['--agent', 'me'],
      { TINYJUICE_PROFILE: 'full' },
      'full',
    ],
    ['the quick switch', 'profile = "off"', [], { TINYJUICE: 'light', TINYJUICE_PROFILE: 'full' }, 'light'],
    ['the flag', 'profile = "off"', ['--profile', 'light'], { TINYJUICE: 'off' }, 'light'],
  ])('%s decides', async (_name, toml, args, env, profile) => {
    const input = `\u001b[31m${'same\n'.repeat(200)}\u001b[0m${log}`;
    const { text } = await userWith(toml).reduce(input, args, env);
    const looks = { full: /omitted: tinyjuice/, light: /^same {1,2}\[x200\]\n/, off: /^\u001b\[31msame\n/ };
    expect(text).toMatch(looks[profile]);
    expect([text.includes('omitted: tinyjuice'), text === input]).toEqual([profile === 'full', profile === 'off']);
  });
});

/** Lines that no rule calls noise. */
const plainSteps = Array.from({ length: 600 }, (_, at) => `step ${at} ${'abc'.repeat((at % 7) + 1)} ${at * 31}`);

describe('sizes', () => {
  test('below min_bytes_to_compress a text is only rendered', async () => {
    const small = `\u001b[1m${'x y z\n'.repeat(300)}`;
    expect((await userWith('').reduce(small)).text).toBe('x y z [x300]\n');
    expect((await userWith('min_bytes_to_compress = 2000').reduce(small)).text).toBe('x y z\n'.repeat(300));
    const large = 'x y z\n'.repeat(10_000);
    const { reduce } = userWith('min_bytes_to_compress = 60001');
    expect((await reduce(large)).text).toBe(large);
    expect((await reduce(`${large}x y z\n`)).text).toBe('x y z [x10001]\n');
    const zero = userWith('min_bytes_to_compress = 0');
    expect((await zero.reduce('long line, '.repeat(3).concat('\n').repeat(5))).text).toMatch(/ \[x5\]\n$/);
    expect(await zero.reduce('')).toMatchObject({ code: 0, text: '', err: '' });
    expect(await zero.reduce('x')).toMatchObject({ code: 0, text: 'x', err: '' });
  });

  test('max_inline_chars says how much of a run that went well may stay, and takes nothing from one that failed', async () => {
    const text = `hammer v3\n${plainSteps.join('\n')}\nbeats: 80\n`;
    const sizes = async (input: string) => {
      const all: number[] = [];
      for (const chars of [300, 1200, 2400]) {
        const user = userWith(`max_inline_chars = ${chars}`);
        user.rule('tests/hammer', hammer);
        user.fixture('hammer/plain', { raw: hammerText() });
        all.push((await user.reduce(input)).text.length);
      }
      return all;
    };
    const [little, usual, much] = await sizes(text);
    expect(little).toBeLessThan((usual ?? 0) / 2);
    expect(much).toBeGreaterThan(usual ?? 0);
    const failed = text.replace('hammer v3\n', 'hammer v3\nerror: the anvil broke\n');
    const [least, asUsual] = await sizes(failed);
    expect(least).toBe(asUsual);
  });

  test('an agent has a max_inline_chars of its own', async () => {
    const user = userWith('[tokenjuice.agents.me]\nmax_inline_chars = 300');
    user.rule('tests/hammer', hammer);
    user.fixture('hammer/plain', { raw: hammerText() });
    const text = `hammer v3\n${plainSteps.join('\n')}\nbeats: 80\n`;
    const [usual, own] = [await user.reduce(text), await user.reduce(text, ['--agent', 'me'])];
    expect(own.text.length).toBeLessThan(usual.text.length / 2);
  });
});

describe('ccr', () => {
  test.each(['enabled = false', 'disk_tier = false'])('%s: nothing is kept, so nothing is left out', async key => {
    const { reduce, env, cache } = userWith(`[tokenjuice.ccr]\n${key}`);
    expect(await reduce()).toMatchObject({ code: 0, text: log, err: '' });
    const file = fileOf('unkept.txt', log);
    expect(await script(`tj wrap -- cat ${file}`, { env })).toMatchObject({ code: 0, text: log, err: '' });
    expect(readdirSync(cache)).toEqual([]);
    expect((await script(`tj explain --output ${file}`, { env })).text).toContain('left out: nothing');
  });

  test('dir is where originals are written, and where retrieve and explain look', async () => {
    const dir = join(folder, 'originals');
    const { reduce, run, cache } = userWith(`[tokenjuice.ccr]\ndir = "${dir}"`);
    const token = tokenIn((await reduce()).text);
    expect(namesIn(dir)).toEqual([token]);
    expect(readdirSync(cache)).toEqual([]);
    expect((await run('retrieve', token)).text).toBe(log);
    expect((await run('explain', 'last')).text).toContain(`last: ${token}, `);
    expect((await run('explain', '--', 'npm', 'test')).text).toContain(`, from ${dir}`);
  });

  test('what was kept before dir was set can still be had back', async () => {
    const user = userWith('');
    const token = tokenIn((await user.reduce()).text);
    user.write('config.toml', `[tokenjuice.ccr]\ndir = "${join(folder, 'elsewhere')}"\n`);
    expect((await user.run('retrieve', token)).text).toBe(log);
  });

  test('a ~ in dir is the home folder', async () => {
    const home = mkdtempSync(join(folder, 'home-'));
    const { reduce } = userWith('[tokenjuice.ccr]\ndir = "~/kept"');
    await reduce(log, [], { HOME: home });
    expect(namesIn(join(home, 'kept')).length).toBe(1);
  });

  test('after ttl_secs an original goes', async () => {
    const { reduce, run, cache } = userWith('[tokenjuice.ccr]\nttl_secs = 90');
    const token = tokenIn((await reduce()).text);
    const path = join(cache, 'tinyjuice/ccr', token);
    utimesSync(path, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
    await reduce(noisyLog(2_001));
    expect(existsSync(path)).toBe(true);
    utimesSync(path, Date.now() / 1000 - 100, Date.now() / 1000 - 100);
    rmSync(join(dirname(path), TALLY_NAME)); // it has not seen that time go by
    await reduce(noisyLog(2_002));
    expect(existsSync(path)).toBe(false);
    expect((await run('retrieve', token)).err).toContain('Stored output is kept for 90 seconds');
  });

  test('disk_max_entries and disk_max_bytes bound the store', async () => {
    const two = userWith('[tokenjuice.ccr]\ndisk_max_entries = 2');
    for (const lines of [2_000, 2_001, 2_002]) await two.reduce(noisyLog(lines));
    expect(namesIn(join(two.cache, 'tinyjuice/ccr')).length).toBe(2);
    const small = userWith('[tokenjuice.ccr]\ndisk_max_bytes = 200000');
    for (const lines of [2_000, 2_001]) await small.reduce(noisyLog(lines));
    expect(namesIn(join(small.cache, 'tinyjuice/ccr')).length).toBe(1);
    const { err } = await small.reduce(noisyLog(5_000));
    expect(err).toContain('larger than the whole store may be (200000 bytes)');
  });

  test('pages of fewer tokens than min_tokens stay as they are', async () => {
    const page = readFileSync(join(projectRoot, 'fixtures/html/pydoc.html'));
    const asText = /^\[html as text/;
    expect((await userWith('').reduce(page)).text).toMatch(asText);
    expect((await userWith('[tokenjuice.ccr]\nmin_tokens = 10000000').reduce(page)).text).not.toMatch(asText);
  });
});

describe('compressors: a kind that is turned off passes as it is', () => {
  const rows = Array.from(
    { length: 60 },
    (_, at) => `src/app/cart/${at % 3}.ts:${at + 1}: const item${at} = find(${at});\n`,
  );
  const json = JSON.stringify(
    Array.from({ length: 60 }, (_, id) => ({ id, name: `item ${id}`, isThere: true })),
    null,
    2,
  );
  const lines = Array.from(
    { length: 60 },
    (_, id) => `${JSON.stringify({ id, name: `item ${id}`, at: 'home' })}\n`,
  ).join('');
  const cases: readonly (readonly [string, string | Buffer, readonly string[]])[] = [
    ['search', rows.join(''), ['--command', 'rg -n item']],
    ['search', rows.join(''), []],
    ['search', recorded('ls/archive'), []],
    ['code', recorded('git-diff/npm-lockfile'), ['--command', 'git diff']],
    ['code', recorded('git-diff/npm-lockfile'), []],
    [
      'code',
      `#include <stdio.h>\nint main(void) {\n${'    put(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);\n'.repeat(60)}}\n`,
      [],
    ],
    ['html', readFileSync(join(projectRoot, 'fixtures/html/pydoc.html')), []],
    ['json', json, []],
    ['json', lines, []],
  ];

  test.each(cases)('%s', async (key, input, args) => {
    const bytes = Buffer.from(input);
    const on = await userWith('').reduce(bytes, args);
    expect(on.out.length).toBeLessThan(bytes.length);
    const off = await userWith(`[tokenjuice.compressors]\n${key} = false`).reduce(bytes, args);
    expect({ code: off.code, err: off.err, isSame: off.out.equals(bytes) }).toEqual({ code: 0, err: '', isSame: true });
    const others = ['search', 'code', 'html', 'json'].filter(other => other !== key).map(other => `${other} = false\n`);
    expect((await userWith(`[tokenjuice.compressors]\n${others.join('')}`).reduce(bytes, args)).text).toBe(on.text);
  });

  test('JSON among other lines stays too, and what is no JSON is reduced as ever', async () => {
    const user = userWith('[tokenjuice.compressors]\njson = false');
    const { text } = await user.reduce(`GET /items\n${json}\ndone\n`);
    expect(text).toBe(`GET /items\n${json}\ndone\n`);
    expect(isReduced(await user.reduce())).toBe(true);
    expect((await user.reduce(json, ['--max-chars', '400'])).text.length).toBeLessThanOrEqual(400);
  });
});

describe('a configuration that cannot be used', () => {
  test('costs one line on stderr and nothing else', async () => {
    const { reduce, file, env } = userWith('min_bytes_to_compress = "many"\n[tokenjuice.ccr]\nttl_secs = 100');
    const told = `tinyjuice: ${file}:2: tokenjuice.min_bytes_to_compress: "many" is not a whole number from 0 to 1048576. 512 is used.\n`;
    const run = await reduce();
    expect([run.code, isReduced(run), run.err]).toEqual([0, true, told]);
    const service = fileOf('service.sh', `cat ${fileOf('wrapped.txt', log)}; exit 3\n`);
    const wrapped = await script(`tj wrap -- sh ${service}`, { env });
    expect([wrapped.code, isReduced(wrapped), wrapped.err]).toEqual([3, true, told]);
  });

  test('a file that is no TOML: the reduction runs as where nothing is set', async () => {
    const run = await userWith('enabled = ').reduce();
    expect([run.code, isReduced(run)]).toEqual([0, true]);
    expect(run.err).toMatch(/^tinyjuice: \S+\/config\.toml:2: it is no TOML: [^\n]+ Nothing in this file is used\.\n$/);
  });
});

describe('config', () => {
  test('shows every setting with its value and place, as a file that says the same', async () => {
    const dir = join(folder, 'a "b" dir');
    const user = userWith(
      `profile = "light"\n[tokenjuice.ccr]\ndir = ${JSON.stringify(dir)}\n[tokenjuice.agents."a b"]\nmax_inline_chars = 500`,
    );
    const { code, text, err } = await tinyjuice(['config'], { env: { ...user.env, TINYJUICE_RECORD_STATS: 'off' } });
    expect([code, err]).toEqual([0, '']);
    for (const line of [
      /^\[tokenjuice\]$/m,
      /^enabled = true +# default$/m,
      new RegExp(`^profile = "light" +# ${user.file}:2$`, 'm'),
      /^record_stats = false +# TINYJUICE_RECORD_STATS$/m,
      new RegExp(`^max_inline_chars = 500 +# ${user.file}:6$`, 'm'),
    ])
      expect(text).toMatch(line);
    const copy = freshUser();
    copy.write('config.toml', text);
    const [first, second] = [
      await user.run('config', '--json'),
      await tinyjuice(['config', '--json'], { env: copy.env }),
    ];
    const values = ({ text: json }: Result) =>
      (JSON.parse(json) as { settings: { key: string; value: unknown }[] }).settings.map(({ key, value }) => [
        key,
        value,
      ]);
    expect(values(second)).toEqual(values(first).map(([key, value]) => [key, key === 'record_stats' ? false : value]));
  });

  test('ends with 1 where something cannot be used, and says it as every run does', async () => {
    const user = userWith('profil = "light"');
    const { code, err, text } = await user.run('config', '--json');
    const told = `${user.file}:2: tokenjuice.profil: there is no such setting. Known here: enabled, profile, min_bytes_to_compress, max_inline_chars, safe_inventory, redact_output, record_stats, ccr, compressors, toon, agents, hosts.`;
    expect([code, err]).toEqual([1, `tinyjuice: ${told}\n`]);
    expect((JSON.parse(text) as { problems: { text: string }[] }).problems.map(problem => problem.text)).toEqual([
      told,
    ]);
    expect((await user.run('config', 'x')).code).toBe(2);
    const switched = await tinyjuice(['config'], { env: { TINYJUICE: 'light' } });
    expect(switched).toMatchObject({ code: 0, text: expect.stringMatching(/^profile = "light" +# TINYJUICE$/m) });
    expect((await tinyjuice(['config'], { env: { TINYJUICE: 'loud' } })).code).toBe(1);
  });
});
