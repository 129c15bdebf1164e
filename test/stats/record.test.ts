import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { lineOf, parseEvent } from '../../src/stats/event.js';
import { LIMITS, record } from '../../src/stats/record.js';
import { projectRoot } from '../support/project.js';
import { freshFolder, runEvent } from './events.js';

const linesOf = (path: string): readonly string[] => readFileSync(path, 'utf8').split('\n').slice(0, -1);
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const isRoot = process.geteuid?.() === 0;

describe('recording', () => {
  test('writes one line into the file of the day of UTC, which only its owner can read, whatever the umask', () => {
    const before = process.umask(0o000);
    try {
      const dir = join(freshFolder(), 'state/tinyjuice/events');
      expect(record(dir, runEvent({ time: '2026-11-20T23:59:59.999Z' }))).toBe(true);
      expect(record(dir, runEvent({ time: '2026-11-21T00:00:00.000Z' }))).toBe(true);
      expect(readdirSync(dir)).toEqual(['2026-11-20.ndjson', '2026-11-21.ndjson']);
      expect(linesOf(join(dir, '2026-11-20.ndjson')).map(line => parseEvent(line))).toEqual([
        runEvent({ time: '2026-11-20T23:59:59.999Z' }),
      ]);
      expect([dir, join(dir, '..'), join(dir, '2026-11-20.ndjson')].map(modeOf)).toEqual(['700', '700', '600']);
    } finally {
      process.umask(before);
    }
  });

  test('an umask that takes everything does not keep the next run out', () => {
    const before = process.umask(0o777);
    try {
      const dir = join(freshFolder(), 'events');
      expect([record(dir, runEvent()), record(dir, runEvent())]).toEqual([true, true]);
      expect(modeOf(join(dir, '2026-11-20.ndjson'))).toBe('600');
    } finally {
      process.umask(before);
    }
  });

  test('50 processes at once: no line is torn, none is lost', async () => {
    const folder = freshFolder();
    const dir = join(folder, 'events');
    const [writer, each] = [join(folder, 'writer.cjs'), 100];
    const entry = join(projectRoot, 'src/stats/record.ts');
    buildSync({ entryPoints: [entry], outfile: writer, bundle: true, platform: 'node', format: 'cjs' });
    const code = `const { record } = require(process.argv[1]);
      const event = JSON.parse(process.argv[2]);
      for (let at = 0; at < ${each}; at += 1) record(process.argv[3], { ...event, ms: Number(process.argv[4]) * ${each} + at });`;
    const children = Array.from({ length: 50 }, (_, at) =>
      spawn(process.execPath, ['-e', code, writer, JSON.stringify(runEvent()), dir, `${at}`], { stdio: 'inherit' }),
    );
    await Promise.all(children.map(child => once(child, 'close')));
    const events = linesOf(join(dir, '2026-11-20.ndjson')).map(line => parseEvent(line));
    const numbers = events.map(event => (event?.event === 'run' ? event.ms : -1));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 * each }, (_, at) => at));
  });
});

describe('limits', () => {
  test('a file that is full takes no more', () => {
    const dir = freshFolder();
    const maxDayBytes = lineOf(runEvent()).length * 3;
    const limits = { ...LIMITS, maxDayBytes };
    expect([1, 2, 3, 4].map(() => record(dir, runEvent(), limits))).toEqual([true, true, true, false]);
    expect(statSync(join(dir, '2026-11-20.ndjson')).size).toBe(maxDayBytes);
  });

  test('the first run of a day takes away what is too old; files of others stay', () => {
    const dir = freshFolder();
    const old = ['2026-08-22.ndjson', '2026-08-23.ndjson', '2026-11-19.ndjson', '2020-01-01.txt', 'notes'];
    for (const name of old) writeFileSync(join(dir, name), 'x');
    record(dir, runEvent());
    expect(readdirSync(dir).sort()).toEqual(
      ['2020-01-01.txt', '2026-08-23.ndjson', '2026-11-19.ndjson', '2026-11-20.ndjson', 'notes'].sort(),
    );
    writeFileSync(join(dir, '2020-01-01.ndjson'), 'x');
    record(dir, runEvent());
    expect(existsSync(join(dir, '2020-01-01.ndjson'))).toBe(true);
  });

  test('and the oldest of what is too much', () => {
    const dir = freshFolder();
    for (const day of ['16', '17', '18', '19']) writeFileSync(join(dir, `2026-11-${day}.ndjson`), 'x'.repeat(100));
    record(dir, runEvent(), { ...LIMITS, maxBytes: 250 });
    expect(readdirSync(dir)).toEqual(['2026-11-18.ndjson', '2026-11-19.ndjson', '2026-11-20.ndjson']);
  });
});

describe('where nothing can be written, nothing happens', () => {
  test.each([
    ['below a file', () => join(projectRoot, 'package.json', 'events')],
    ['in /proc', () => '/proc/none/events'],
    ['where a link stands for the file', () => linked(freshFolder())],
    ['where a folder stands for the file', () => foldered(freshFolder())],
  ])('%s', (_where, dirOf) => {
    const dir = dirOf();
    expect(record(dir, runEvent())).toBe(false);
  });

  test.skipIf(isRoot)('in a folder that is closed', () => {
    const dir = freshFolder();
    chmodSync(dir, 0o500);
    expect(record(dir, runEvent())).toBe(false);
    expect(readdirSync(dir)).toEqual([]);
  });

  test('a folder that is a link is not used to make a new file in', () => {
    const folder = freshFolder();
    symlinkSync(join(folder, 'not-there'), join(folder, 'events'));
    expect(record(join(folder, 'events'), runEvent())).toBe(false);
  });
});

function linked(dir: string): string {
  writeFileSync(join(dir, 'other'), '');
  symlinkSync('other', join(dir, '2026-11-20.ndjson'));
  return dir;
}

function foldered(dir: string): string {
  mkdirSync(join(dir, '2026-11-20.ndjson'));
  return dir;
}
