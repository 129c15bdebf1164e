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
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';
import { draftName, encodeHeader, HEADER_BYTES } from './entry.js';
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
  /** Gives a file's bytes to the disk; `fsyncSync` outside tests. */
  readonly sync: (fd: number) => void;
  /** Throws where the token must not be used. */
  readonly check: (token: string, sha256: string) => void;
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
  /** Raw bytes that are in the file, and in the hash. A block that failed half-way is in neither. */
  bytes = 0;

  constructor(dir: string) {
    this.dir = dir;
    const { fd, path } = createFile(prepareFolder(dir));
    this.fd = fd;
    this.path = path;
    // node:crypto costs 2.5 ms to load; a run that stores nothing must not pay it.
    this.hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  }

  get lines(): number {
    return this.newlines + (this.lastByte === NEWLINE ? 0 : 1);
  }

  append(block: Buffer): void {
    if (block.length === 0) return;
    writeAll(this.fd, block, HEADER_BYTES + this.bytes);
    this.hash.update(block);
    this.newlines += countNewlines(block);
    this.lastByte = block[block.length - 1] ?? NEWLINE;
    this.bytes += block.length;
  }

  /** Makes it permanent. Equal content that is already there is replaced, and so has its time refreshed. */
  keep(naming: Naming): string {
    const digest = this.hash.digest();
    const sha256 = digest.toString('hex');
    const token = naming.tokenOf(digest);
    naming.check(token, sha256);
    const { bytes, lines } = this;
    const header = encodeHeader({ sha256, bytes, lines, createdMs: naming.nowMs, program: naming.program });
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
    closeSync(this.fd);
    return token;
  }

  /** Leaves nothing behind. Never throws. */
  remove(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    for (const undo of [() => closeSync(this.fd), () => unlinkSync(this.path)]) {
      try {
        undo();
      } catch {
        // Closed or gone already, or the disk is failing: a later run's sweep tries again.
      }
    }
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
    const { fd, path } = createFile(prepareFolder(this.dir));
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

function createFile(dir: string): { fd: number; path: string } {
  const { O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const random = process.getBuiltinModule('node:crypto').randomBytes(6).toString('hex');
  const path = join(dir, draftName(process.pid, random));
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
