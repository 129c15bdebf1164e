/** Originals in memory: what holds of those on disk, and which go first. */
import { readdirSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { grepEntry, hiddenOf } from '../../src/ccr/grep.js';
import { type MemoryLimits, openMemory, openMemoryRecorder } from '../../src/ccr/memory.js';
import { openEntry } from '../../src/ccr/read.js';
import type { Recovery } from '../../src/ccr/recorder.js';
import { openTiered } from '../../src/ccr/tiers.js';
import { PLANTED } from './planted.js';
import { collect, freshStore, namesIn, store } from './store.js';

const clock = { ms: 1_700_000_000_000 };
const limitsOf = (changes: Partial<MemoryLimits> = {}): MemoryLimits => ({
  maxEntries: 256,
  maxBytes: 2 ** 26,
  ttlSecs: 86_400,
  now: () => clock.ms,
  ...changes,
});

/** A memory and ways to use it. */
function open(changes: Partial<MemoryLimits> = {}) {
  const tier = openMemory();
  const limits = limitsOf(changes);
  return {
    tier,
    keep(content: Buffer | string): Recovery {
      const recorder = openMemoryRecorder(tier, limits);
      recorder.write(Buffer.from(content));
      if (!recorder.accept()) throw recorder.failure;
      const recovery = recorder.keep({ program: 'x', gaps: { ranges: [{ from: 2, to: 3 }], isCut: false } });
      if (recovery === undefined) throw new Error('not kept', { cause: recorder.failure });
      return recovery;
    },
  };
}

const text = Array.from({ length: 2_000 }, (_, at) => `line ${at + 1} of many\n`).join('');

test('an original in memory is the one that lies on disk, in every part', async () => {
  const { tier, keep } = open();
  const [memory, disk] = [keep(text), store(freshStore(), text)];
  expect(memory).toEqual(disk);
  const entry = tier.find(memory.token);
  if (entry === undefined) throw new Error('not there');
  expect((await collect(entry.stream())).toString()).toBe(text);
  expect((await collect(entry.stream({ lines: { from: 5, to: 6 } }))).toString()).toBe(
    'line 5 of many\nline 6 of many\n',
  );
  expect((await collect(entry.stream({ bytes: { from: 2, to: 4 } }))).toString()).toBe('ine');
  expect((await collect(grepEntry(entry, { pattern: ' 77 ', contextLines: 0 }).stream)).toString()).toBe(
    '77:line 77 of many\n',
  );
  const gaps = entry.hidden();
  expect(gaps).toEqual({ ranges: [{ from: 2, to: 3 }], isCut: false });
  if (gaps !== undefined)
    expect((await collect(hiddenOf(entry, gaps).stream)).toString()).toBe('2:line 2 of many\n3:line 3 of many\n');
});

test('what is written is copied', async () => {
  const tier = openMemory();
  const recorder = openMemoryRecorder(tier, limitsOf({ secrets: 'store' }));
  const chunk = Buffer.from('abc\n');
  recorder.write(chunk);
  chunk.fill('x');
  const token = recorder.keep({ program: undefined })?.token ?? '';
  expect((await collect(tier.find(token)?.stream() ?? openEntry('', token).stream())).toString()).toBe('abc\n');
});

describe('what goes first', () => {
  const held = ({ tier }: ReturnType<typeof open>, tokens: readonly string[]) =>
    tokens.map(token => tier.find(token) !== undefined);

  test('is what was not asked for longest, where there are more than max_entries', () => {
    const memory = open({ maxEntries: 3 });
    const tokens = ['a', 'b', 'c'].map(content => memory.keep(content).token);
    memory.tier.find(tokens[0] ?? '');
    tokens.push(memory.keep('d').token);
    expect(held(memory, tokens)).toEqual([true, false, true, true]);
  });

  test('or more than max_bytes', () => {
    const memory = open({ maxBytes: 5_100 });
    const tokens = ['a', 'b', 'c'].map(content => memory.keep(content.repeat(2_000)).token);
    expect(held(memory, tokens)).toEqual([false, true, true]);
  });

  test('and what is past its time', () => {
    const memory = open({ ttlSecs: 60 });
    const { token } = memory.keep('a');
    clock.ms += 59_000;
    expect(held(memory, [token])).toEqual([true]);
    clock.ms += 2_000;
    expect(held(memory, [token])).toEqual([false]);
  });
});

test('an original larger than max_bytes is kept as far as it was accepted, or not at all', async () => {
  for (const isAccepted of [true, false]) {
    const tier = openMemory();
    const recorder = openMemoryRecorder(tier, limitsOf({ maxBytes: 10_000 }));
    recorder.write(Buffer.alloc(8_000, 'some line\n'));
    if (isAccepted) expect(recorder.accept()).toBe(true);
    recorder.write(Buffer.alloc(8_000, 'some line\n'));
    expect(recorder.accept()).toBe(false);
    expect(recorder.failure?.message).toBe(
      'originals cannot be kept in memory: the original is larger than the memory may hold (10000 bytes)',
    );
    const recovery = recorder.keep({ program: undefined });
    if (isAccepted) expect(recovery).toMatchObject({ bytes: 8_000, isPrefix: true });
    else expect(recovery).toBe(undefined);
  }
});

test('secrets are treated as on disk', async () => {
  const raw = `before\nkey ${PLANTED['GitHub token']}\nafter\n`;
  for (const [secrets, bytes] of [
    ['skip', undefined],
    ['redact', raw.length],
    ['store', raw.length],
  ] as const) {
    const tier = openMemory();
    const recorder = openMemoryRecorder(tier, limitsOf({ secrets }));
    recorder.write(Buffer.from(raw));
    expect([secrets, recorder.accept()]).toEqual([secrets, bytes !== undefined]);
    expect(recorder.keep({ program: undefined })?.bytes).toBe(bytes);
  }
});

describe('both tiers', () => {
  test('what the disk has taken is found in memory when the folder is gone', async () => {
    const [disk, tier] = [freshStore(), openMemory()];
    const recorder = openTiered({ disk, memory: { tier, limits: limitsOf() } });
    const large = text.repeat(100); // in frames
    recorder?.write(Buffer.from(large));
    expect(recorder?.accept()).toBe(true);
    const token = recorder?.keep({ program: 'x' })?.token ?? '';
    expect(namesIn(disk.dir)).toEqual([token]);
    rmSync(disk.dir, { recursive: true });
    expect((await collect(tier.find(token)?.stream() ?? openEntry('', token).stream())).toString()).toBe(large);
  });

  test('neither: no recorder; memory alone: no file', () => {
    expect(openTiered({ disk: undefined, memory: undefined })).toBe(undefined);
    const { dir } = freshStore();
    const recorder = openTiered({ disk: undefined, memory: { tier: openMemory(), limits: limitsOf() } });
    recorder?.write(Buffer.from(text));
    expect(recorder?.keep({ program: 'x' })).toMatchObject({ bytes: text.length });
    expect(() => readdirSync(dir)).toThrow('ENOENT');
  });
});
