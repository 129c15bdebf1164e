/** Remembers events: one file a day, appended to by any number of processes at once. */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { isOwn, prepareFolder } from '../ccr/folder.js';
import { errnoOf } from '../errors.js';
import { lineOf, MAX_EVENT_BYTES, type StatsEvent } from './event.js';

/** How much is kept; days are those of UTC. */
export const LIMITS = { maxDayBytes: 8_388_608, maxBytes: 67_108_864, maxDays: 90 };

export type Limits = typeof LIMITS;

const DAY_FILE = /^\d{4}-\d\d-\d\d\.ndjson$/;
const DAY_MS = 86_400_000;

/** The day of a file's name; undefined for a file that is none of ours. */
export const dayOfFile = (name: string): string | undefined => (DAY_FILE.test(name) ? name.slice(0, 10) : undefined);

/**
 * Appends an event to its day's file in one write, so that lines of processes that write at once never mix. Whoever begins a
 * day's file takes old ones away; no other run looks at the folder.
 * @returns whether it was written: not where it is too long, the day's file is full, or the system refuses. Never throws.
 */
export function record(dir: string, event: StatsEvent, limits: Limits = LIMITS): boolean {
  try {
    const line = Buffer.from(lineOf(event), 'latin1');
    if (line.length > MAX_EVENT_BYTES) return false;
    const day = new Date(event.timeMs).toISOString().slice(0, 10);
    return append(openDay(dir, day), { line, limits, onNew: () => sweep(dir, day, limits) });
  } catch (error) {
    void error; // Nobody's output may suffer; `doctor` looks for what is wrong.
    return false;
  }
}

function openDay(dir: string, day: string): number {
  const path = join(dir, `${day}.ndjson`);
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const open = (): number =>
    openSync(path, O_APPEND | O_CREAT | O_WRONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0), 0o600);
  try {
    return open();
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error;
    prepareFolder(dir);
    return open();
  }
}

interface Appending {
  readonly line: Buffer;
  readonly limits: Limits;
  onNew(): void;
}

function append(descriptor: number, { line, limits, onNew }: Appending): boolean {
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || !isOwn(stats) || stats.size + line.length > limits.maxDayBytes) return false;
    if (stats.size === 0) fchmodSync(descriptor, 0o600); // whatever the umask has left of it
    const isWritten = writeSync(descriptor, line) === line.length;
    if (stats.size === 0) onNew();
    return isWritten;
  } finally {
    closeSync(descriptor);
  }
}

/** Removes what is too old, then the oldest of what is too much. */
function sweep(dir: string, today: string, { maxBytes, maxDays }: Limits): void {
  const oldest = new Date(Date.parse(today) - (maxDays - 1) * DAY_MS).toISOString().slice(0, 10);
  let bytesLeft = maxBytes;
  for (const name of readdirSync(dir).sort().reverse()) {
    const day = dayOfFile(name);
    if (day === undefined || day === today) continue;
    const path = join(dir, name);
    bytesLeft -= lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (day < oldest || bytesLeft < 0) rmSync(path, { force: true }); // another process may have been quicker
  }
}
