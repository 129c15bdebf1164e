/** Originals that cannot be kept: nothing is left out, one line on stderr, the exit code as it was. */
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { fileOf, folder, script, tinyjuice, tokenIn } from './cli.js';
import { noisyLog } from './samples.js';

const log = noisyLog(2_000);
const logFile = fileOf('log.txt', log);
const isRoot = process.getuid?.() === 0;
/** Then all lie below the home folder. */
const NO_FOLDERS = { XDG_CACHE_HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', XDG_STATE_HOME: '' };

describe('where originals cannot be kept, nothing is left out', () => {
  const oneLine = /^tinyjuice: the recovery store failed \(.*\): nothing more is left out\n$/;

  test('a cache that is no folder', async () => {
    const run = await tinyjuice(['reduce', logFile], { env: { XDG_CACHE_HOME: '/dev/null' } });
    expect(run).toMatchObject({ code: 0, text: log });
    expect(run.err).toMatch(oneLine);
  });

  test('no home: neither a folder nor one that can be made', async () => {
    const env = { XDG_CACHE_HOME: '', HOME: '/proc/none' };
    const run = await tinyjuice(['reduce', logFile], { env });
    expect(run).toMatchObject({ code: 0, text: log });
    expect(run.err).toMatch(oneLine);
  });

  test('an empty HOME, or one that is no absolute path, puts nothing where we stand', async () => {
    for (const home of ['', 'here']) {
      const run = await tinyjuice(['explain', '--json', '--', 'npm', 'test'], {
        env: { XDG_CACHE_HOME: '', HOME: home },
      });
      expect(JSON.parse(run.text).recovery.dir).toMatch(/^\//);
    }
  });

  test('a home that is not there is not made, and the line says so', async () => {
    const missing = join(folder, 'no', 'home');
    const own = join(folder, 'own-cache');
    for (const home of [missing, logFile, '/dev/null']) {
      const run = await tinyjuice(['reduce', logFile], { env: { ...NO_FOLDERS, HOME: home } });
      expect(run).toMatchObject({ code: 0, text: log });
      expect(run.err).toMatch(oneLine);
      expect(run.err).toContain('there is no home folder');
    }
    const env = { ...NO_FOLDERS, HOME: missing };
    for (const args of [['ls'], ['gc'], ['stats'], ['wrap', '--', 'true']])
      expect(await tinyjuice(args, { env })).toMatchObject({ code: 0, err: '' });
    expect((await tinyjuice(['retrieve', 'tj_0123456789'], { env })).code).toBe(3);
    const kept = await tinyjuice(['reduce', logFile], { env: { ...env, XDG_CACHE_HOME: own } });
    expect(tokenIn(kept.text)).toMatch(/^tj_/);
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });

  test.runIf(isRoot)('no HOME, and none in the list of users', async () => {
    chmodSync(folder, 0o755);
    const env = { ...NO_FOLDERS, HOME: undefined };
    const run = await tinyjuice(['reduce', '-'], { env, input: log, spawn: { uid: 54_321, gid: 54_321 } });
    expect(run).toMatchObject({ code: 0, text: log });
    expect(run.err).toContain('there is no home folder');
  });

  test('a cache that may not be written', async () => {
    const cache = join(folder, 'read-only');
    mkdirSync(cache, { mode: 0o555 });
    chmodSync(folder, 0o755); // another user has to come in
    const run = await tinyjuice(['reduce', logFile], {
      env: { XDG_CACHE_HOME: cache },
      ...(isRoot ? { spawn: { uid: 65_534, gid: 65_534 } } : {}),
    });
    expect(run).toMatchObject({ code: 0, text: log });
    expect(run.err).toMatch(oneLine);
  });

  test('a store of our own that was made read-only: what lies in it, and can be written to, is no help', async () => {
    const long = noisyLog(60_000);
    const home = mkdtempSync(join(folder, 'home-'));
    const user = isRoot ? { spawn: { uid: 65_534, gid: 65_534 } } : {};
    if (isRoot) chownSync(home, 65_534, 65_534);
    const run = (input: string) => tinyjuice(['reduce', '-'], { env: { XDG_CACHE_HOME: home }, input, ...user });
    expect(tokenIn((await run(log)).text)).toMatch(/^tj_/);
    chmodSync(join(home, 'tinyjuice', 'ccr'), 0o500);
    const { code, text, err } = await run(long);
    expect({ code, isWhole: text === long }).toEqual({ code: 0, isWhole: true });
    expect(err).toMatch(oneLine);
  });

  test('a disk that is full from the start', async () => {
    // A limit on the size of files fails as a full disk does.
    const run = await script(`ulimit -f 4; tj reduce ${logFile}`, { env: { XDG_CACHE_HOME: join(folder, 'full') } });
    expect(run).toMatchObject({ code: 0, text: log });
    expect(run.err).toMatch(oneLine);
  });

  test('a disk that fills up in mid-stream: raw from there on, and what was left out before can be had back', async () => {
    const long = noisyLog(60_000);
    const env = { XDG_CACHE_HOME: join(folder, 'filling') };
    const run = await script(`ulimit -f 1000; tj reduce ${fileOf('long.txt', long)}`, { env });
    expect(run.code).toBe(0);
    expect(run.err).toMatch(oneLine);
    const retrieved = await tinyjuice(['retrieve', tokenIn(run.text)], { env });
    const kept = retrieved.text;
    expect(kept.length).toBeGreaterThan(100_000);
    expect(run.text).toMatch(new RegExp(` \\(first ${kept.length} bytes\\)\\]\\n$`));
    expect(retrieved.err).toBe(
      `tinyjuice: ${tokenIn(run.text)} holds the first ${kept.length} bytes: there the store failed.\n`,
    );
    const [raw, out] = [join(folder, 'long.txt'), fileOf('filling.out', run.text)];
    expect((await tinyjuice(['check', raw, out])).text).toMatch(/^holds: /);
    const beyond = run.text.replace(/first \d+ bytes/, 'first 999 bytes');
    expect((await tinyjuice(['check', raw, fileOf('filling.out', beyond)])).code).toBe(1);
    expect(long.startsWith(kept)).toBe(true);
    const lastGap = run.text.lastIndexOf('\n[... lines ');
    const [, from, to] = /^\n\[\.\.\. lines (\d+)-(\d+)\]\n/.exec(run.text.slice(lastGap)) ?? [];
    expect(Number(to)).toBeGreaterThan(Number(from));
    expect(Number(to)).toBeLessThanOrEqual(kept.split('\n').length - 1);
    const behind = run.text.slice(run.text.indexOf('\n', lastGap + 1) + 1).replace(/\[[^\n]*\]\n$/, '');
    expect(behind).toBe(long.split('\n').slice(Number(to)).join('\n'));
  });

  describe.runIf(isRoot)('a store that is taken away once lines have been left out on the strength of it', () => {
    const userId = 54_321;
    const refuge = `/tmp/tinyjuice-${userId}`;
    afterEach(() => rmSync(refuge, { recursive: true, force: true }));
    const long = noisyLog(60_000);

    async function takenAway(how: string) {
      chmodSync(folder, 0o755);
      const home = mkdtempSync(join(folder, 'home-'));
      chownSync(home, userId, userId);
      const user = {
        env: { XDG_CACHE_HOME: home, STORE: join(home, 'tinyjuice/ccr') },
        spawn: { uid: userId, gid: userId },
      };
      const half = fileOf('half.txt', long);
      const run = await script(
        `{ cat ${half}; until ls $STORE/drafts/tmp-* >&2; do sleep 0.1; done 2> /dev/null; ${how}; cat ${half}; } | tj reduce -`,
        user,
      );
      const retrieve = (token: string) => tinyjuice(['retrieve', token], user);
      const check = async () => {
        const [raw, out] = [fileOf('taken.txt', long + long), fileOf('taken.out', run.text)];
        return (await tinyjuice(['check', raw, out])).text;
      };
      return { ...run, retrieve, check, again: () => tinyjuice(['reduce', '-'], { ...user, input: run.text }) };
    }

    test.each([
      'rm -r $STORE; echo > $STORE',
      'chmod 0 $STORE',
      'chmod 500 $STORE',
      'rm -r $STORE; chmod 500 $(dirname $STORE)',
    ])('%s: the original is put elsewhere, where its token is looked for', async how => {
      const { code, text, err, retrieve, check } = await takenAway(how);
      expect({ code, err }).toEqual({
        code: 0,
        err: `tinyjuice: the recovery store takes nothing any more: the original of this run is in ${refuge}\n`,
      });
      const found = await retrieve(tokenIn(text));
      expect({ err: found.err, isSame: found.text === long + long }).toEqual({ err: '', isSame: true });
      expect(await check()).toMatch(/^holds: /);
    });

    test('and so is the other place: both the output and stderr say that what is left out is lost', async () => {
      mkdirSync(refuge, { mode: 0o700 });
      const { code, text, err, check, again } = await takenAway('chmod 0 $STORE');
      expect(code).toBe(0);
      expect(err).toMatch(/^tinyjuice: the original could not be kept: .*: EACCES: permission denied\n$/);
      expect(text).toMatch(/\n\[\d+ of 120000 lines omitted and lost: the recovery store failed\]\n$/);
      expect(await check()).toMatch(/^holds: /);
      expect((await again()).text).toBe(text);
    });
  });

  test('--no-store: nothing is kept, nothing left out, nothing said', async () => {
    const env = { XDG_CACHE_HOME: join(folder, 'not-made') };
    expect(await tinyjuice(['reduce', '--no-store', logFile], { env })).toMatchObject({ code: 0, text: log, err: '' });
    expect(existsSync(join(folder, 'not-made'))).toBe(false);
  });
});
