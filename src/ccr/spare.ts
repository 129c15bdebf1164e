/**
 * Room that is kept for the end. Some file systems write what changes to a new place (btrfs, ZFS, and what containers lay over
 * them): on a full disk, or at a quota, they have none for a file's header and name, nor for what is compressed into room that
 * the file has already; a file of its own that is removed gives it (tried on btrfs, Linux 6.18: cutting a file does not, at a
 * quota).
 */
import { closeSync, openSync, statfsSync, unlinkSync, writeSync } from 'node:fs';

const BLOCK_BYTES = 65_536;
/** For a header, and what a change of names takes: with less, btrfs refused the name. */
const MIN_BYTES = 4 * BLOCK_BYTES;

/** As Linux numbers them: ext, xfs, tmpfs. They write in place. */
const IN_PLACE = [0xef53, 0x58465342, 0x01021994];

export class Spare {
  private readonly path: string;
  private fd: number | undefined;
  /** On the disk now. */
  bytes = 0;

  /** @param path of the file that is made once there is something to keep. */
  constructor(path: string) {
    this.path = path;
  }

  /**
   * @param bytes of the draft that may be written over.
   * @throws what the file system throws where it has no such room.
   */
  grow(bytes: number): void {
    this.fd ??= openSync(this.path, 'wx', 0o600);
    for (; this.bytes < bytes + MIN_BYTES; this.bytes += BLOCK_BYTES) writeSync(this.fd, filler());
  }

  /** Never throws. */
  free(): void {
    if (this.fd === undefined) return;
    for (const undo of [() => unlinkSync(this.path), closeSync.bind(undefined, this.fd)]) {
      try {
        undo();
      } catch {
        // A sweep was quicker, or the disk is failing: a later run's sweep tries again.
      }
    }
    this.fd = undefined;
    this.bytes = 0;
  }
}

/** What of its size counts as content that will come: the rest is there for a moment only, also beside the smallest entry. */
export const roomBytesOf = (bytes: number): number => Math.max(0, bytes - MIN_BYTES);

/** Whether the file system of a folder needs it. */
export function needsSpare(folder: string): boolean {
  if (process.platform === 'win32') return false;
  try {
    return process.platform !== 'linux' || !IN_PLACE.includes(statfsSync(folder).type);
  } catch {
    return true; // Not known: it costs little.
  }
}

let noise: Buffer | undefined;

/** Bytes that take their room also where the file system compresses. node:crypto would cost 4 ms. */
export function filler(): Buffer {
  if (noise !== undefined) return noise;
  const words = new Uint32Array(BLOCK_BYTES / 4);
  for (let at = 0; at < words.length; at += 1) words[at] = Math.random() * 2 ** 32;
  noise = Buffer.from(words.buffer);
  return noise;
}
