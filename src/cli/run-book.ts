/** The rules of a run: two looks tell whether there are any but the built-in ones. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Book } from '../rules/book.js';
import type { Environment } from './env.js';
import { warn } from './output-now.js';

/** Undefined: the built-in ones alone. A fault in the others costs nothing but them. */
export async function runBook(environment: Environment): Promise<Book | undefined> {
  if (!isThere(join(environment.configFolder, 'rules')) && !isThere(environment.trustFile)) return undefined;
  try {
    const { openCustomBook } = await import('./custom-places.js');
    return await openCustomBook(environment, warn);
  } catch (error) {
    warn(`internal fault in custom rules (${error instanceof Error ? error.message : String(error)}): left out`);
    return undefined;
  }
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // closed to us, or a part of the path is no folder
  }
}
