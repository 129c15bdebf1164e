import { describe, expect, test } from 'vitest';
import { JuiceError } from '../../src/errors.js';
import { daysBefore, firstDayOf, openZone } from '../../src/stats/zone.js';

/** How many hours each day has, as an hourly clock sees them. */
function hoursOfDays(zone: string, from: string, hours: number): Readonly<Record<string, number>> {
  const { dayOf } = openZone(zone);
  const found: Record<string, number> = {};
  for (let hour = 0; hour < hours; hour += 1) {
    const day = dayOf(Date.parse(from) + hour * 3_600_000);
    found[day] = (found[day] ?? 0) + 1;
  }
  return found;
}

describe('days of a zone', () => {
  test.each([
    [
      'Europe/Berlin, clocks forward',
      'Europe/Berlin',
      '2026-03-27T23:00:00Z',
      { '2026-03-28': 24, '2026-03-29': 23, '2026-03-30': 24 },
    ],
    [
      'Europe/Berlin, clocks back',
      'Europe/Berlin',
      '2026-10-23T22:00:00Z',
      { '2026-10-24': 24, '2026-10-25': 25, '2026-10-26': 24 },
    ],
    [
      'America/New_York, clocks forward',
      'America/New_York',
      '2026-03-07T05:00:00Z',
      { '2026-03-07': 24, '2026-03-08': 23, '2026-03-09': 24 },
    ],
    [
      'America/New_York, clocks back',
      'America/New_York',
      '2026-10-31T04:00:00Z',
      { '2026-10-31': 24, '2026-11-01': 25, '2026-11-02': 24 },
    ],
    ['UTC has no such days', 'utc', '2026-03-28T00:00:00Z', { '2026-03-28': 24, '2026-03-29': 24, '2026-03-30': 24 }],
  ])('%s', (_what, zone, from, days) => {
    const hours = Object.values(days).reduce((sum, each) => sum + each, 0);
    expect(hoursOfDays(zone, from, hours)).toEqual(days);
  });

  test.each([
    ['Europe/Berlin', '2026-03-28T22:59:59.999Z', '2026-03-28'],
    ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['Europe/Berlin', '2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['America/New_York', '2026-11-02T04:59:59.999Z', '2026-11-01'],
    ['America/New_York', '2026-11-02T05:00:00.000Z', '2026-11-02'],
    ['Asia/Kathmandu', '2026-11-20T18:14:59.999Z', '2026-11-20'],
    ['Asia/Kathmandu', '2026-11-20T18:15:00.000Z', '2026-11-21'],
    ['Pacific/Kiritimati', '2026-11-20T10:00:00.000Z', '2026-11-21'],
    ['UTC', '2026-11-20T23:59:59.999Z', '2026-11-20'],
  ])('in %s, %s is a moment of %s', (zone, time, day) => {
    expect(openZone(zone).dayOf(Date.parse(time))).toBe(day);
  });

  test('a zone keeps telling right, whatever it was asked before', () => {
    const { dayOf } = openZone('Europe/Berlin');
    const times = ['2026-03-28T23:00:00Z', '2026-03-28T22:59:00Z', '2026-03-28T23:00:00Z'].map(time =>
      Date.parse(time),
    );
    expect(times.map(dayOf)).toEqual(['2026-03-29', '2026-03-28', '2026-03-29']);
  });

  test('local is the zone of this machine', () => {
    expect(openZone('local').name).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });

  test.each(['Mars/Phobos', 'berlin', '', 'Europe/Berlin\u001b[2J', '../etc'])(
    '%j is no zone, and the message says what is',
    asked => {
      expect(() => openZone(asked)).toThrow(JuiceError);
      expect(() => openZone(asked)).toThrow(
        /^--timezone: ".*" is no time zone\. Write utc, local or a name such as Europe\/Berlin\.$/,
      );
    },
  );
});

describe('--since', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2024-02-29', '2024-02-29'],
    ['1d', '2026-03-30'],
    ['2d', '2026-03-29'],
    ['7d', '2026-03-24'],
  ])('%s begins on %s', (asked, day) => {
    expect(firstDayOf(asked, '2026-03-30')).toBe(day);
  });

  test.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-1-1',
    'yesterday',
    '0d',
    '-1d',
    '7',
    '99999d',
    '',
    '2026-11-20T10:00',
  ])('%j is refused, and the message says what to write', asked => {
    expect(() => firstDayOf(asked, '2026-03-30')).toThrow(
      /^--since ".*": .*\. Write --since 2026-11-20 or --since 7d\.$/,
    );
  });

  test('days of the calendar are counted, not hours', () => {
    expect(daysBefore('2026-03-01', 1)).toBe('2026-02-28');
    expect(daysBefore('2026-01-01', 365)).toBe('2025-01-01');
  });
});
