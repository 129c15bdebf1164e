import { execFileSync } from 'node:child_process';
import { createCipheriv, randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DRAFTS } from '../../src/ccr/entry.js';
import { openEntry } from '../../src/ccr/read.js';
import { openRecorder, type Recorder, type StoreOptions } from '../../src/ccr/recorder.js';
import { collect, draftsIn, freshFolder, freshStore, namesIn, store } from './store.js';

const SECRET = 'hunter2-never-in-an-error\n';
const BLOCK = Buffer.alloc(65_536, SECRET);
/** What takes as much room on the disk as it has bytes, also where it is compressed; holds the secret too. */
const DENSE = Array.from({ length: 100 }, () => Buffer.concat([randomBytes(65_000), Buffer.alloc(536, SECRET)]));

/** Everything a run may do after the store has failed with nothing accepted: none of it may throw. */
function expectUnusable(recorder: Recorder, { dir }: StoreOptions, reason: RegExp): void {
  expect(recorder.accept()).toBe(false);
  recorder.write(BLOCK);
  expect(recorder.accept()).toBe(false);
  expect(recorder.keep({ program: 'ls' })).toBe(undefined);
  recorder.discard();
  expect(recorder.failure?.message).toMatch(reason);
  expect(recorder.failure?.message).toMatch(new RegExp(`^originals cannot be kept in ${dir}: [^\n]*$`));
  expect(recorder.failure?.message).not.toContain('hunter2');
  expect(recorder.failure?.message).not.toContain('tmp-');
}

const mounts: string[] = [];
afterAll(() => {
  for (const dir of mounts) execFileSync('umount', [dir]);
});

/** A file system of our own, or undefined where we may not mount one. */
function mountSmallDisk(): string | undefined {
  const dir = freshFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m,mode=0700', 'tmpfs', dir], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  mounts.push(dir);
  return dir;
}

const disk = mountSmallDisk();

test.skipIf(disk === undefined)('a disk that fills up keeps what was accepted, to the byte', async () => {
  const options = freshStore({ dir: join(disk ?? '', 'a') });
  const recorder = openRecorder(options);
  let accepted = 0;
  for (const block of DENSE) {
    recorder.write(block);
    if (recorder.accept()) accepted += block.length;
  }
  expect(accepted).toBeGreaterThan(3_000_000);
  expect(accepted).toBeLessThan(4_200_000);
  expect(recorder.accept()).toBe(false);
  expect(recorder.failure?.message).toBe(`originals cannot be kept in ${options.dir}: ENOSPC: no space left on device`);
  const recovery = recorder.keep({ program: 'ls' });
  expect(recovery?.bytes).toBe(accepted);
  const got = await collect(openEntry(options.dir, recovery?.token ?? '').stream());
  expect(got.equals(Buffer.concat(DENSE).subarray(0, accepted))).toBe(true);
  expect(namesIn(options.dir)).toEqual([recovery?.token]);
  rmSync(options.dir, { recursive: true });
});

test.skipIf(disk === undefined)('a disk that fills up before anything was accepted is left as it was', () => {
  const options = freshStore({ dir: join(disk ?? '', 'b') });
  const recorder = openRecorder(options);
  for (const block of DENSE) recorder.write(block);
  expectUnusable(recorder, options, /ENOSPC/);
  expect([...namesIn(options.dir), ...draftsIn(options.dir)]).toEqual([]);
  const full = freshStore({ dir: join(disk ?? '', 'c') });
  writeFileSync(join(disk ?? '', 'filler'), Buffer.alloc(3_900_000));
  expect(() => writeFileSync(join(disk ?? '', 'filler2'), Buffer.alloc(4_000_000))).toThrow('ENOSPC');
  expectUnusable(openRecorder(full), full, /ENOSPC/);
  expect(namesIn(full.dir)).toEqual([]);
});

test('a path under a regular file, and a regular file as folder, are failures that say so', () => {
  const file = join(freshFolder(), 'file');
  writeFileSync(file, '');
  for (const dir of [join(file, 'ccr'), file]) {
    const options = freshStore({ dir });
    expectUnusable(openRecorder(options), options, /ENOTDIR|it is not a folder/);
  }
});

test('an original larger than the whole store keeps what was accepted until then', async () => {
  const options = freshStore({ maxBytes: 200_000 });
  const recorder = openRecorder(options);
  recorder.write(BLOCK);
  recorder.write(BLOCK);
  expect(recorder.accept()).toBe(true);
  recorder.write(BLOCK);
  expect(recorder.accept()).toBe(true);
  recorder.write(BLOCK);
  expect(recorder.accept()).toBe(false);
  expect(recorder.failure?.message).toContain('larger than the whole store may be (200000 bytes)');
  const recovery = recorder.keep({ program: 'yes' });
  // A line that has not ended by then is not left out either.
  const bytes = Buffer.concat([BLOCK, BLOCK, BLOCK]).lastIndexOf('\n') + 1;
  expect(recovery?.bytes).toBe(bytes);
  expect((await collect(openEntry(options.dir, recovery?.token ?? '').stream())).length).toBe(bytes);
});

test('what several write at once stays within the limit: older entries go, then nothing more is taken', async () => {
  const options = freshStore({ maxBytes: 10_000_000, secrets: 'store' });
  const dense = (seed: number): Buffer =>
    createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(Buffer.alloc(1_000_000));
  const old = [store(options, dense(101)), store(options, dense(102))].map(({ token }) => token);
  const recorders = Array.from({ length: 5 }, () => openRecorder(options));
  const accepted = recorders.map(() => 0);
  for (let part = 0; part < 3; part += 1)
    for (const [at, recorder] of recorders.entries()) {
      recorder.write(dense(part * 5 + at));
      if (recorder.accept()) accepted[at] = (part + 1) * 1_000_000;
    }
  const names = draftsIn(options.dir);
  const written = names
    .map(name => statSync(join(options.dir, DRAFTS, name)).size)
    .reduce((sum, size) => sum + size, 0);
  expect(written).toBeLessThanOrEqual(11_000_000 + 5 * 1_048_576); // a frame's room is taken before it is compressed
  expect(namesIn(options.dir).filter(name => old.includes(name))).toEqual([]);
  const failures = recorders.flatMap(({ failure }) => (failure === undefined ? [] : [failure.message]));
  expect(failures.length).toBeGreaterThan(0);
  expect(new Set(failures)).toEqual(
    new Set([
      `originals cannot be kept in ${options.dir}: what is being written there is more than the store may hold (10000000 bytes)`,
    ]),
  );
  for (const [at, recorder] of recorders.entries())
    expect(recorder.keep({ program: undefined })?.bytes ?? 0).toBeGreaterThanOrEqual(accepted[at] ?? 0);
});

test('of small originals that are written at once, the one that passes the limit takes no room', async () => {
  const options = freshStore({ maxBytes: 100_000 });
  const [first, second] = [openRecorder(options), openRecorder(options)];
  for (const recorder of [first, second]) recorder.write(BLOCK);
  expect(first.accept()).toBe(true);
  expectUnusable(second, options, /more than the store may hold/);
  expect(draftsIn(options.dir)).toHaveLength(1);
  const { token = '' } = first.keep({ program: undefined }) ?? {};
  expect((await collect(openEntry(options.dir, token).stream())).equals(BLOCK)).toBe(true);
});

test('an original larger than the whole store, none of it accepted, leaves nothing', () => {
  const options = freshStore({ maxBytes: 2_500_000 });
  const recorder = openRecorder(options);
  for (const block of DENSE) recorder.write(block);
  expectUnusable(recorder, options, /larger than the whole store/);
  expect([...namesIn(options.dir), ...draftsIn(options.dir)]).toEqual([]);
});

test.each([
  ['the folder', (dir: string) => rmSync(dir, { recursive: true })],
  ['the temporary file', (dir: string) => rmSync(join(dir, DRAFTS, draftsIn(dir)[0] ?? ''))],
  ['the folder, put elsewhere,', (dir: string) => renameSync(dir, `${dir}-moved`)],
])('accepted bytes survive when %s goes away in mid-run', async (_what, remove) => {
  const options = freshStore();
  const recorder = openRecorder(options);
  for (let count = 0; count < 40; count += 1) recorder.write(BLOCK);
  expect(recorder.accept()).toBe(true);
  remove(options.dir);
  recorder.write(Buffer.from('and more'));
  expect(recorder.accept()).toBe(true);
  const recovery = recorder.keep({ program: 'rm' });
  expect(namesIn(options.dir)).toEqual([recovery?.token]);
  const got = await collect(openEntry(options.dir, recovery?.token ?? '').stream());
  expect(got.equals(Buffer.concat([Buffer.alloc(40 * 65_536, BLOCK), Buffer.from('and more')]))).toBe(true);
});

test('a folder that goes away and cannot be made again is a failure, not an exception', () => {
  const options = freshStore();
  const recorder = openRecorder(options);
  recorder.write(BLOCK);
  expect(recorder.accept()).toBe(true);
  rmSync(options.dir, { recursive: true });
  writeFileSync(options.dir, 'a file now');
  expect(recorder.keep({ program: 'rm' })).toBe(undefined);
  expect(recorder.failure?.message).toMatch(/ENOTDIR|it is not a folder/);
  expect(recorder.failure?.message).not.toContain('hunter2');
});

test('a failing fsync fails the keeping, and leaves no file', () => {
  const options = freshStore();
  const sync = () => {
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
  };
  const recorder = openRecorder(options, { sync });
  recorder.write(BLOCK);
  expect(recorder.accept()).toBe(true);
  expect(recorder.keep({ program: 'ls' })).toBe(undefined);
  expect(recorder.failure?.message).toBe(`originals cannot be kept in ${options.dir}: EIO: i/o error`);
  expect([...namesIn(options.dir), ...draftsIn(options.dir)]).toEqual([]);
});

test('a file system that has no fsync still keeps originals', () => {
  const options = freshStore();
  const sync = () => {
    throw Object.assign(new Error('EINVAL: invalid argument, fsync'), { code: 'EINVAL' });
  };
  const recorder = openRecorder(options, { sync });
  recorder.write(BLOCK);
  expect(recorder.keep({ program: 'ls' })?.bytes).toBe(BLOCK.length);
});

test('a folder in the place of the entry fails the keeping, and leaves no file', () => {
  const options = freshStore();
  const { token } = store(options, BLOCK);
  rmSync(join(options.dir, token));
  mkdirSync(join(options.dir, token, 'x'), { recursive: true });
  const recorder = openRecorder(options);
  recorder.write(BLOCK);
  expect(recorder.accept()).toBe(true);
  expect(recorder.keep({ program: 'ls' })).toBe(undefined);
  expect(recorder.failure?.message).toMatch(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(namesIn(options.dir)).toEqual([token]);
});

test('a clock that throws fails the keeping, not the run', () => {
  const options = freshStore({
    now: () => {
      throw new Error('no clock');
    },
  });
  const recorder = openRecorder(options);
  recorder.write(BLOCK);
  expect(recorder.keep({ program: 'ls' })).toBe(undefined);
  expect([...namesIn(options.dir), ...draftsIn(options.dir)]).toEqual([]);
});
