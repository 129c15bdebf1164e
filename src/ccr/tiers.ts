/** Where one process keeps originals: on disk, in memory, or both. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type MemoryLimits, type MemoryTier, openMemoryRecorder } from './memory.js';
import { openRecorder, type Recorder, type StoreOptions } from './recorder.js';

export interface MemoryPlace {
  readonly tier: MemoryTier;
  readonly limits: MemoryLimits;
}

export interface Tiers {
  readonly disk: StoreOptions | undefined;
  readonly memory: MemoryPlace | undefined;
}

/** Of what the disk holds too, no original may take more of the memory. */
const MAX_SHARE = 0.25;

/** A recorder for one run; undefined: nothing can be kept anywhere. */
export function openTiered({ disk, memory }: Tiers): Recorder | undefined {
  if (disk === undefined) return memory === undefined ? undefined : openMemoryRecorder(memory.tier, memory.limits);
  const recorder = openRecorder(disk);
  return memory === undefined ? recorder : remembering(recorder, disk.dir, memory);
}

/** What the disk has taken is held in memory as well, in the form in which it lies there. */
const remembering = (recorder: Recorder, dir: string, { tier, limits }: MemoryPlace): Recorder => ({
  write: chunk => recorder.write(chunk),
  offer: chunk => recorder.offer(chunk),
  accept: () => recorder.accept(),
  end: () => recorder.end?.(),
  get failure() {
    return recorder.failure;
  },
  get refuge() {
    return recorder.refuge;
  },
  keep(about) {
    const kept = recorder.keep(about);
    if (kept === undefined) return undefined;
    try {
      const path = join(dir, kept.token);
      // One that is too large may be of gigabytes: it is not read to be let go.
      if (statSync(path).size <= limits.maxBytes * MAX_SHARE) tier.put(kept.token, readFileSync(path), limits);
    } catch (error) {
      void error; // It lies on disk all the same.
    }
    return kept;
  },
  discard: () => recorder.discard(),
});
