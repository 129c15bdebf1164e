import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DRAFTS, HEADER_BYTES } from '../../src/ccr/entry.js';
import { sweep } from '../../src/ccr/expire.js';
import { openRecorder } from '../../src/ccr/recorder.js';
import { TALLY_NAME } from '../../src/ccr/tally.js';
import { draftsIn, freshFolder, freshStore, namesIn, store } from './store.js';

/** A store whose clock moves a second with every entry. */
function tickingStore(changes: { ttlSecs?: number; maxEntries?: number; maxBytes?: number }) {
  let nowMs = 1_700_000_000_000;
  return freshStore({ ...changes, now: () => (nowMs += 1000) });
}

test('entries past their time go at the next keeping', () => {
  const options = tickingStore({ ttlSecs: 5 });
  const tokens = Array.from({ length: 10 }, (_, run) => store(options, `run ${run}\n`).token);
  expect(namesIn(options.dir)).toEqual(tokens.slice(4).sort());
});

test('the oldest go when there are more than maxEntries', () => {
  const options = tickingStore({ maxEntries: 3 });
  const tokens = Array.from({ length: 10 }, (_, run) => store(options, `run ${run}\n`).token);
  expect(namesIn(options.dir)).toEqual(tokens.slice(7).sort());
});

test('the oldest go when the files hold more than maxBytes', () => {
  const options = tickingStore({ maxBytes: 3 * (HEADER_BYTES + 1000) });
  const tokens = Array.from({ length: 10 }, (_, run) => store(options, `${run}`.repeat(1000)).token);
  expect(namesIn(options.dir)).toEqual(tokens.slice(7).sort());
});

test('the entry just written stays, whatever the limits', () => {
  const options = tickingStore({ maxEntries: 0, ttlSecs: 0 });
  store(options, 'first\n');
  const { token } = store(options, 'second\n');
  expect(namesIn(options.dir)).toEqual([token]);
});

test('drafts of dead processes go, those of live ones stay until they are past the time to live', () => {
  const options = freshStore();
  store(options, 'x\n');
  const dead = `tmp-${deadPid()}-0123456789ab`;
  const live = `tmp-${process.pid}-0123456789ab`;
  const old = `tmp-${process.pid}-ba9876543210`;
  for (const name of [dead, live, old]) writeFileSync(join(options.dir, DRAFTS, name), 'partial');
  const lastWeekSecs = Date.now() / 1000 - 7 * 86_400;
  utimesSync(join(options.dir, DRAFTS, old), lastWeekSecs, lastWeekSecs);
  const { token } = store(options, 'x\n');
  expect(draftsIn(options.dir)).toEqual([live]);
  expect(namesIn(options.dir)).toEqual([token]);
});

test('a sweep removes drafts of dead processes among the entries too', () => {
  const options = freshStore();
  const { token } = store(options, 'x\n');
  writeFileSync(join(options.dir, `tmp-${deadPid()}-0123456789ab`), 'partial');
  expect(sweep(options.dir, options, { nowMs: Date.now() }).drafts).toBe(1);
  expect(namesIn(options.dir)).toEqual([token]);
});

test('files, folders and links that are not the store’s are not touched', () => {
  const dir = freshFolder();
  const options = freshStore({ dir, ttlSecs: 0, maxEntries: 0 });
  const foreign = ['notes.txt', 'tj_short', 'tmp-1-xyz', 'tmp-999999999-0123456789ab.bak', '.hidden'];
  for (const name of foreign) writeFileSync(join(dir, name), '');
  mkdirSync(join(dir, 'tj_0000000000'));
  symlinkSync('/etc/hostname', join(dir, 'tj_1111111111'));
  const { token } = store(options, 'x\n');
  expect(namesIn(dir)).toEqual([...foreign, 'tj_0000000000', 'tj_1111111111', token].sort());
});

test('a sweep by hand reports what it took, and a missing folder is nothing to sweep', () => {
  const options = freshStore({ now: () => 1_000_000 });
  store(options, 'x\n');
  store(options, 'yy\n');
  writeFileSync(join(options.dir, `tmp-${deadPid()}-0123456789ab`), 'partial');
  const limits = { ...options, ttlSecs: 60 };
  expect(sweep(options.dir, limits, { nowMs: 1_000_000_000 })).toEqual({
    entries: 2,
    drafts: 1,
    bytes: 2 * HEADER_BYTES + 2 + 3 + 7,
    left: { entries: 0, bytes: 0, oldestMs: Number.POSITIVE_INFINITY },
  });
  expect(namesIn(options.dir)).toEqual([]);
  expect(sweep(join(options.dir, 'missing'), limits, { nowMs: 0 })).toEqual({
    entries: 0,
    drafts: 0,
    bytes: 0,
    left: { entries: 0, bytes: 0, oldestMs: Number.POSITIVE_INFINITY },
  });
});

test('a dry sweep says the same, and takes nothing', () => {
  const options = tickingStore({});
  for (const content of ['a', 'bb', 'ccc']) store(options, content);
  const limits = { ...options, maxEntries: 1 };
  const dry = sweep(options.dir, limits, { nowMs: options.now(), isDry: true });
  expect(namesIn(options.dir)).toHaveLength(3);
  expect(sweep(options.dir, limits, { nowMs: options.now() })).toEqual(dry);
  expect(dry).toMatchObject({ entries: 2, bytes: 2 * HEADER_BYTES + 3 });
});

test('a store within its limits is not looked at whole with each keeping', () => {
  const options = tickingStore({ maxEntries: 100 });
  store(options, 'first\n');
  // Only a look at every entry could find this one.
  const old = join(options.dir, 'tj_0000000000');
  writeFileSync(old, 'x');
  utimesSync(old, 1_000_000_000, 1_000_000_000);
  for (let run = 0; run < 50; run += 1) store(options, `run ${run}\n`);
  expect(existsSync(old)).toBe(true);
  for (let run = 0; run < 60; run += 1) store(options, `more ${run}\n`);
  expect(existsSync(old)).toBe(false);
});

test.each(['', 'x', Buffer.alloc(32), Buffer.alloc(64, 0xff), Buffer.alloc(100_000, 1)])(
  'a tally that is lost or damaged is made anew (%#)',
  damage => {
    const options = tickingStore({ maxEntries: 3 });
    const tokens: string[] = [];
    for (let run = 0; run < 8; run += 1) {
      tokens.push(store(options, `run ${run}\n`).token);
      writeFileSync(join(options.dir, TALLY_NAME), damage);
    }
    expect(namesIn(options.dir)).toEqual(tokens.slice(5).sort());
    rmSync(join(options.dir, TALLY_NAME));
    tokens.push(store(options, 'last\n').token);
    expect(namesIn(options.dir)).toEqual(tokens.slice(6).sort());
  },
);

test('a tally that is a link, a folder or a FIFO is not followed, and does not hang', () => {
  const options = tickingStore({ maxEntries: 2 });
  store(options, 'first\n');
  const tally = join(options.dir, TALLY_NAME);
  const victim = join(freshFolder(), 'victim');
  writeFileSync(victim, 'precious');
  const put = [() => symlinkSync(victim, tally), () => mkdirSync(tally), () => execFileSync('mkfifo', [tally])];
  for (const [at, make] of put.entries()) {
    rmSync(tally, { recursive: true });
    make();
    for (let run = 0; run < 4; run += 1) store(options, `run ${at} ${run}\n`);
    expect(namesIn(options.dir)).toHaveLength(2);
  }
  expect(readFileSync(victim, 'utf8')).toBe('precious');
});

test('a clock that goes back loses nothing, and what seems to be of the future does not stay for ever', () => {
  let nowMs = 1_700_000_000_000;
  const options = freshStore({ ttlSecs: 100, now: () => nowMs });
  const { token } = store(options, 'of tomorrow\n');
  nowMs -= 86_400_000;
  sweep(options.dir, options, { nowMs });
  expect(namesIn(options.dir)).toEqual([token]);
  nowMs += 99_000;
  sweep(options.dir, options, { nowMs });
  expect(namesIn(options.dir)).toEqual([token]);
  nowMs += 2_000;
  sweep(options.dir, options, { nowMs });
  expect(namesIn(options.dir)).toEqual([]);
});

test('a draft in use survives the keeping of another in the same process', () => {
  const options = freshStore();
  const first = openRecorder(options);
  first.write(Buffer.from('first\n'));
  expect(first.accept()).toBe(true);
  const second = store(options, 'second\n').token;
  const kept = first.keep({ program: 'ls' })?.token;
  expect(namesIn(options.dir)).toEqual([second, kept].sort());
});

/** A number that no process has: above what Linux and macOS give out. */
function deadPid(): number {
  return 999_999_999;
}
