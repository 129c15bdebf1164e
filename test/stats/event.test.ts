import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineOf, MAX_EVENT_BYTES, parseEvent, retrieveEventOf, runEventOf } from '../../src/stats/event.js';
import { readRecording } from '../support/recording.js';
import { reduce } from '../support/run.js';
import { retrieveEvent, runEvent } from './events.js';

const exit = { code: 0, signal: undefined };
const facts = { timeMs: Date.parse('2026-11-20T10:00:00Z'), host: 'cli', profile: 'full', exit, ms: 41.6 } as const;

test('an event comes back from its line as it was', () => {
  for (const event of [runEvent(), runEvent({ rule: undefined, family: undefined, kind: 'diff' }), retrieveEvent()])
    expect(parseEvent(lineOf(event))).toEqual(event);
});

test('the event of a run says what its report says', async () => {
  const { raw } = readRecording('pytest/failures-26');
  const { report } = await reduce(raw);
  expect(runEventOf({ ...facts, reports: [report] })).toEqual({
    event: 'run',
    timeMs: facts.timeMs,
    host: 'cli',
    family: 'test-results',
    rule: 'tests/pytest',
    kind: undefined,
    shape: 'verdict',
    profile: 'full',
    compressor: undefined,
    rawBytes: raw.length,
    outBytes: report.outBytes,
    rawTokens: report.rawTokens,
    outTokens: report.outTokens,
    isLossy: true,
    skip: undefined,
    exit: 'ok',
    ms: 42,
    storeBytes: raw.length,
    originals: [report.recovery?.token],
  });
});

test('two outputs of one command are one run, of the kind of the longer one', async () => {
  const [short, long] = [await reduce('one line\n'), await reduce('the same line\n'.repeat(100))];
  const event = runEventOf({ ...facts, reports: [short.report, long.report] });
  expect(event).toMatchObject({ rawBytes: 1_409, outBytes: short.out.length + long.out.length });
  expect(event?.shape).toBe(long.report.shape);
});

test('a run without input and a retrieval that gave nothing are no events', async () => {
  const { report } = await reduce('');
  expect(runEventOf({ ...facts, reports: [report] })).toBeUndefined();
  expect(runEventOf({ ...facts, reports: [] })).toBeUndefined();
  expect(retrieveEventOf({ timeMs: 0, host: 'cli', original: 'tj_0000000001', bytes: 0 })).toBeUndefined();
});

test.each([
  [{ code: 0, signal: undefined }, 'ok'],
  [{ code: 3, signal: undefined }, 'failed'],
  [{ code: undefined, signal: 'SIGTERM' }, 'signal'],
  [{ code: undefined, signal: undefined }, 'unknown'],
] as const)('an end of %j is %s', async (ended, expected) => {
  const { report } = await reduce('one line\n');
  expect(runEventOf({ ...facts, exit: ended, reports: [report] })?.exit).toBe(expected);
});

test('whatever stands in its fields, a line is one line of ASCII that a pipe takes at once, without a word of others', () => {
  const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 9_000 }), fc.constant('hunter2 Pa$$word'));
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 300 }), fc.nat(500), (text, originals, tokens) => {
      const known = Array.from({ length: tokens }, (_, at) => `tj_${String(at).padStart(10, '0')}`);
      const words = { family: text, rule: text, kind: text, shape: text, compressor: text, skip: text, host: text };
      const line = lineOf(runEvent({ ...words, originals: [...originals, ...known] }));
      expect(line).toMatch(/^[\x20-\x7e]+\n$/);
      expect(line.length).toBeLessThanOrEqual(MAX_EVENT_BYTES);
      expect(line).not.toContain('Pa$$word');
      expect(parseEvent(line)).toBeDefined();
    }),
  );
});

test.each([
  ['no JSON', '{"v":1,"event":"run","time":"2026-11-20T10:0'],
  ['no object', '17'],
  ['a later version', lineOf(runEvent()).replace('"v":1', '"v":2')],
  ['an event of another name', lineOf(runEvent()).replace('"run"', '"walk"')],
  ['no time', lineOf(runEvent()).replace('2026-', 'never-')],
  ['a count below nothing', lineOf(runEvent()).replace('"rawBytes":3300', '"rawBytes":-1')],
  ['a word with a control code', lineOf(runEvent()).replace('tests/pytest', 'tests/\\u001b[31m')],
  ['an original that is none', lineOf(retrieveEvent()).replace('tj_0000000001', '../etc')],
])('a line with %s is broken', (_what, line) => {
  expect(parseEvent(line)).toBeUndefined();
});
