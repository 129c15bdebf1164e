/** What the store's tests share: a fresh folder, options with a clock that can be set, ways to write and read. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll } from 'vitest';
import { DRAFTS, isRoomName } from '../../src/ccr/entry.js';
import { openRecorder, type Recovery, type StoreOptions } from '../../src/ccr/recorder.js';
import { TALLY_NAME } from '../../src/ccr/tally.js';

const made: string[] = [];

afterAll(() => {
  for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A new folder, removed after the file's tests. */
export function freshFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tinyjuice-ccr-'));
  made.push(dir);
  return dir;
}

/** Options of a store with room for everything, in a folder that does not exist yet. */
export function freshStore(changes: Partial<StoreOptions> = {}): StoreOptions {
  const dir = join(freshFolder(), 'cache', 'ccr');
  return { dir, ttlSecs: 86_400, maxEntries: 4096, maxBytes: 2 ** 32, now: Date.now, ...changes };
}

/** Stores a content whole, as one accepted run, and fails the test where that does not work. */
export function store(options: StoreOptions, content: Buffer | string): Recovery {
  const recorder = openRecorder(options);
  recorder.write(Buffer.from(content));
  if (!recorder.accept()) throw new Error('not accepted', { cause: recorder.failure });
  const recovery = recorder.keep({ program: 'cargo' });
  if (recovery === undefined) throw new Error('not kept', { cause: recorder.failure });
  return recovery;
}

/** Everything a stream gives, until its end or its error. */
export async function collect(stream: Readable): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for await (const block of stream) blocks.push(block as Buffer);
  return Buffer.concat(blocks);
}

/** Names in a store's folder, sorted, without its tally and the folder of its drafts; none where there is no folder. */
export const namesIn = (dir: string): string[] => filesIn(dir).filter(name => name !== TALLY_NAME && name !== DRAFTS);

/** Names of drafts, sorted, without the room that some file systems need beside them. */
export const draftsIn = (dir: string): string[] => filesIn(join(dir, DRAFTS)).filter(name => !isRoomName(name));

function filesIn(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return []; // A folder that was never made holds nothing.
  }
}
