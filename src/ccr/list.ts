/** What lies in a store, by its headers: never content. */
import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf, JuiceError } from '../errors.js';
import { openEntry } from './read.js';
import { checkToken, TOKEN } from './token.js';

/** One original. */
export interface Listed {
  readonly token: string;
  /** When it was kept, the last time. */
  readonly keptMs: number;
  /** What its file takes. */
  readonly storedBytes: number;
  /** Of the original; undefined: the entry is damaged. */
  readonly facts: { readonly bytes: number; readonly lines: number; readonly program: string | undefined } | undefined;
}

/** The originals of a folder, the newest first; none where there is no folder. */
export function listEntries(dir: string): readonly Listed[] {
  return namesIn(dir)
    .filter(name => TOKEN.test(name))
    .flatMap(token => {
      const stats = lstatSync(join(dir, token), { throwIfNoEntry: false });
      if (stats === undefined) return []; // somebody was quicker
      return [{ token, keptMs: stats.mtimeMs, storedBytes: stats.size, facts: factsOf(dir, token) }];
    })
    .sort((a, b) => b.keptMs - a.keptMs || (a.token < b.token ? -1 : 1));
}

/**
 * Removes an original from a folder. False: it is not there.
 * @throws {JuiceError} BAD_TOKEN; NO_FILE where the system refuses.
 */
export function removeEntry(dir: string, token: string): boolean {
  checkToken(token);
  const path = join(dir, token);
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') return false;
    throw new JuiceError(
      'NO_FILE',
      `the stored output ${token} cannot be removed (${errno ?? 'unknown reason'}). Check the rights of ${path}.`,
      { cause: error },
    );
  }
}

function factsOf(dir: string, token: string): Listed['facts'] {
  try {
    const { bytes, lines, program } = openEntry(dir, token);
    return { bytes, lines, program };
  } catch (error) {
    if (error instanceof JuiceError) return undefined;
    throw error;
  }
}

function namesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return []; // no folder, nothing stored
  }
}
