/** Days as a wall clock somewhere counts them. */
import { JuiceError } from '../errors.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;

export interface Zone {
  readonly name: string;
  /** The day there, as `2026-11-20`. */
  dayOf(timeMs: number): string;
}

/**
 * @param asked `utc`, `local` or a name such as `Europe/Berlin`.
 * @throws {JuiceError} BAD_FLAG for any other text.
 */
export function openZone(asked: string): Zone {
  const format = formatOf(asked);
  let known = { minute: Number.NaN, day: '' };
  return {
    // No name: TZ in the environment is none that is known, and UTC is used.
    name: (format.resolvedOptions() as { readonly timeZone: string | undefined }).timeZone ?? 'UTC',
    dayOf(timeMs) {
      // Events come in order, and clocks are put forward and back by whole minutes.
      const minute = Math.floor(timeMs / MINUTE_MS);
      if (minute !== known.minute) known = { minute, day: dayIn(format, timeMs) };
      return known.day;
    },
  };
}

function formatOf(asked: string): Intl.DateTimeFormat {
  const name = asked.toLowerCase();
  const timeZone = name === 'local' ? undefined : name === 'utc' ? 'UTC' : asked;
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    });
  } catch (error) {
    throw new JuiceError(
      'BAD_FLAG',
      `--timezone: ${JSON.stringify(asked)} is no time zone. Write utc, local or a name such as Europe/Berlin.`,
      { cause: error },
    );
  }
}

function dayIn(format: Intl.DateTimeFormat, timeMs: number): string {
  const parts = new Map(format.formatToParts(timeMs).map(({ type, value }) => [type, value]));
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`;
}

/**
 * The first day that is asked for.
 * @param asked a day, or so many days up to today: `7d`.
 * @throws {JuiceError} BAD_FLAG for any other text, and for a day that no calendar has.
 */
export function firstDayOf(asked: string, today: string): string {
  const days = /^(\d{1,6})d$/.exec(asked)?.[1];
  if (days !== undefined) {
    const count = Number(days);
    if (count >= 1 && count <= MAX_DAYS) return daysBefore(today, count - 1);
    throw badSince(asked, `days go from 1d to ${MAX_DAYS}d`);
  }
  if (!/^\d{4}-\d\d-\d\d$/.test(asked)) throw badSince(asked, 'this is neither a day nor a number of days');
  const day = new Date(`${asked}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== asked)
    throw badSince(asked, 'no calendar has this day');
  return asked;
}

const badSince = (asked: string, why: string): JuiceError =>
  new JuiceError('BAD_FLAG', `--since ${JSON.stringify(asked)}: ${why}. Write --since 2026-11-20 or --since 7d.`);

/** A day of the calendar, so many days before another. */
export const daysBefore = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10);
