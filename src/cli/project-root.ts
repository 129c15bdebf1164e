/** Which project `trust` and `untrust` are asked about. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { findRoot } from '../custom/project.js';
import { JuiceError } from '../errors.js';
import { printable } from '../text/printable.js';
import type { Call } from './command.js';
import { placesOf } from './custom-places.js';

/**
 * The folder that was named, or the one that we stand in.
 * @throws {JuiceError} BAD_USE for more than one folder, or for none that is there.
 */
export function namedFolder(command: string, { words, environment }: Call): string {
  const [word, ...more] = words;
  if (more.length > 0)
    throw new JuiceError(
      'BAD_USE',
      `${command} takes one folder, not ${words.length}. Write: tinyjuice ${command} FOLDER`,
    );
  const folder = word === undefined ? placesOf(environment).cwd : resolve(word);
  if (folder === undefined)
    throw new JuiceError('BAD_USE', `this folder has been deleted. Write: tinyjuice ${command} FOLDER`);
  try {
    return realpathSync(folder);
  } catch {
    return folder; // gone: it may still be listed
  }
}

/**
 * The project there or above.
 * @throws {JuiceError} BAD_USE where there is none.
 */
export function projectRootOf(command: string, call: Call): string {
  const folder = namedFolder(command, call);
  const root = findRoot(folder);
  if (root !== undefined) return root;
  const where = printable(folder, 400);
  throw new JuiceError(
    'BAD_USE',
    `${where}: there is no .tinyjuice, nor in any folder above. Go to the project first.`,
  );
}
