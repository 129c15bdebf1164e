/** Whether a private folder of ours can be used as it is. */
import { mkdtempSync, rmdirSync, type Stats, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isOwn, lacksHome } from '../../ccr/folder.js';
import { statOfLink } from '../../custom/stat-of-link.js';
import { errnoOf } from '../../errors.js';
import type { Finding } from './finding.js';
import type { ShowPath } from './shown-path.js';

const OTHERS = 0o077;
/** Less room than this is soon gone. */
const LOW_BYTES = 268_435_456;

export interface FolderCheck {
  readonly name: string;
  readonly dir: string;
  readonly show: ShowPath;
  /** What does not work while the folder cannot be used. */
  readonly without: string;
  /** Neither a link nor a folder of another user is used, whatever their rights. */
  readonly isStrict: boolean;
}

/** What is wrong with the folder; undefined: nothing, as far as its rights tell. */
export function folderFault(check: FolderCheck): Finding | undefined {
  const { name, dir, show, without, isStrict } = check;
  if (lacksHome(dir))
    return { name, state: 'broken', says: `there is no home folder: ${without}`, repair: 'mkdir -p "$HOME"' };
  const shown = show(dir);
  const broken = (what: string, repair: string): Finding => ({
    name,
    state: 'broken',
    says: `${shown} ${what}: ${without}`,
    repair,
  });
  const link = statOfLink(dir);
  if (link === undefined) return cannotBeMade(check, broken);
  if (link.isSymbolicLink() && isStrict) return broken('is a symbolic link', `rm "${shown}"`);
  const stats = link.isSymbolicLink() ? targetOf(dir) : link;
  if (stats === undefined) return broken('is a link to nothing', `rm "${shown}"`);
  if (!stats.isDirectory()) return broken('is no folder', `mv "${shown}" "${shown}.old"`);
  if (isStrict && !isOwn(stats)) return broken('belongs to another user', `sudo chown "$USER" "${shown}"`);
  if ((stats.mode & OTHERS) !== 0)
    return { name, state: 'warn', says: `${shown} is open to other users`, repair: `chmod 700 "${shown}"` };
  return undefined;
}

function targetOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined; // the link leads nowhere, or where we may not look
  }
}

/** Not there yet: a run makes it, if it may. Tried, since rights alone do not tell: the disk may be read-only. */
function cannotBeMade(
  { dir, show }: FolderCheck,
  broken: (what: string, repair: string) => Finding,
): Finding | undefined {
  let above = dirname(dir);
  while (!isThere(above) && dirname(above) !== above) above = dirname(above);
  try {
    rmdirSync(mkdtempSync(join(above, '.tinyjuice-doctor-')));
    return undefined;
  } catch (error) {
    return broken(
      `cannot be made in ${show(above)} (${errnoOf(error) ?? 'unknown reason'})`,
      `ls -ld "${show(above)}"`,
    );
  }
}

const isThere = (path: string): boolean => statOfLink(path) !== undefined;

/** What mends a folder that refuses to be written, by the system's own word for it. */
export const writeRepair = (shown: string, errno: string | undefined): string =>
  errno === 'EACCES' || errno === 'EPERM' ? `chmod 700 "${shown}"` : `df -h "${shown}"`;

/** Room on the disk of a folder that is there, for its owner. */
export function freeBytes(dir: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize;
  } catch {
    return undefined; // a system that does not tell
  }
}

/** The disk is nearly full. */
export const lowDisk = (name: string, free: number | undefined, shown: string): Finding | undefined =>
  free === undefined || free >= LOW_BYTES
    ? undefined
    : { name, state: 'warn', says: `only ${megabytes(free)} are free for ${shown}`, repair: `df -h "${shown}"` };

/** `12.3 MB`. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
