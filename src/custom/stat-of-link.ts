import { lstatSync, type Stats } from 'node:fs';

/** What stands at a path, links not followed; undefined: nothing, or not for us to see. */
export function statOfLink(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a part of the path is no folder, or closed to us
  }
}
