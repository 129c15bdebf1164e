/** The temporary file of an entry in the making. Its methods throw what the file system throws. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fsyncSync,
  ftruncateSync,
  futimesSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errnoOf } from '../errors.js';
import { DRAFTS, draftName, HEADER_BYTES, roomName } from './entry.js';
import { prepareFolder } from './folder.js';
import { filler, needsSpare, roomBytesOf, Spare } from './spare.js';

const COPY_BYTES = 1024 * 1024;
const MAX_WAITS = 200;
const WAIT_MS = 5;

/** How a file becomes an entry. */
export interface Commit {
  readonly token: string;
  readonly header: Buffer;
  /** Of the whole file; what lies behind is cut off. */
  readonly size: number;
  readonly nowMs: number;
  /** Gives a file's bytes to the disk; `fsyncSync` outside tests. */
  readonly sync: (fd: number) => void;
  /** Called when all is on the disk and the name alone is missing. */
  readonly makeWay: (dir: string, bytes: number) => void;
  /** Throws where the token must not be used in a folder. */
  readonly check: (dir: string) => void;
  /** Folders to go to where its own does not take it; each in a folder that is there. */
  readonly refuges: readonly string[];
}

export class DraftFile {
  private readonly dir: string;
  private fd: number;
  private path: string;
  private isOpen = true;
  /** The disk has taken so much of it. */
  private end = HEADER_BYTES;
  private announced = 0;
  private readonly spare: Spare | undefined;

  /** @param isPromised something may be left out on the strength of it before it is permanent: room is kept for its end. */
  constructor(dir: string, isPromised: boolean) {
    this.dir = dir;
    const { fd, path, folder } = createFile(dir);
    this.fd = fd;
    this.path = path;
    if (!isPromised || !needsSpare(folder)) return;
    this.spare = new Spare(roomName(path));
    try {
      this.spare.grow(0);
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** Of the file, as far as it has been written or announced, and of what is kept for its end. */
  get bytes(): number {
    return Math.max(this.end, this.announced) + roomBytesOf(this.spare?.bytes ?? 0);
  }

  /** Shows others how large it is going to be, before it takes any room. */
  announce(size: number): void {
    if (size <= this.announced) return;
    ftruncateSync(this.fd, size);
    this.announced = size;
  }

  write(block: Buffer, position: number): void {
    writeAll(this.fd, block, position);
    this.end = Math.max(this.end, position + block.length);
  }

  /**
   * Takes room on the disk up to there, so that what will be written there cannot meet a full one.
   * @param from what stands there or behind may be written over.
   */
  reserve(from: number, end: number): void {
    if (this.spare !== undefined) {
      this.spare.grow(end - from);
      return;
    }
    const block = filler();
    while (this.end < end) this.write(block.subarray(0, Math.min(block.length, end - this.end)), this.end);
  }

  /** The room that is left is for what is written now. */
  finish(): void {
    this.spare?.free();
  }

  /**
   * Makes it permanent. What lay there under this token is replaced.
   * @returns the folder in which it is.
   */
  commit(commit: Commit): string {
    this.finish();
    commit.check(this.dir);
    try {
      this.settle(commit);
      return this.dir;
    } catch (error) {
      const refuge = commit.refuges.find(dir => this.flee(dir, commit));
      if (refuge === undefined) throw error;
      return refuge;
    }
  }

  private settle(commit: Commit): void {
    this.seal(commit);
    commit.makeWay(this.dir, commit.size);
    const target = join(this.dir, commit.token);
    try {
      renameSync(this.path, target);
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === 'EISDIR')
        rmdirSync(target); // none of ours, and of use to nobody
      else if (errno === 'ENOENT') this.copyTo(this.dir, commit);
      else throw error;
      renameSync(this.path, target);
    }
    this.isOpen = false;
    closeQuietly(this.fd);
  }

  /**
   * The folder was made read-only, belongs to somebody else, is no folder any more, or another disk lies over it: the open file
   * still has the bytes. False: this refuge does not take them either.
   */
  private flee(dir: string, commit: Commit): boolean {
    try {
      if (!existsSync(dirname(dir))) return false;
      commit.check(dir);
      this.copyTo(dir, commit);
      commit.makeWay(dir, commit.size);
      renameSync(this.path, join(dir, commit.token));
    } catch {
      return false;
    }
    this.isOpen = false;
    closeQuietly(this.fd);
    return true;
  }

  /** Leaves nothing behind. Never throws. */
  remove(): void {
    this.finish();
    if (!this.isOpen) return;
    this.isOpen = false;
    try {
      unlinkSync(this.path);
    } catch {
      // Gone already, or the disk is failing: a later run's sweep tries again.
    }
    closeQuietly(this.fd);
  }

  private seal({ header, size, nowMs, sync }: Commit): void {
    ftruncateSync(this.fd, size); // A write that failed may have left a part of it behind.
    writeAll(this.fd, header, 0);
    // The sweep goes by this time, so that it need not open every entry.
    futimesSync(this.fd, nowMs / 1000, nowMs / 1000);
    syncFile(this.fd, sync);
  }

  /**
   * Somebody removed the folder, or the file (a sweep in another container does not see our process). Lines have been
   * left out on the strength of these bytes, and the open file still has them: copy them to a new one.
   */
  private copyTo(dir: string, commit: Commit): void {
    const { fd, path } = createFile(dir);
    try {
      copyBody(this.fd, fd, commit.size);
    } catch (error) {
      closeQuietly(fd);
      unlinkSync(path);
      throw error;
    }
    this.remove();
    [this.fd, this.path, this.isOpen] = [fd, path, true];
    this.seal(commit);
  }
}

/** All but the header. */
function copyBody(from: number, to: number, size: number): void {
  const block = Buffer.allocUnsafeSlow(COPY_BYTES);
  for (let at = HEADER_BYTES; at < size; ) {
    const got = readSync(from, block, 0, Math.min(COPY_BYTES, size - at), at);
    if (got === 0) throw new Error('the temporary file was cut short');
    writeAll(to, block.subarray(0, got), at);
    at += got;
  }
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // The disk is failing; nothing more is wanted of this file.
  }
}

function createFile(dir: string): { fd: number; path: string; folder: string } {
  const store = prepareFolder(dir);
  // A draft's folder may take files where the store's takes no names any more: the end of a run is too late to be told so.
  accessSync(store, constants.W_OK | constants.X_OK);
  const folder = prepareFolder(join(store, DRAFTS));
  const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const path = join(folder, draftName(process.pid, randomName()));
  const fd = openSync(path, O_RDWR | O_CREAT | O_EXCL | (O_NOFOLLOW ?? 0), 0o600);
  try {
    if (process.platform !== 'win32') fchmodSync(fd, 0o600); // A umask may have taken our own bits away.
    // Takes the header's block now: on a disk that fills up, what was stored must still get its header.
    writeAll(fd, Buffer.alloc(HEADER_BYTES), 0);
  } catch (error) {
    closeSync(fd);
    unlinkSync(path);
    throw error;
  }
  return { fd, path, folder };
}

/** No secret: the folder is private, and what is there already is never opened. node:crypto would cost 4 ms. */
const randomName = (): string =>
  Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');

/** Writes all of a block. The kernel may take less than is offered, or ask to come again. */
function writeAll(fd: number, block: Buffer, position: number): void {
  let done = 0;
  let waits = 0;
  while (done < block.length) {
    let taken = 0;
    try {
      taken = writeSync(fd, block, done, block.length - done, position + done);
    } catch (error) {
      if (errnoOf(error) !== 'EAGAIN' || waits >= MAX_WAITS) throw error;
    }
    done += taken;
    if (taken > 0) continue;
    waits += 1;
    if (waits > MAX_WAITS) throw new Error('the file takes no more bytes');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
}

/** Some file systems have no fsync; that is no reason to lose an entry. A disk that fails is. */
function syncFile(fd: number, sync: (fd: number) => void): void {
  try {
    sync(fd);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno !== 'EINVAL' && errno !== 'ENOSYS' && errno !== 'ENOTSUP') throw error;
  }
}

/** The system's own fsync. */
export const syncToDisk: (fd: number) => void = fsyncSync;
