/** Where one process keeps originals: on disk, in memory, or both. */
import { readFileSync } from 'node:fs';
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
  keep(about) {
    const kept = recorder.keep(about);
    if (kept === undefined) return undefined;
    try {
      const file = readFileSync(join(dir, kept.token));
      if (file.length <= limits.maxBytes * MAX_SHARE) tier.put(kept.token, file, limits);
    } catch (error) {
      void error; // It lies on disk all the same.
    }
    return kept;
  },
  discard: () => recorder.discard(),
});
