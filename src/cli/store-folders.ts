/** The folders in which originals may lie, for commands that look after them. */
import type { Limits } from '../ccr/expire.js';
import type { Environment } from './env.js';
import { openSetup } from './setup.js';

export interface StoreFolders {
  /** The one that is used now first. */
  readonly dirs: readonly string[];
  readonly limits: Limits;
}

/** As set now. */
export async function storeFolders(environment: Environment): Promise<StoreFolders> {
  const { storeDirs, loaded } = await openSetup(environment);
  const { ttlSecs, diskMaxEntries, diskMaxBytes } = loaded.settings.ccr;
  return { dirs: storeDirs, limits: { ttlSecs, maxEntries: diskMaxEntries, maxBytes: diskMaxBytes } };
}

/** `1.5 GB`, `12 kB`, `80 bytes`. */
export function sizeText(bytes: number): string {
  for (const [unit, size] of [
    ['GB', 1_000_000_000],
    ['MB', 1_000_000],
    ['kB', 1_000],
  ] as const)
    if (bytes >= size) return `${(bytes / size).toFixed(1)} ${unit}`;
  return `${bytes} bytes`;
}
