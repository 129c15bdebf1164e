/** What a caller holds as a whole comes out as a stream of it would. */
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { openRecorder } from '../../src/ccr/recorder.js';
import { openUnstored } from '../../src/ccr/unstored.js';
import { reduceAtOnce } from '../../src/juice/at-once.js';
import type { RunOptions } from '../../src/juice/run.js';
import { juice } from '../../src/juice.js';
import { openCollector } from '../../src/sink/collector.js';
import { freshStore, namesIn } from '../ccr/store.js';
import { readRecording } from '../support/recording.js';

async function streamed(raw: Buffer, options: RunOptions): Promise<string> {
  const out = openCollector();
  await juice(Readable.from([raw], { objectMode: false }), out.stream, options);
  return out.text();
}

const full = (): RunOptions => ({ profile: 'full', recorder: openUnstored(), onWarning: () => undefined });

test.each([
  'go-test/verbose-large',
  'npm-install/http-log',
  'vitest/unhandled-rejection',
  'documents/pip-list',
  'ls/archive',
])('%s', async name => {
  const raw = name === 'documents/pip-list' ? json : readRecording(name).raw;
  for (const options of [
    full,
    () => ({ ...full(), maxChars: 1_200 }),
    () => ({ ...full(), profile: 'light' as const }),
  ])
    expect((await reduceAtOnce(raw, options()))?.bytes.toString('utf8')).toBe(await streamed(raw, options()));
});

const json = Buffer.from(
  JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ id, name: `user-${id}`, open: true }))),
);

const log = (from: number, lines: number): string =>
  Array.from({ length: lines }, (_, at) => `2026-01-01T00:00:00Z INFO request ${from + at} took ${at % 7} ms\n`).join(
    '',
  );

test.each([
  ['a long text', Buffer.from(log(0, 4_000))],
  ['lines that nobody may hold back', Buffer.from(`::group::build\n${log(0, 300)}`)],
])('%s is left to the stream', async (_, raw) => {
  expect(await reduceAtOnce(raw, full())).toBeUndefined();
});

test('a secret half-way: the stream’s affair, and nothing is kept before', async () => {
  const raw = Buffer.from(`${log(0, 500)}key AKIA${'IOSFODNN7QWERTYU'}\n${log(500, 500)}`);
  const store = freshStore();
  const warnings: string[] = [];
  const recorder = openRecorder(store);
  const onWarning = (message: string): void => void warnings.push(message);
  expect(await reduceAtOnce(raw, { profile: 'full', recorder, onWarning })).toBeUndefined();
  expect({ warnings, names: namesIn(store.dir) }).toEqual({ warnings: [], names: [] });
});
