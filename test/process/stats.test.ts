import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StatsEvent } from '../../src/stats/event.js';
import { retrieveEvent, runEvent, untouched, writeDays } from '../stats/events.js';
import { folder, script, tinyjuice, tokenIn } from './cli.js';
import { noisyLog } from './samples.js';

function stateWith(events: readonly StatsEvent[], broken = {}) {
  const home = mkdtempSync(join(folder, 'stats-'));
  writeDays(join(home, 'tinyjuice/events'), events, broken);
  return { XDG_STATE_HOME: home };
}

const some = stateWith([
  runEvent({ time: '2026-11-19T23:30:00Z', host: 'wrap' }),
  runEvent({
    time: '2026-11-20T10:00:00Z',
    rule: 'git/log',
    family: 'git',
    rawTokens: 100,
    outTokens: 140,
    originals: [],
  }),
  untouched({ time: '2026-11-20T11:00:00Z', rule: undefined, family: undefined }),
  retrieveEvent({ time: '2026-11-20T12:00:00Z' }),
]);

describe('stats', () => {
  test('are for a person: totals, medians, what was left, what grew, families, days', async () => {
    const run = await tinyjuice(['stats'], { env: some });
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.text).toBe(
      [
        '3 calls; days of UTC; tokens are estimated',
        'tokens     2,100 -> 1,540: 560 saved, 26.7 %',
        'retrieved  100 tokens in 1 retrieval, of 1 call: 460 saved net, 21.9 %',
        'bytes      9,900 -> 5,940; 6,600 stored',
        'median     1,000 -> 400 tokens a call, 100.0 % left',
        'untouched  1 call, 33.3 %',
        'grew       1 call, by 40 tokens, 0 bytes',
        '',
        'family        calls  untouched  tokens   left  retrieved  saved net   of all  grew',
        'test-results      1      0.0 %   1,000    400        100        500   50.0 %     -',
        '(no rule)         1    100.0 %   1,000  1,000          0          0    0.0 %     -',
        'git               1      0.0 %     100    140          0        -40  -40.0 %   +40',
        '',
        'day         calls  untouched  tokens   left  retrieved  saved net   of all  grew',
        '2026-11-19      1      0.0 %   1,000    400          0        600   60.0 %     -',
        '2026-11-20      2     50.0 %   1,100  1,140        100       -140  -12.7 %   +40',
        '',
      ].join('\n'),
    );
  });

  test('have bars at a terminal alone; what grew has one of minus signs', async () => {
    const { text } = await script('script -qec "$NODE $CLI stats" /dev/null', { env: some });
    expect(
      text
        .split('\r\n')
        .filter(line => /^2026/.test(line))
        .map(line => line.split('  ').at(-1)),
    ).toEqual(['########################', '------']);
  });

  test('go by rule and by host', async () => {
    const rule = await tinyjuice(['stats', '--by', 'rule'], { env: some });
    expect(rule.text).toMatch(/^rule .*\n(?:.*\n)*tests\/pytest +1 /m);
    const host = await tinyjuice(['stats', '--by', 'host', '--json'], { env: some });
    expect(JSON.parse(host.text)).toMatchObject({
      by: 'host',
      groups: [
        { name: 'wrap', calls: 1 },
        { name: 'cli', calls: 2 },
      ],
    });
  });

  test('are as JSON: with the zone, and days of that zone', async () => {
    const run = await tinyjuice(['stats', '--json', '--timezone', 'Europe/Berlin', '--since', '2026-11-20'], {
      env: some,
    });
    expect(JSON.parse(run.text)).toMatchObject({
      timezone: 'Europe/Berlin',
      since: '2026-11-20',
      by: 'day',
      totals: { calls: 3, savedTokens: 560, netTokens: 460, inflated: 1, retrievals: 1, median: { leftPercent: 100 } },
      groups: [{ name: '2026-11-20', calls: 3 }],
      brokenLines: {},
      unreadable: {},
    });
  });

  test('follow the zone of the machine where local is asked for', async () => {
    const env = { ...some, TZ: 'America/New_York' };
    const run = await tinyjuice(['stats', '--json', '--timezone', 'local'], { env });
    expect(JSON.parse(run.text)).toMatchObject({
      timezone: 'America/New_York',
      groups: [{ name: '2026-11-19' }, { name: '2026-11-20' }],
    });
  });

  test('are of UTC where the machine names a zone that nobody knows', async () => {
    const run = await tinyjuice(['stats', '--timezone', 'local'], { env: { ...some, TZ: 'Nowhere/Land' } });
    expect(run.text.split('\n')[0]).toBe('3 calls; days of UTC; tokens are estimated');
  });

  test('say what is broken, on stderr, and go on', async () => {
    const env = stateWith([runEvent()], { '2026-11-20': 'no event\n{"v":1}\n' });
    const run = await tinyjuice(['stats'], { env });
    expect(run).toMatchObject({ code: 0, err: 'tinyjuice: 2026-11-20.ndjson: 2 broken lines, not counted\n' });
    expect(run.text).toContain('1 call;');
    expect(JSON.parse((await tinyjuice(['stats', '--json'], { env })).text)).toMatchObject({
      totals: { calls: 1 },
      brokenLines: { '2026-11-20.ndjson': 2 },
    });
  });

  test('of nothing say so', async () => {
    const env = { XDG_STATE_HOME: join(folder, 'no-stats') };
    expect(await tinyjuice(['stats'], { env })).toMatchObject({ code: 0, text: 'no run is recorded\n', err: '' });
    expect((await tinyjuice(['stats', '--since', '2026-11-20'], { env })).text).toBe(
      'no run is recorded since 2026-11-20\n',
    );
  });

  test.each([
    [['--timezone', 'Mars/Phobos'], /^tinyjuice: --timezone: "Mars\/Phobos" is no time zone\. Write utc, /],
    [['--since', '2026-02-30'], /^tinyjuice: --since "2026-02-30": no calendar has this day\. Write --since /],
    [['--since', 'soon'], /^tinyjuice: --since "soon": this is neither a day nor a number of days\. /],
    [['--by', 'week'], /^tinyjuice: --by: "week" is none of day, rule, host\./],
    [['more'], /^tinyjuice: stats takes no "more"\. Write: tinyjuice stats/],
  ])('refuse %j', async (flags, message) => {
    const run = await tinyjuice(['stats', ...flags], { env: some });
    expect(run).toMatchObject({ code: 2, text: '' });
    expect(run.err).toMatch(message);
  });

  test('count what has just been done', async () => {
    const env = { XDG_STATE_HOME: join(mkdtempSync(join(folder, 'now-'))) };
    const { text } = await tinyjuice(['reduce'], { input: noisyLog(2_000), env });
    await tinyjuice(['retrieve', tokenIn(text), '--lines', '1-5'], { env });
    const { totals } = JSON.parse((await tinyjuice(['stats', '--json', '--since', '2d'], { env })).text);
    expect(totals).toMatchObject({ calls: 1, retrievals: 1, retrievedCalls: 1, lossy: 1 });
    expect(totals.netTokens).toBe(totals.savedTokens - totals.retrievedTokens);
  });
});
