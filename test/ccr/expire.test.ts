import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HEADER_BYTES } from '../../src/ccr/entry.js';
import { sweep } from '../../src/ccr/expire.js';
import { openRecorder } from '../../src/ccr/recorder.js';
import { freshFolder, freshStore, namesIn, store } from './store.js';

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
  for (const name of [dead, live, old]) writeFileSync(join(options.dir, name), 'partial');
  const lastWeekSecs = Date.now() / 1000 - 7 * 86_400;
  utimesSync(join(options.dir, old), lastWeekSecs, lastWeekSecs);
  const { token } = store(options, 'x\n');
  expect(namesIn(options.dir)).toEqual([token, live].sort());
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
  });
  expect(namesIn(options.dir)).toEqual([]);
  expect(sweep(join(options.dir, 'missing'), limits, { nowMs: 0 })).toEqual({ entries: 0, drafts: 0, bytes: 0 });
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
