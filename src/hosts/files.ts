/** Files that belong to a host: read and written so that nobody finds half of one. */
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { lacksHome, makeFolders } from '../ccr/folder.js';
import { errnoOf, JuiceError } from '../errors.js';

export interface HostFile {
  /** Undefined: it is not there. */
  readonly text: string | undefined;
  readonly mode: number;
}

const MAX_BYTES = 4_194_304;

/**
 * Reads a file of UTF-8.
 * @throws {JuiceError} BAD_USE for a link (what it leads to may be kept elsewhere, or shared), for what is no file, and for
 * bytes that would not come out as they went in.
 * @param isOnlyRead what it leads to is looked at, where it is a link.
 */
export function readHostFile(path: string, isOnlyRead = false): HostFile {
  const refuse = (reason: string): JuiceError => new JuiceError('BAD_USE', `${path}: ${reason}. Nothing was changed.`);
  let stats: ReturnType<typeof lstatSync>;
  try {
    stats = isOnlyRead ? statSync(path) : lstatSync(path);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return { text: undefined, mode: 0o600 };
    if (lacksHome(path)) throw new JuiceError('BAD_USE', 'there is no home folder. Set HOME to one that is there.');
    throw refuse(`it cannot be looked at (${errnoOf(error) ?? 'no reason given'})`);
  }
  if (stats.isSymbolicLink()) throw refuse('it is a link: what it leads to may be shared. Edit that by hand');
  if (!stats.isFile()) throw refuse('it is no plain file');
  if (stats.size > MAX_BYTES) throw refuse(`it has ${stats.size} bytes; ${MAX_BYTES} are allowed`);
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw refuse(`it cannot be read (${errnoOf(error) ?? 'no reason given'})`);
  }
  const text = bytes.toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw refuse('it is not UTF-8');
  return { text, mode: stats.mode & 0o777 };
}

/**
 * Writes it at once and whole, for the one who has had it; undefined takes it away.
 * @param mode undefined: as the system makes new files.
 * @param folderMode of the folders above that are missing.
 * @throws {JuiceError} BAD_USE where the system refuses.
 */
export function writeHostFile(
  path: string,
  text: string | undefined,
  mode: number | undefined,
  folderMode = 0o777,
): void {
  try {
    removeRemains(path);
    if (text === undefined) {
      rmSync(path, { force: true });
      return;
    }
    makeFolders(dirname(path), folderMode);
    const temporary = `${path}${TEMPORARY}${process.pid}-${randomBytes(6).toString('hex')}`;
    try {
      writeFileSync(temporary, text, { flag: 'wx', ...(mode === undefined ? {} : { mode }) });
      const had = lstatSync(path, { throwIfNoEntry: false });
      if (had !== undefined && had.uid !== process.geteuid?.()) chownSync(temporary, had.uid, had.gid);
      if (mode !== undefined) chmodSync(temporary, mode);
      renameSync(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
  } catch (error) {
    throw new JuiceError('BAD_USE', `${path}: it cannot be written (${errnoOf(error) ?? 'no reason given'}).`, {
      cause: error,
    });
  }
}

const TEMPORARY = '.tinyjuice-';

/** Takes away what a process of ours has left that was killed while it wrote this file. */
function removeRemains(path: string): void {
  const begin = `${basename(path)}${TEMPORARY}`;
  for (const name of namesIn(dirname(path))) {
    const [, pid] = /^(\d+)-[0-9a-f]{12}$/.exec(name.startsWith(begin) ? name.slice(begin.length) : '') ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(path), name), { force: true });
  }
}

/** What is in a folder, in order; nothing where it is not there. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // it is not there yet
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errnoOf(error) !== 'ESRCH';
  }
}

/** Takes away folders from the innermost on, as long as nothing is in them. */
export function removeEmptyFolders(folders: readonly string[]): void {
  try {
    for (const folder of folders) rmdirSync(folder);
  } catch {
    // something is in it, or somebody else was faster
  }
}

/** Whether anything is there; what cannot be looked at is. */
export function isAnything(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch (error) {
    return errnoOf(error) !== 'ENOENT' && errnoOf(error) !== 'ENOTDIR';
  }
}

/** The folders above a file that are not there, the innermost first. */
export function missingFolders(path: string): readonly string[] {
  const folder = dirname(path);
  try {
    lstatSync(folder);
    return [];
  } catch {
    return folder === dirname(folder) ? [] : [folder, ...missingFolders(folder)];
  }
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
