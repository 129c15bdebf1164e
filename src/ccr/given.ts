/**
 * Pipes into which an original is being given back. Its bytes must not hold a mark, and who reads the pipe must leave them as
 * they are: so the pipe itself is named beside the store, for some minutes, until its reader has asked.
 */
import { closeSync, lstatSync, openSync, readdirSync, type Stats, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { GIVEN } from './entry.js';
import { isOwn, prepareFolder } from './folder.js';

/** After so long a reader that comes late reduces what it gets; numbers of pipes come again only after days. */
const MAX_AGE_MS = 600_000;

/** What of a file's stats says which pipe it is. */
type Pipe = Pick<Stats, 'dev' | 'ino'> & { isFIFO(): boolean };

/** Before the first byte is written. Never throws: where it cannot be said, a reader may reduce what comes. */
export function markGiven(dir: string, pipe: Pipe | undefined, nowMs: number): void {
  if (pipe === undefined || !isNamed(pipe)) return;
  try {
    const folder = prepareFolder(join(prepareFolder(dir), GIVEN));
    for (const name of readdirSync(folder)) removeOld(join(folder, name), nowMs);
    closeSync(openSync(join(folder, nameOf(pipe)), 'w', 0o600));
  } catch (error) {
    void error; // a full disk, or no right to write there
  }
}

/** Asked once something has come out of the pipe; the mark is gone then. */
export function isGiven(dir: string, pipe: Pipe | undefined, nowMs: number): boolean {
  if (pipe === undefined || !isNamed(pipe)) return false;
  const path = join(dir, GIVEN, nameOf(pipe));
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined || !stats.isFile() || !isOwn(stats)) return false;
    unlinkSync(path);
    return !isOld(stats, nowMs);
  } catch {
    return false; // no folder, or none of ours
  }
}

/** Some systems give pipes no number. */
const isNamed = (pipe: Pipe): boolean => pipe.isFIFO() && pipe.ino > 0;

const nameOf = ({ dev, ino }: Pipe): string => `${dev}-${ino}`;

const isOld = ({ mtimeMs }: Stats, nowMs: number): boolean => Math.abs(nowMs - mtimeMs) > MAX_AGE_MS;

function removeOld(path: string, nowMs: number): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && isOld(stats, nowMs)) unlinkSync(path);
}
