/** Originals in a folder that several machines have mounted. Who may read it, is said by its own rights. */
import { randomUUID } from 'node:crypto';
import { readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sweep } from './expire.js';
import type { RemoteEngine } from './remote.js';

/** One in 32 tokens begins so: as often is it worth a look at the whole folder. */
const SWEPT_BY = 'tj_0';

/** The folder must be there: a share that is not mounted must not be made anew below it. */
export async function openSharedFolder(url: string, now: () => number): Promise<RemoteEngine> {
  const folder = fileURLToPath(url);
  if (!(await stat(folder)).isDirectory()) throw new Error('it is no folder');
  return {
    async put(token, file, ttlSecs) {
      const draft = join(folder, `.${token}-${randomUUID()}`);
      try {
        await writeFile(draft, file, { mode: 0o640, flag: 'wx' });
        await rename(draft, join(folder, token));
        if (token.startsWith(SWEPT_BY)) sweepOld(folder, { ttlSecs, nowMs: now() });
      } catch (error) {
        await unlink(draft).catch(() => undefined);
        throw error;
      }
    },
    get: token => readFile(join(folder, token)).catch(() => undefined),
  };
}

/** Each user's own: nobody removes what others have put there. */
function sweepOld(folder: string, { ttlSecs, nowMs }: { ttlSecs: number; nowMs: number }): void {
  const limits = { ttlSecs, maxEntries: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY };
  sweep(folder, limits, { nowMs });
}
