/** An entry in the making: a temporary file that takes raw bytes and is renamed to its token at the end. */
import type { Hash } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  futimesSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  write,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';
import { DRAFTS, draftName, encodeHeader, HEADER_BYTES } from './entry.js';
import { prepareFolder } from './folder.js';
import { countNewlines } from './newlines.js';

const COPY_BYTES = 1024 * 1024;
const MAX_WAITS = 200;
const WAIT_MS = 5;
const NEWLINE = 10;

/** What keeping needs to know beside the bytes. */
export interface Naming {
  readonly tokenOf: (sha256: Uint8Array) => string;
  readonly program: string | undefined;
  readonly nowMs: number;
  /** A write has failed: what had been written before it is kept. */
  readonly isBroken: boolean;
  /** Gives a file's bytes to the disk; `fsyncSync` outside tests. */
  readonly sync: (fd: number) => void;
  /** Throws where the token must not be used. */
  readonly check: (token: string, sha256: string) => void;
}

/** A block on its way to the disk. */
interface Offered {
  readonly block: Buffer;
  readonly position: number;
  isWritten: boolean;
}

/** One unfinished entry. Its methods throw what the file system throws. */
export class Draft {
  private readonly dir: string;
  private readonly hash: Hash;
  private fd: number;
  private path: string;
  private newlines = 0;
  private lastByte = NEWLINE;
  private isOpen = true;
  /** Blocks that are on their way to the disk, in order, and the writes that the system has in hand. */
  private readonly offered: Offered[] = [];
  private readonly writes = new Set<Promise<void>>();
  /** Where the next block begins. */
  private end = 0;
  /** Raw bytes that are in the file, and in the hash. A block that failed half-way is in neither. */
  bytes = 0;

  constructor(dir: string) {
    this.dir = dir;
    const { fd, path } = createFile(dir);
    this.fd = fd;
    this.path = path;
    // node:crypto costs 2.5 ms to load; a run that stores nothing must not pay it.
    this.hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  }

  get lines(): number {
    return this.newlines + (this.lastByte === NEWLINE ? 0 : 1);
  }

  /** Raw bytes that are in the file or on their way. */
  get offeredBytes(): number {
    return this.end;
  }

  /** A block has been offered, and the kernel has not said that it has it. */
  get isWriting(): boolean {
    return this.offered.length > 0;
  }

  append(block: Buffer): void {
    if (block.length === 0) return;
    this.settle();
    writeAll(this.fd, block, HEADER_BYTES + this.end);
    this.end += block.length;
    this.count(block);
  }

  /** Writes a block, which may not change, while other work goes on. Resolves once the kernel has it. */
  async offer(block: Buffer): Promise<void> {
    const entry: Offered = { block, position: HEADER_BYTES + this.end, isWritten: false };
    this.end += block.length;
    this.offered.push(entry);
    const writing = writeAllSoon(this.fd, block, entry.position);
    this.writes.add(writing);
    try {
      await writing;
      entry.isWritten = true;
      this.countWritten();
    } finally {
      this.writes.delete(writing);
    }
  }

  /** Blocks count in the order of their offers: one that failed keeps those behind it from counting. */
  private countWritten(): void {
    while (this.offered[0]?.isWritten) this.count((this.offered.shift() as Offered).block);
  }

  /** Waits for nothing: what is on its way is written once more, the same bytes to the same place. */
  private settle(): void {
    for (const entry of this.offered) {
      if (!entry.isWritten) writeAll(this.fd, entry.block, entry.position);
      entry.isWritten = true;
    }
    this.countWritten();
  }

  private count(block: Buffer): void {
    this.hash.update(block);
    this.newlines += countNewlines(block);
    this.lastByte = block[block.length - 1] ?? NEWLINE;
    this.bytes += block.length;
  }

  /** Makes it permanent. Equal content that is already there is replaced, and so has its time refreshed. */
  keep(naming: Naming): string {
    if (!naming.isBroken) this.settle();
    const digest = this.hash.digest();
    const sha256 = digest.toString('hex');
    const token = naming.tokenOf(digest);
    naming.check(token, sha256);
    const { bytes, lines } = this;
    const header = encodeHeader({
      sha256,
      bytes,
      lines,
      createdMs: naming.nowMs,
      program: naming.program,
      isPrefix: naming.isBroken,
    });
    if (fstatSync(this.fd).size !== HEADER_BYTES + bytes) ftruncateSync(this.fd, HEADER_BYTES + bytes);
    this.seal(header, naming);
    try {
      renameSync(this.path, join(this.dir, token));
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error;
      this.rescue();
      this.seal(header, naming);
      renameSync(this.path, join(this.dir, token));
    }
    this.isOpen = false;
    this.close();
    return token;
  }

  /** Leaves nothing behind. Never throws. */
  remove(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    try {
      unlinkSync(this.path);
    } catch {
      // Gone already, or the disk is failing: a later run's sweep tries again.
    }
    this.close();
  }

  /** Once no write is on its way: the descriptor's number may soon be another file's. */
  private close(): void {
    const { fd } = this;
    if (this.writes.size === 0) closeQuietly(fd);
    else Promise.allSettled(this.writes).then(() => closeQuietly(fd));
  }

  private seal(header: Buffer, naming: Naming): void {
    writeAll(this.fd, header, 0);
    // The sweep goes by this time, so that it need not open every entry.
    futimesSync(this.fd, naming.nowMs / 1000, naming.nowMs / 1000);
    syncFile(this.fd, naming.sync);
  }

  /**
   * Somebody removed the folder, or the file (a sweep in another container does not see our process). Lines have been
   * left out on the strength of these bytes, and the open file still has them: copy them to a new one.
   */
  private rescue(): void {
    const { fd, path } = createFile(this.dir);
    const gone = this.fd;
    this.fd = fd;
    this.path = path;
    const block = Buffer.allocUnsafeSlow(COPY_BYTES);
    try {
      for (let at = HEADER_BYTES; at < HEADER_BYTES + this.bytes; ) {
        const got = readSync(gone, block, 0, Math.min(COPY_BYTES, HEADER_BYTES + this.bytes - at), at);
        if (got === 0) throw new Error('the temporary file was cut short');
        writeAll(fd, block.subarray(0, got), at);
        at += got;
      }
    } finally {
      closeSync(gone);
    }
  }
}

function closeQuietly(fd: number): void {
  try {
    closeSync(fd);
  } catch {
    // The disk is failing; nothing more is wanted of this file.
  }
}

function createFile(dir: string): { fd: number; path: string } {
  const folder = prepareFolder(join(prepareFolder(dir), DRAFTS));
  const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const random = process.getBuiltinModule('node:crypto').randomBytes(6).toString('hex');
  const path = join(folder, draftName(process.pid, random));
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
  return { fd, path };
}

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

/** The same, without waiting for it. */
function writeAllSoon(fd: number, block: Buffer, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    write(fd, block, 0, block.length, position, (error, taken) => {
      if (error === null && taken === block.length) resolve();
      else if (error !== null && errnoOf(error) !== 'EAGAIN') reject(error);
      else {
        try {
          writeAll(fd, block.subarray(taken), position + taken);
          resolve();
        } catch (failure) {
          reject(failure);
        }
      }
    });
  });
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
