import { appendFileSync, closeSync, mkdirSync, openSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lineOf, type StatsEvent } from '../../src/stats/event.js';
import { type Asked, EARLIER, NO_RULE, type Summary, summarize } from '../../src/stats/summary.js';
import { openZone } from '../../src/stats/zone.js';
import { freshFolder, retrieveEvent, runEvent, untouched, writeDays } from './events.js';

const utc = openZone('utc');

function summaryOf(events: readonly StatsEvent[], asked: Partial<Asked> = {}, broken = {}): Summary {
  const dir = freshFolder();
  writeDays(dir, events, broken);
  return summarize(dir, { zone: utc, firstDay: undefined, by: 'day', ...asked });
}

const callsByGroup = ({ groups }: Summary) => Object.fromEntries(groups.map(({ name, calls }) => [name, calls]));

describe('totals', () => {
  test('nothing recorded is nothing, also without a folder', () => {
    const asked = { zone: utc, firstDay: undefined, by: 'day' } as const;
    for (const dir of [freshFolder(), join(freshFolder(), 'not-there')])
      expect(summarize(dir, asked)).toMatchObject({
        totals: { calls: 0, median: { rawTokens: undefined } },
        groups: [],
      });
  });

  test('sums, medians, the share that was left as it was', () => {
    const runs = [100, 200, 300, 400, 50_000].map(rawTokens =>
      runEvent({ rawTokens, outTokens: 50, ms: rawTokens / 10 }),
    );
    const { totals } = summaryOf([...runs, untouched({ rawTokens: 70, rawBytes: 200 })]);
    expect(totals).toMatchObject({
      calls: 6,
      rawTokens: 51_070,
      outTokens: 320,
      savedTokens: 50_750,
      netTokens: 50_750,
      untouched: 1,
      lossy: 5,
      inflated: 0,
      storeBytes: 5 * 3_300,
      median: { rawTokens: 200, outTokens: 50, leftPercent: 16.7, ms: 30 },
    });
  });

  test('a median is right to three digits, however many values there are', () => {
    const values = Array.from({ length: 9_999 }, (_, at) => ((at * 7_919) % 9_999) * 13);
    const { totals } = summaryOf(values.map(rawTokens => runEvent({ rawTokens, originals: [] })));
    expect(Math.abs((totals.median.rawTokens ?? 0) / (4_999 * 13) - 1)).toBeLessThan(0.005);
  });
});

describe('what made things longer is shown as such', () => {
  test('a day on which outputs grew says by how much, and is not lost in a better one', () => {
    const summary = summaryOf([
      runEvent({ time: '2026-11-19T10:00:00Z' }),
      runEvent({ time: '2026-11-20T10:00:00Z', rawTokens: 100, outTokens: 140, rawBytes: 330, outBytes: 470 }),
      untouched({ time: '2026-11-20T11:00:00Z' }),
    ]);
    expect(summary.groups).toMatchObject([
      { name: '2026-11-19', inflated: 0, inflatedTokens: 0, savedTokens: 600 },
      { name: '2026-11-20', inflated: 1, inflatedTokens: 40, inflatedBytes: 140, savedTokens: -40, netTokens: -40 },
    ]);
    expect(summary.totals).toMatchObject({ inflated: 1, inflatedTokens: 40, savedTokens: 560 });
  });
});

describe('retrievals', () => {
  const first = runEvent({ rule: 'tests/pytest', originals: ['tj_0000000001'] });
  const other = runEvent({ rule: 'git/log', family: 'git', host: 'wrap', originals: ['tj_0000000002'] });
  const again = retrieveEvent({ time: '2026-11-21T09:00:00Z', original: 'tj_0000000001', tokens: 100 });
  const events = [first, other, again, { ...again, tokens: 50 }];

  test('are netted off, for the rule, the family and the host that made them necessary', () => {
    const byRule = summaryOf(events, { by: 'rule' });
    expect(byRule.totals).toMatchObject({ savedTokens: 1_200, netTokens: 1_050, retrievals: 2, retrievedCalls: 1 });
    expect(byRule.groups).toMatchObject([
      { name: 'git/log', netTokens: 600, retrievedCalls: 0 },
      { name: 'tests/pytest', netTokens: 450, retrievedTokens: 150, retrievedCalls: 1 },
    ]);
    expect(byRule.families).toMatchObject([{ name: 'git' }, { name: 'test-results', netTokens: 450 }]);
    expect(summaryOf(events, { by: 'host' }).groups).toMatchObject([
      { name: 'wrap', netTokens: 600 },
      { name: 'cli', netTokens: 450 },
    ]);
  });

  test('count on the day on which they were made; the call on its own', () => {
    expect(summaryOf(events).groups).toMatchObject([
      { name: '2026-11-20', calls: 2, netTokens: 1_200, retrievedCalls: 1, retrievedTokens: 0 },
      { name: '2026-11-21', calls: 0, netTokens: -150, retrievedCalls: 0, retrievedTokens: 150 },
    ]);
  });

  test('of a run that is not counted are netted off all the same', () => {
    const { totals, groups } = summaryOf([other, again], { by: 'rule' });
    expect(totals).toMatchObject({ netTokens: 500, retrievedCalls: 0 });
    expect(groups.map(({ name, netTokens }) => [name, netTokens])).toEqual([
      ['git/log', 600],
      [EARLIER, -100],
    ]);
  });

  test('of two runs of one content are of the later one', () => {
    const twice = [first, { ...first, host: 'wrap', timeMs: first.timeMs + 1_000 }, again];
    expect(summaryOf(twice, { by: 'host' }).groups).toMatchObject([
      { name: 'cli', retrievedCalls: 0 },
      { name: 'wrap', retrievedCalls: 1, retrievedTokens: 100 },
    ]);
  });
});

describe('groups', () => {
  test('what no rule knew has a row of its own', () => {
    const runs = [runEvent({ rule: undefined, family: undefined }), runEvent({ rule: 'custom', family: 'custom' })];
    expect(callsByGroup(summaryOf(runs, { by: 'rule' }))).toEqual({ [NO_RULE]: 1, custom: 1 });
  });

  test('an event stands on the day that it is where the zone is, also across the file of another day', () => {
    const times = ['2026-03-28T22:30:00Z', '2026-03-28T23:30:00Z', '2026-03-29T01:30:00Z', '2026-03-29T22:30:00Z'];
    const runs = times.map(time => runEvent({ time }));
    expect(callsByGroup(summaryOf(runs, { zone: openZone('Europe/Berlin') }))).toEqual({
      '2026-03-28': 1,
      '2026-03-29': 2,
      '2026-03-30': 1,
    });
    expect(callsByGroup(summaryOf(runs, { zone: openZone('America/New_York') }))).toEqual({
      '2026-03-28': 3,
      '2026-03-29': 1,
    });
  });

  test('a first day is one of the zone', () => {
    const runs = ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-30T12:00:00Z'].map(time =>
      runEvent({ time }),
    );
    const asked = { zone: openZone('Europe/Berlin'), firstDay: '2026-03-29' };
    expect(callsByGroup(summaryOf(runs, asked))).toEqual({ '2026-03-29': 1, '2026-03-30': 1 });
  });
});

describe('what cannot be read', () => {
  test('lines that are broken are counted, and the others are not lost', () => {
    const broken = ['{"v":1,"event":"run"\n', '\u0000\u0000\n', '\n', lineOf(runEvent()).slice(0, 50)];
    const { totals, problems } = summaryOf([runEvent(), runEvent()], {}, { '2026-11-20': broken.join('') });
    expect(totals.calls).toBe(2);
    expect([...problems.brokenLines]).toEqual([['2026-11-20.ndjson', 3]]);
  });

  test('an event behind one that was cut is found', () => {
    const dir = freshFolder();
    const line = lineOf(runEvent());
    writeFileSync(join(dir, '2026-11-20.ndjson'), `${line}${line.slice(0, 90)}${line}${line}`);
    const { totals, problems } = summarize(dir, { zone: utc, firstDay: undefined, by: 'day' });
    expect([totals.calls, problems.brokenLines.get('2026-11-20.ndjson')]).toEqual([3, 1]);
  });

  test('a link and a folder in the place of a file are said, and other names are not looked at', () => {
    const dir = freshFolder();
    writeDays(dir, [runEvent()]);
    symlinkSync('2026-11-20.ndjson', join(dir, '2026-11-18.ndjson'));
    mkdirSync(join(dir, '2026-11-19.ndjson'));
    writeFileSync(join(dir, 'notes.txt'), 'not ours');
    const { totals, problems } = summarize(dir, { zone: utc, firstDay: undefined, by: 'day' });
    expect(totals.calls).toBe(1);
    expect([...problems.unreadable.keys()]).toEqual(['2026-11-18.ndjson', '2026-11-19.ndjson']);
  });

  test('a file of any size, and a line of any length, take no more memory', () => {
    const dir = freshFolder();
    const path = join(dir, '2026-11-20.ndjson');
    const descriptor = openSync(path, 'w');
    const block = Buffer.alloc(1_048_576, 'x');
    for (let at = 0; at < 200; at += 1) writeSync(descriptor, block);
    closeSync(descriptor);
    appendFileSync(path, `\n${lineOf(runEvent()).repeat(20_000)}`);
    const before = process.memoryUsage().rss;
    const { totals, problems } = summarize(dir, { zone: utc, firstDay: undefined, by: 'rule' });
    expect([totals.calls, problems.brokenLines.get('2026-11-20.ndjson')]).toEqual([20_000, 1]);
    expect(process.memoryUsage().rss - before).toBeLessThan(120_000_000);
  });
});
