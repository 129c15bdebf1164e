/** Keeps the store inside its limits. Runs after each kept entry, perhaps in many processes at once. */
import { lstatSync, readdirSync, type Stats, unlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';
import { DRAFTS, draftOwner } from './entry.js';
import { isOwn } from './folder.js';
import { addToTally, clearTally, type Held, readTally, writeTally } from './tally.js';
import { TOKEN } from './token.js';

/** How much the store may hold, and for how long. */
export interface Limits {
  readonly ttlSecs: number;
  readonly maxEntries: number;
  /** Sum of the entries' files. */
  readonly maxBytes: number;
}

/** What a sweep took away, and what it left. */
export interface Swept {
  readonly entries: number;
  readonly drafts: number;
  readonly bytes: number;
  readonly left: Held;
}

/** When, and who stays. */
export interface SweepAt {
  readonly nowMs: number;
  /** A token that stays, whatever its age: the entry just written. */
  readonly spare?: string;
  /** Only says what there is to do. */
  readonly isDry?: boolean;
}

/** Limits may be passed by so much until somebody sweeps, or a full store would be looked at whole with each entry. */
export const SLACK = 1.05;
/** An entry may come from a clock that is ahead by this, of another machine with the same disk. */
const MAX_AHEAD_MS = 60_000;

interface Found {
  readonly name: string;
  readonly path: string;
  readonly stats: Stats;
}

/** What comes into a store, and when. */
interface Coming {
  readonly nowMs: number;
  readonly bytes: number;
}

/**
 * Before an entry is put in its place: what it would push over a limit goes first. Swept only afterwards, the entries of
 * many processes that are done at the same time would pass the limit together. Never throws.
 */
export function makeWay(dir: string, limits: Limits, { nowMs, bytes }: Coming): void {
  const held = readTally(dir);
  const after = held && { ...held, entries: held.entries + 1, bytes: held.bytes + bytes };
  if (after !== undefined && !isOver(after, limits, nowMs)) return;
  const [maxEntries, maxBytes] = [Math.max(0, limits.maxEntries - 1), Math.max(0, limits.maxBytes - bytes)];
  sweep(dir, { ...limits, maxEntries, maxBytes }, { nowMs });
}

/**
 * After an entry has been put in its place: sweeps where a limit is passed, or where nobody knows how much there is.
 * Drafts of dead processes go each time. Never throws.
 */
export function tend(dir: string, limits: Limits, { nowMs, token }: { nowMs: number; token: string }): void {
  const size = statsOf(join(dir, token))?.size ?? 0;
  const held = addToTally(dir, { entries: 1, bytes: size, oldestMs: nowMs });
  if (held === undefined || isOver(held, limits, nowMs)) sweep(dir, limits, { nowMs, spare: token });
  else removeStale(join(dir, DRAFTS), nowMs - limits.ttlSecs * 1000, false);
}

const isOver = ({ entries, bytes, oldestMs }: Held, limits: Limits, nowMs: number): boolean =>
  entries > limits.maxEntries * SLACK ||
  bytes > limits.maxBytes * SLACK ||
  nowMs - oldestMs > limits.ttlSecs * 1000 * SLACK;

/**
 * Removes what is past its time, then the oldest over the caps, then what dead processes left unfinished.
 * Never throws: what cannot be removed now is left to the next sweep. Files that are not the store's are not touched.
 */
export function sweep(dir: string, limits: Limits, { nowMs, spare, isDry = false }: SweepAt): Swept {
  const oldestMs = nowMs - limits.ttlSecs * 1000;
  if (!isDry) clearTally(dir);
  const entries = filesIn(dir, name => TOKEN.test(name)).map(found => (isDry ? found : notAhead(found, nowMs)));
  const { doomed, staying } = choose(entries, limits, { oldestMs, spare });
  const gone = isDry ? doomed : doomed.filter(removeIfUnchanged);
  // Until they had a folder of their own, drafts lay among the entries.
  const drafts = [dir, join(dir, DRAFTS)].flatMap(each => removeStale(each, oldestMs, isDry));
  const left = heldOf(staying);
  if (!isDry && (staying.length > 0 || gone.length > 0)) writeTally(dir, left);
  const freed = sizeOf(gone) + sizeOf(drafts);
  return { entries: gone.length, drafts: drafts.length, bytes: freed, left };
}

function choose(
  entries: readonly Found[],
  limits: Limits,
  { oldestMs, spare }: { readonly oldestMs: number; readonly spare: string | undefined },
) {
  const staying = entries.filter(({ name }) => name === spare);
  const doomed: Found[] = [];
  let bytes = sizeOf(staying);
  for (const found of entries.filter(({ name }) => name !== spare).sort(newestFirst)) {
    const fits = staying.length < limits.maxEntries && bytes + found.stats.size <= limits.maxBytes;
    if (!fits || found.stats.mtimeMs < oldestMs) {
      doomed.push(found);
      continue;
    }
    staying.push(found);
    bytes += found.stats.size;
  }
  return { doomed, staying };
}

const sizeOf = (files: readonly Found[]): number => files.reduce((sum, { stats }) => sum + stats.size, 0);

const heldOf = (files: readonly Found[]): Held => ({
  entries: files.length,
  bytes: sizeOf(files),
  oldestMs: files.reduce((oldest, { stats }) => Math.min(oldest, stats.mtimeMs), Number.POSITIVE_INFINITY),
});

/** The store's own files of a folder. */
function filesIn(dir: string, isWanted: (name: string) => boolean): readonly Found[] {
  return namesIn(dir).flatMap(name => {
    if (!isWanted(name)) return [];
    const path = `${dir}/${name}`;
    const stats = statsOf(path);
    return stats?.isFile() && isOwn(stats) ? [{ name, path, stats }] : [];
  });
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return []; // No folder, nothing to sweep.
  }
}

/** Undefined: nothing is there, or it is not ours to see. */
export function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false }); // Undefined where another process was quicker.
  } catch {
    return undefined; // Not ours to read: not ours to remove.
  }
}

/** The clock has gone back: an entry of a time that is yet to come would stay until then. Its time begins now. */
function notAhead(found: Found, nowMs: number): Found {
  if (found.stats.mtimeMs <= nowMs + MAX_AHEAD_MS) return found;
  try {
    utimesSync(found.path, nowMs / 1000, nowMs / 1000);
    return { ...found, stats: lstatSync(found.path) };
  } catch {
    return found; // Gone, or a folder that became read-only.
  }
}

/** Oldest last. Names decide between equal times, so that processes that sweep at once choose alike. */
function newestFirst(a: Found, b: Found): number {
  return b.stats.mtimeMs - a.stats.mtimeMs || (a.name < b.name ? 1 : -1);
}

/** Drafts of dead processes, and those that nobody can be at work on any more. */
function removeStale(dir: string, oldestMs: number, isDry: boolean): readonly Found[] {
  const isOld = ({ name, stats }: Found): boolean => stats.mtimeMs < oldestMs || !isRunning(draftOwner(name));
  const stale = filesIn(dir, name => draftOwner(name) !== undefined).filter(isOld);
  return isDry ? stale : stale.filter(removeIfUnchanged);
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
