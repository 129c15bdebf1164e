/** The store's folder: made private, refused where it is not safely ours. */
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errnoOf } from '../errors.js';
import { isStoreName } from './entry.js';

/** Stands for the home folder where there is none: below it nobody can make anything, not even root. */
export const NO_HOME = '/dev/null/no-home';

/** Whether it would lie in a home folder that is not there. */
export const lacksHome = (path: string): boolean => path.startsWith(`${NO_HOME}/`);

const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/**
 * Makes the folder if it is missing, 0700 whatever the umask.
 * @returns its absolute path.
 * @throws where it is a symbolic link, no folder, another user's, or open to other users' writing.
 */
export function prepareFolder(dir: string): string {
  const path = resolve(dir); // Also drops a trailing slash, which would make lstat follow a link.
  if (lacksHome(path)) throw new Error('there is no home folder; XDG_CACHE_HOME or ccr.dir can name a place');
  // An error costs more than a look, and nearly always the folder is there.
  const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined && makeFolders(path);
  if (isNew) chmodSync(path, 0o700);
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) throw new Error('the folder is a symbolic link');
  if (!stats.isDirectory()) throw new Error('it is not a folder');
  if (!isOwn(stats)) throw new Error('the folder belongs to another user');
  if ((stats.mode & OTHERS) !== 0 && process.platform !== 'win32') tighten(path, stats);
  return path;
}

/**
 * Makes the folder and those above it, as far as they are missing. Node's own `recursive` never returns where a folder
 * that is there takes no new ones and says ENOENT (`/proc`; Node 20.20).
 * @param mode of those that are made.
 * @returns whether the last of them is new.
 */
export function makeFolders(path: string, mode = 0o700): boolean {
  try {
    return makeLast(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (errnoOf(error) !== 'ENOENT' || parent === path) throw error;
    if (!existsSync(parent)) makeFolders(parent, mode);
  }
  return makeLast(path, mode); // once: the folder above is there now, made here or by a process that was quicker
}

/** @returns whether the folder is new; of what is there already, nothing is known. */
function makeLast(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false; // What is there, the caller looks at.
    throw error;
  }
}

/** Whether a file or folder belongs to the user we run as. Always so where the system has no user ids. */
export function isOwn(stats: Stats): boolean {
  const userId = process.geteuid?.();
  return userId === undefined || stats.uid === userId;
}

/** A folder with other things in it (`dir = "/tmp"`, as root) must keep its mode: others may live there. */
function tighten(path: string, stats: Stats): void {
  if (readdirSync(path).every(isStoreName)) chmodSync(path, 0o700);
  else if ((stats.mode & OTHERS_WRITE) !== 0) throw new Error('other users can write to the folder');
}
