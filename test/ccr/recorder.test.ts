import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DRAFTS, HEADER_BYTES } from '../../src/ccr/entry.js';
import { openEntry } from '../../src/ccr/read.js';
import { openRecorder } from '../../src/ccr/recorder.js';
import { tokenOf } from '../../src/ccr/token.js';
import { collect, draftsIn, freshFolder, freshStore, namesIn, store } from './store.js';

const AWKWARD = {
  empty: '',
  'one byte': 'x',
  'no last newline': 'a\nb',
  CRLF: 'a\r\nb\r\n',
  NUL: Buffer.from([0, 10, 0, 0, 10]),
  'invalid UTF-8': Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x80, 10, 0xed, 0xa0, 0x80]),
  'a header of ours': 'tinyjuice original 1\n{"bytes":0}',
};

test.each(Object.entries(AWKWARD))('%s comes back byte for byte', async (_name, content) => {
  const options = freshStore();
  const raw = Buffer.from(content);
  const { token, bytes, lines } = store(options, raw);
  const expectedLines = raw.toString('latin1').split('\n').length - (raw.length === 0 || raw.at(-1) === 10 ? 1 : 0);
  expect({ token, bytes, lines }).toEqual({
    token: tokenOf(createHash('sha256').update(raw).digest()),
    bytes: raw.length,
    lines: expectedLines,
  });
  expect(await collect(openEntry(options.dir, token).stream())).toEqual(raw);
  expect(namesIn(options.dir)).toEqual([token]);
});

test('the same entry comes out however the bytes are cut and whenever they are accepted', async () => {
  const options = freshStore();
  const big = fc.nat(3_000_000).map(size => Buffer.alloc(size, `${size} lines of text\r\n`));
  const content = fc.oneof(
    { weight: 3, arbitrary: fc.uint8Array({ maxLength: 5000 }).map(bytes => Buffer.from(bytes)) },
    { weight: 1, arbitrary: big },
  );
  const cuts = fc.array(
    fc.record({
      size: fc.oneof(fc.nat(10), fc.nat(2_000_000)),
      way: fc.constantFrom('write', 'offer', 'offer and wait'),
      isAccepted: fc.boolean(),
    }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(content, cuts, async (raw, plan) => {
      const recorder = openRecorder(options);
      let at = 0;
      for (const { size, way, isAccepted } of plan) {
        const chunk = Buffer.from(raw.subarray(at, at + size));
        if (way === 'write') {
          recorder.write(chunk);
          chunk.fill(0x21); // The caller may use its buffer again.
        } else {
          const stored = recorder.offer(chunk);
          if (way === 'offer and wait') await stored;
        }
        at = Math.min(raw.length, at + size);
        if (isAccepted) expect(recorder.accept()).toBe(true);
      }
      recorder.write(raw.subarray(at));
      const recovery = recorder.keep({ program: undefined });
      expect(recovery?.token).toBe(tokenOf(createHash('sha256').update(raw).digest()));
      expect(recovery?.bytes).toBe(raw.length);
      expect((await collect(openEntry(options.dir, recovery?.token ?? '').stream())).equals(raw)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('what was accepted is in the file before accept returns', () => {
  const options = freshStore();
  const recorder = openRecorder(options);
  recorder.write(Buffer.from('first\n'));
  expect(recorder.accept()).toBe(true);
  recorder.write(Buffer.from('second\n'));
  const [draft = ''] = draftsIn(options.dir);
  expect(draft).toMatch(new RegExp(`^tmp-${process.pid}-[0-9a-f]{12}$`));
  const readRaw = () =>
    readFileSync(join(options.dir, DRAFTS, draft))
      .subarray(HEADER_BYTES)
      .toString();
  expect(readRaw()).toBe('first\n');
  expect(recorder.accept()).toBe(true);
  expect(readRaw()).toBe('first\nsecond\n');
  recorder.discard();
  expect(draftsIn(options.dir)).toEqual([]);
});

test('no file and no folder is made for up to 1 MiB that nobody accepts, and discard leaves nothing', () => {
  const options = freshStore();
  const recorder = openRecorder(options);
  for (let count = 0; count < 15; count += 1) recorder.write(Buffer.alloc(65_536, 'a'));
  expect(namesIn(join(options.dir, '..', '..'))).toEqual([]);
  recorder.write(Buffer.alloc(65_536 * 2, 'a'));
  expect(draftsIn(options.dir)).toHaveLength(1);
  recorder.discard();
  expect(draftsIn(options.dir)).toEqual([]);
  recorder.discard();
  expect([recorder.accept(), recorder.keep({ program: 'ls' }), recorder.failure]).toEqual([
    false,
    undefined,
    undefined,
  ]);
});

test('folders are 0700 and files 0600 under umask 0 and under umask 0777', () => {
  for (const umask of [0, 0o777, 0o022]) {
    const options = freshStore({});
    const before = process.umask(umask === 0o777 ? 0 : umask);
    try {
      if (umask === 0o777) mkdirSync(join(options.dir, '..'), { recursive: true });
      process.umask(umask);
      const { token } = store(options, 'x\n');
      expect(statSync(options.dir).mode & 0o777).toBe(0o700);
      expect(statSync(join(options.dir, token)).mode & 0o777).toBe(0o600);
    } finally {
      process.umask(before);
    }
  }
});

test('a folder of ours that others could read is closed to them', () => {
  const options = freshStore();
  mkdirSync(options.dir, { recursive: true });
  chmodSync(options.dir, 0o755);
  store(options, 'x\n');
  expect(statSync(options.dir).mode & 0o777).toBe(0o700);
});

test('a folder with other things in it keeps its mode, and is refused where others can write', () => {
  const dir = freshFolder();
  writeFileSync(join(dir, 'mine.txt'), '');
  chmodSync(dir, 0o755);
  store(freshStore({ dir }), 'x\n');
  expect(statSync(dir).mode & 0o777).toBe(0o755);
  chmodSync(dir, 0o777);
  const recorder = openRecorder(freshStore({ dir }));
  expect(recorder.accept()).toBe(false);
  expect(recorder.failure?.message).toBe(`originals cannot be kept in ${dir}: other users can write to the folder`);
});

test('a folder that is a symbolic link is refused, with and without a slash at its end', () => {
  const real = freshFolder();
  const link = join(freshFolder(), 'ccr');
  symlinkSync(real, link);
  for (const dir of [link, `${link}/`]) {
    const recorder = openRecorder(freshStore({ dir }));
    recorder.write(Buffer.from('x\n'));
    expect(recorder.accept()).toBe(false);
    expect(recorder.failure?.message).toContain('symbolic link');
  }
  expect(namesIn(real)).toEqual([]);
});

test('an entry that is a symbolic link is replaced, and what it points at stays as it was', async () => {
  const options = freshStore();
  const { token } = store(options, 'x\n');
  const victim = join(freshFolder(), 'victim');
  writeFileSync(victim, 'precious');
  rmSync(join(options.dir, token));
  symlinkSync(victim, join(options.dir, token));
  expect(() => openEntry(options.dir, token)).toThrow('is damaged');
  store(options, 'x\n');
  expect(lstatSync(join(options.dir, token)).isFile()).toBe(true);
  expect(readFileSync(victim, 'utf8')).toBe('precious');
  expect((await collect(openEntry(options.dir, token).stream())).toString()).toBe('x\n');
});

test('equal content keeps one entry and refreshes its time', () => {
  let nowMs = 1_000_000_000_000;
  const options = freshStore({ now: () => nowMs });
  const first = store(options, 'same\n');
  nowMs += 80_000_000;
  expect(store(options, 'same\n')).toEqual(first);
  nowMs += 80_000_000; // Past the time to live of the first, not of the second.
  store(options, 'other\n');
  expect(namesIn(options.dir)).toHaveLength(2);
  expect(openEntry(options.dir, first.token).createdMs).toBe(1_000_080_000_000);
});

test('other content under the same token is refused and the first stays', async () => {
  const options = freshStore();
  const { token } = store(options, 'first\n');
  const recorder = openRecorder(options, { tokenOf: () => token });
  recorder.write(Buffer.from('second\n'));
  expect(recorder.accept()).toBe(true);
  expect(recorder.keep({ program: 'ls' })).toBe(undefined);
  expect(recorder.failure?.message).toBe(
    `originals cannot be kept in ${options.dir}: another original already has this token`,
  );
  expect(namesIn(options.dir)).toEqual([token]);
  expect((await collect(openEntry(options.dir, token).stream())).toString()).toBe('first\n');
});

test('a damaged entry under the token is mended by storing the content again', async () => {
  const options = freshStore();
  const { token } = store(options, 'good\n');
  for (const damage of ['', 'x', 'y'.repeat(600)]) {
    writeFileSync(join(options.dir, token), damage);
    store(options, 'good\n');
    expect((await collect(openEntry(options.dir, token).stream())).toString()).toBe('good\n');
  }
});

test('the header names the program alone, whatever it is called', () => {
  const options = freshStore();
  const cases = [
    ['/usr/bin/cargo', 'cargo'],
    ['C:\\bin\\tsc.cmd', 'tsc.cmd'],
    ['', ''],
    [`${'"\\'.repeat(300)}é\n\0`, '?'],
    ['ü'.repeat(200), '?'.repeat(40)],
    ['"'.repeat(200), '"'.repeat(40)],
  ] as const;
  for (const [program, expected] of cases) {
    const recorder = openRecorder(options);
    recorder.write(Buffer.from(`run of ${program}`));
    const token = recorder.keep({ program })?.token ?? '';
    const entry = openEntry(options.dir, token);
    if (expected === '?') expect(entry.program).toMatch(/^[?"]{1,40}$/);
    else expect(entry.program).toBe(expected);
  }
});

test.skipIf(process.platform === 'win32')('what lies under the token and is no file gives way', async () => {
  for (const put of [(path: string) => mkdirSync(path), (path: string) => execFileSync('mkfifo', [path])]) {
    const options = freshStore();
    const { token } = store(options, 'content\n');
    const path = join(options.dir, token);
    rmSync(path);
    put(path);
    expect(store(options, 'content\n').token).toBe(token);
    expect(`${await collect(openEntry(options.dir, token).stream())}`).toBe('content\n');
  }
});

test('an entry is still there after 100 other runs', async () => {
  const options = freshStore();
  const raw = Buffer.from([0xff, 13, 10, 0, 10, 0xc3]);
  const { token } = store(options, raw);
  for (let run = 0; run < 100; run += 1) store(options, `run ${run}\n`);
  expect(await collect(openEntry(options.dir, token).stream())).toEqual(raw);
  expect(namesIn(options.dir)).toHaveLength(101);
});
