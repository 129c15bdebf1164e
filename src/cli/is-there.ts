/** Whether anything stands at a path, at the cost of one look. */
import { statSync } from 'node:fs';

export function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // closed to us, or a part of the path is no folder
  }
}
