import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HEADER_BYTES } from '../../src/ccr/entry.js';
import { FRAME_BYTES, indexBytes } from '../../src/ccr/frames.js';
import { openEntry, type Part } from '../../src/ccr/read.js';
import { tokenOf } from '../../src/ccr/token.js';
import { JuiceError } from '../../src/errors.js';
import { collect, freshStore, store } from './store.js';

/** The plain way to the same bytes: every line with its ending, in memory. */
function linesOf(raw: Buffer, from: number, to: number): Buffer {
  const lines = raw.toString('latin1').match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return Buffer.from(lines.slice(from - 1, to).join(''), 'latin1');
}

test('ranges of lines and of bytes give what slicing the whole gives', async () => {
  const options = freshStore();
  const piece = fc.constantFrom(
    'a',
    '\n',
    '\r\n',
    '\0',
    'é',
    '\n\n\n',
    'x'.repeat(300),
    'y\n'.repeat(2000),
    'z'.repeat(270_000),
  );
  const content = fc.array(piece, { maxLength: 14 }).map(pieces => Buffer.from(pieces.join('')));
  const edge = fc.oneof(fc.nat(12), fc.nat(6000), fc.nat(600_000));
  await fc.assert(
    fc.asyncProperty(content, edge, edge, async (raw, skip, length) => {
      const entry = openEntry(options.dir, store(options, raw).token);
      const range = { from: skip + 1, to: skip + 1 + length };
      expect((await collect(entry.stream())).equals(raw)).toBe(true);
      expect((await collect(entry.stream({ lines: range }))).equals(linesOf(raw, range.from, range.to))).toBe(true);
      expect((await collect(entry.stream({ bytes: range }))).equals(raw.subarray(skip, range.to))).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('ranges at and beyond the ends give what is there', async () => {
  const options = freshStore();
  const raw = 'one\r\ntwo\n\nfour';
  const { token, lines } = store(options, raw);
  expect(lines).toBe(4);
  const read = async (part: Part) => (await collect(openEntry(options.dir, token).stream(part))).toString();
  expect(await read({ lines: { from: 1, to: 1 } })).toBe('one\r\n');
  expect(await read({ lines: { from: 2, to: 3 } })).toBe('two\n\n');
  expect(await read({ lines: { from: 4, to: 4 } })).toBe('four');
  expect(await read({ lines: { from: 3, to: Number.POSITIVE_INFINITY } })).toBe('\nfour');
  expect(await read({ lines: { from: 4, to: 900 } })).toBe('four');
  expect(await read({ lines: { from: 5, to: 9 } })).toBe('');
  expect(await read({ bytes: { from: 1, to: 3 } })).toBe('one');
  expect(await read({ bytes: { from: 14, to: 99 } })).toBe('r');
  expect(await read({ bytes: { from: 15, to: 99 } })).toBe('');
  expect(await read({})).toBe(raw);
});

test.each([
  [0, 1],
  [2, 1],
  [-1, 5],
  [1.5, 2],
  [Number.NaN, 2],
  [1, Number.NaN],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('%d-%d is refused as a range', (from, to) => {
  const options = freshStore();
  const entry = openEntry(options.dir, store(options, 'x').token);
  expect(() => entry.stream({ lines: { from, to } })).toThrow(expect.objectContaining({ code: 'BAD_FLAG' }));
  expect(() => entry.stream({ bytes: { from, to } })).toThrow(expect.objectContaining({ code: 'BAD_FLAG' }));
});

test.each(['', '../../etc/passwd', 'tj_../../abcd', 'tj_ilou000000', 'x'.repeat(9000), 'tj_7x3k9q2mzv\n'])(
  'a token like %j never becomes a path',
  token => {
    const { dir } = freshStore();
    const refusal = expect.objectContaining({ code: 'BAD_TOKEN', message: expect.stringMatching(/^.{1,160}$/) });
    expect(() => openEntry(dir, token)).toThrow(refusal);
  },
);

test('a token that is not there says how long originals are kept and what to do', () => {
  const { dir } = freshStore();
  const message = (kept: string) =>
    `no stored output has the token tj_7x3k9q2mzv. Stored output is kept for ${kept}; run the command again.`;
  const expectFor = (ttlSecs: number | undefined, kept: string) =>
    expect(() => openEntry(dir, 'tj_7x3k9q2mzv', ttlSecs)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND', message: message(kept) }),
    );
  expectFor(undefined, '24 hours');
  expectFor(3600, '1 hour');
  expectFor(5400, '90 minutes');
  expectFor(7, '7 seconds');
});

test('an entry that was changed, cut, grown, renamed or replaced is refused before any byte goes out', async () => {
  const options = freshStore();
  const raw = 'some text\n'.repeat(1000);
  const { token } = store(options, raw);
  const path = join(options.dir, token);
  const good = readFileSync(path);
  const expectDamaged = async (part: Part = {}) => {
    const blocks: Buffer[] = [];
    const readAll = async () => {
      for await (const block of openEntry(options.dir, token).stream(part)) blocks.push(block as Buffer);
    };
    await expect(readAll()).rejects.toMatchObject({ code: 'CORRUPT_ENTRY' });
    expect(blocks).toEqual([]);
  };
  const flipped = Buffer.from(good);
  flipped[HEADER_BYTES + 5000] = 0x21;
  writeFileSync(path, flipped);
  await expectDamaged();
  await expectDamaged({ lines: { from: 1, to: 1 } });
  await expectDamaged({ bytes: { from: 1, to: 1 } });
  for (const damaged of [
    good.subarray(0, -1),
    Buffer.concat([good, Buffer.from('x')]),
    good.subarray(0, 100),
    '',
    good.subarray(HEADER_BYTES),
  ]) {
    writeFileSync(path, damaged);
    await expectDamaged();
  }
  const other = store(options, 'other\n').token;
  rmSync(path);
  renameSync(join(options.dir, other), path);
  await expectDamaged();
  rmSync(path);
  mkdirSync(path);
  await expectDamaged();
  rmSync(path, { recursive: true });
  execFileSync('mkfifo', [path]);
  await expectDamaged();
});

test('a large entry that was changed is refused from the frame on that is damaged, a truncated one at once', async () => {
  const options = freshStore();
  const raw = Buffer.alloc(9 * FRAME_BYTES, 'line of text\n');
  const { token } = store(options, raw);
  const path = join(options.dir, token);
  const good = readFileSync(path);
  const read = async (part: Part = {}) => {
    let got = 0;
    try {
      for await (const block of openEntry(options.dir, token).stream(part)) got += (block as Buffer).length;
    } catch (error) {
      return { got, code: error instanceof JuiceError ? error.code : error };
    }
    return { got, code: undefined };
  };
  const damage = (at: number): void => {
    const file = Buffer.from(good);
    file.writeUInt8(file.readUInt8(at) ^ 0x55, at);
    writeFileSync(path, file);
  };
  const index = good.length - indexBytes(9);
  damage(index - 3);
  expect(await read()).toEqual({ got: 8 * FRAME_BYTES, code: 'CORRUPT_ENTRY' });
  expect(await read({ lines: { from: 1, to: 3 } })).toEqual({ got: 39, code: undefined });
  expect(await read({ bytes: { from: 8 * FRAME_BYTES + 1, to: 9 * FRAME_BYTES } })).toEqual({
    got: 0,
    code: 'CORRUPT_ENTRY',
  });
  for (const at of [index, index + 5, good.length - 1]) {
    damage(at);
    for (const part of [{}, { lines: { from: 1, to: 1 } }, { bytes: { from: 1, to: 1 } }])
      expect(await read(part)).toEqual({ got: 0, code: 'CORRUPT_ENTRY' });
  }
  writeFileSync(path, good.subarray(0, -1));
  expect(() => openEntry(options.dir, token)).toThrow(expect.objectContaining({ code: 'CORRUPT_ENTRY' }));
});

test('of a large original, ranges give what slicing the whole gives, across the ends of frames', {
  timeout: 120_000,
}, async () => {
  const options = freshStore();
  const line = fc.oneof(fc.nat(200), fc.nat(3_000_000)).map(size => `${'line '.repeat(size / 5 + 1).slice(0, size)}\n`);
  const many = fc
    .tuple(fc.nat(9), fc.integer({ min: 1, max: 40_000 }))
    .map(([size, count]) => `${'x'.repeat(size)}\n`.repeat(count));
  const dense = fc.integer({ min: 900_000, max: 1_200_000 }).map(size => randomBytes(size));
  const text = fc.oneof(line, many).map(piece => Buffer.from(piece));
  const content = fc.array(fc.oneof({ weight: 5, arbitrary: text }, { weight: 1, arbitrary: dense }), {
    minLength: 3,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(content, fc.nat(), fc.nat(), fc.nat(9), async (pieces, first, second, length) => {
      const raw = Buffer.concat(pieces);
      const entry = openEntry(options.dir, store(options, raw).token);
      expect((await collect(entry.stream())).equals(raw)).toBe(true);
      const from = (first % (entry.lines + 2)) + 1;
      for (const to of [from, from + length, Number.POSITIVE_INFINITY])
        expect((await collect(entry.stream({ lines: { from, to } }))).equals(linesOf(raw, from, to))).toBe(true);
      const start = second % raw.length;
      for (const to of [start + 1, start + 1 + length, start + FRAME_BYTES, Number.POSITIVE_INFINITY])
        expect((await collect(entry.stream({ bytes: { from: start + 1, to } }))).equals(raw.subarray(start, to))).toBe(
          true,
        );
    }),
    { numRuns: 12 },
  );
});

test('a large original takes less room, and one that cannot be made smaller hardly more', async () => {
  const options = freshStore();
  const sizeOf = (raw: Buffer) => statSync(join(options.dir, store(options, raw).token)).size;
  expect(sizeOf(Buffer.alloc(5_000_000, 'a log, and once more the same\n'))).toBeLessThan(100_000);
  const dense = randomBytes(5_000_000);
  expect(sizeOf(dense)).toBe(HEADER_BYTES + dense.length + indexBytes(5));
});

test.skipIf(!existsSync('/proc/self/fd'))('a reader that stops half-way leaves no file open', async () => {
  const options = freshStore();
  const { token } = store(options, Buffer.alloc(4_000_000, 'abc\n'));
  const target = (fd: string): string => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // Closed since it was listed, by the test runner or by the listing itself.
    }
  };
  const openHere = () => readdirSync('/proc/self/fd').filter(fd => target(fd).endsWith(token)).length;
  const held = openSync(join(options.dir, token), 'r');
  expect(openHere()).toBe(1); // The count sees what is open.
  closeSync(held);
  for (let run = 0; run < 20; run += 1) {
    const stream = openEntry(options.dir, token).stream();
    for await (const _ of stream) break;
    openEntry(options.dir, token).stream(); // Never read at all.
  }
  expect(openHere()).toBe(0);
});

test('the facts of an entry are those of its content', () => {
  const options = freshStore({ now: () => 1_234_567_890_123 });
  const raw = Buffer.from('a\nb\nc');
  const digest = createHash('sha256').update(raw).digest();
  const { stream: _, text: _text, hidden: _hidden, ...facts } = openEntry(options.dir, store(options, raw).token);
  expect(facts).toEqual({
    token: tokenOf(digest),
    sha256: digest.toString('hex'),
    bytes: 5,
    lines: 3,
    createdMs: 1_234_567_890_123,
    isPrefix: false,
    isBeforeSecret: false,
    redacted: 0,
    program: 'cargo',
  });
});
