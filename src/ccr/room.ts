/** Keeps entries and what is being written together within the store's limit, while it is being written. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DRAFTS, draftOwner, isRoomName } from './entry.js';
import { type Limits, SLACK, statsOf, sweep } from './expire.js';
import { roomBytesOf } from './spare.js';
import { readTally } from './tally.js';

/** So much of the limit may be written by one before it looks again: 200 of them pass it by a tenth at the most. */
const STEP_SHARE = 1 / 2048;
const MIN_STEP_BYTES = 4_096;

export const stepBytesOf = ({ maxBytes }: Limits): number => Math.max(MIN_STEP_BYTES, maxBytes * STEP_SHARE);

/**
 * Makes room for what is being written, by removing the oldest entries where it must.
 * @param ownBytes of what the caller writes.
 * @returns false: what several write is more than the store may hold. Throws nothing.
 */
export function makeRoom(
  dir: string,
  limits: Limits,
  { nowMs, ownBytes }: { nowMs: number; ownBytes: number },
): boolean {
  const drafts = draftBytes(join(dir, DRAFTS));
  // One that is too large in itself is told so by who writes it.
  if (drafts > limits.maxBytes && drafts > ownBytes) return false;
  // Nobody has counted: whoever keeps next will.
  const held = readTally(dir)?.bytes ?? 0;
  if (held + drafts > limits.maxBytes * SLACK)
    sweep(dir, { ...limits, maxBytes: Math.max(0, limits.maxBytes - drafts) }, { nowMs });
  return true;
}

function draftBytes(folder: string): number {
  let bytes = 0;
  for (const name of namesIn(folder)) {
    if (draftOwner(name) === undefined) continue;
    const size = statsOf(join(folder, name))?.size ?? 0;
    bytes += isRoomName(name) ? roomBytesOf(size) : size;
  }
  return bytes;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // gone, with all that was being written
  }
}
