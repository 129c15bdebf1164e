/**
 * Where an entry goes that its own folder does not take any more when the run ends: lines have been left out on the strength of
 * it by then. A folder of the user's own among the system's temporary ones; whoever looks for an original looks there last.
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isOwn } from './folder.js';

const OTHERS = 0o077;

/** None where the system has no user ids: names would not tell whose a folder is. */
export function refugesIn(temporaryFolders: readonly string[]): readonly string[] {
  const userId = process.geteuid?.();
  return userId === undefined ? [] : temporaryFolders.map(folder => join(folder, `tinyjuice-${userId}`));
}

/** Whether it is there and safely ours: others may make folders in the same place. */
export function isRefuge(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && isOwn(stats) && (stats.mode & OTHERS) === 0;
}
