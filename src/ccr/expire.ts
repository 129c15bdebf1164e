/** Keeps the store inside its limits. Runs after each kept entry, perhaps in many processes at once. */
import { lstatSync, readdirSync, type Stats, unlinkSync } from 'node:fs';
import { errnoOf } from '../errors.js';
import { draftOwner } from './entry.js';
import { isOwn } from './folder.js';
import { TOKEN } from './token.js';

/** How much the store may hold, and for how long. */
export interface Limits {
  readonly ttlSecs: number;
  readonly maxEntries: number;
  /** Sum of the entries' files. */
  readonly maxBytes: number;
}

/** What a sweep took away. */
export interface Swept {
  readonly entries: number;
  readonly drafts: number;
  readonly bytes: number;
}

interface Found {
  readonly name: string;
  readonly path: string;
  readonly stats: Stats;
}

/**
 * Removes what is past its time, then the oldest over the caps, then what dead processes left unfinished.
 * Never throws: what cannot be removed now is left to the next sweep. Files that are not the store's are not touched.
 * @param spare a token that stays, whatever its age: the entry just written.
 */
export function sweep(dir: string, limits: Limits, { nowMs, spare }: { nowMs: number; spare?: string }): Swept {
  const oldestMs = nowMs - limits.ttlSecs * 1000;
  const { entries, drafts } = list(dir);
  const stale = drafts.filter(({ name, stats }) => stats.mtimeMs < oldestMs || !isRunning(draftOwner(name)));
  const spared = entries.find(({ name }) => name === spare);
  const others = entries.filter(found => found !== spared).sort(newestFirst);
  const doomed: Found[] = [];
  let count = spared === undefined ? 0 : 1;
  let bytes = spared?.stats.size ?? 0;
  for (const found of others) {
    const fits = count < limits.maxEntries && bytes + found.stats.size <= limits.maxBytes;
    if (!fits || found.stats.mtimeMs < oldestMs) {
      doomed.push(found);
      continue;
    }
    count += 1;
    bytes += found.stats.size;
  }
  const gone = doomed.filter(removeIfUnchanged);
  const goneDrafts = stale.filter(removeIfUnchanged);
  const freed = [...gone, ...goneDrafts].reduce((sum, { stats }) => sum + stats.size, 0);
  return { entries: gone.length, drafts: goneDrafts.length, bytes: freed };
}

function list(dir: string): { entries: Found[]; drafts: Found[] } {
  const entries: Found[] = [];
  const drafts: Found[] = [];
  for (const name of namesIn(dir)) {
    const isEntry = TOKEN.test(name);
    if (!isEntry && draftOwner(name) === undefined) continue;
    const path = `${dir}/${name}`;
    const stats = statsOf(path);
    if (stats?.isFile() && isOwn(stats)) (isEntry ? entries : drafts).push({ name, path, stats });
  }
  return { entries, drafts };
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return []; // No folder, nothing to sweep.
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false }); // Undefined where another process was quicker.
  } catch {
    return undefined; // Not ours to read: not ours to remove.
  }
}

/** Oldest last. Names decide between equal times, so that processes that sweep at once choose alike. */
function newestFirst(a: Found, b: Found): number {
  return b.stats.mtimeMs - a.stats.mtimeMs || (a.name < b.name ? 1 : -1);
}

/** Looks again first: another process may have stored the same content anew since the list was made. */
function removeIfUnchanged({ path, stats }: Found): boolean {
  const now = statsOf(path);
  if (now === undefined || now.ino !== stats.ino || now.mtimeMs !== stats.mtimeMs) return false;
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false; // Gone already, or a folder that became read-only: the next sweep's turn.
  }
}

function isRunning(pid: number | undefined): boolean {
  if (pid === undefined || pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
}
