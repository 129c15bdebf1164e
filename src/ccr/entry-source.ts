/** An entry's bytes, wherever they lie: a file of the store, or memory. */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { isOwn } from './folder.js';

export interface EntrySource {
  readonly bytes: number;
  /** @returns how much was read; less than asked for at the end alone. */
  read(into: Buffer, at: number): number;
  close(): void;
}

/**
 * A file of the store.
 * @returns undefined for what is no file, or another user's.
 * @throws what the system says.
 */
export function openFileSource(path: string): EntrySource | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const fd = openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)); // A FIFO put there must not hang us.
  const stats = fstatSync(fd);
  if (!stats.isFile() || !isOwn(stats)) {
    closeSync(fd);
    return undefined;
  }
  return sourceOfFile(fd, stats);
}

/** A file that is open; closing it is the source's part. */
export function sourceOfFile(fd: number, stats: Stats): EntrySource {
  return {
    bytes: stats.size,
    read(into, at) {
      let got = 0;
      while (got < into.length) {
        const more = readSync(fd, into, got, into.length - got, at + got);
        if (more === 0) break;
        got += more;
      }
      return got;
    },
    close: () => closeSync(fd),
  };
}

export const sourceOf = (bytes: Buffer): EntrySource => ({
  bytes: bytes.length,
  read: (into, at) => bytes.copy(into, 0, at),
  close: () => undefined,
});
