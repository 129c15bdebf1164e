/** An original in the making: takes raw bytes, and becomes an entry at the end. */
import { join } from 'node:path';
import { DraftFile } from './draft-file.js';
import { encodeHeader, HEADER_BYTES } from './entry.js';
import { FrameWriter } from './frame-writer.js';
import { encodeIndex, FRAME_BYTES, type FrameTable } from './frames.js';
import { encodeGaps, type Gaps, type GapTable } from './gaps.js';
import { countNewlines } from './newlines.js';
import { openSha256, type Sha256 } from './sha256.js';

const NEWLINE = 10;

/** What keeping needs to know beside the bytes. */
export interface Naming {
  readonly tokenOf: (sha256: Uint8Array) => string;
  readonly program: string | undefined;
  readonly nowMs: number;
  /** A write has failed: what is safe is kept. */
  readonly isBroken: boolean;
  /** What looks like a secret stands behind what is kept. */
  readonly isBeforeSecret: boolean;
  /** So many secrets have been replaced in it. */
  readonly redacted: number;
  /** Gives a file's bytes to the disk; `fsyncSync` outside tests. */
  readonly sync: (fd: number) => void;
  /** Which lines were left out, where that is known by lines. */
  readonly gaps: Gaps | undefined;
  /** Throws where the token must not be used. */
  readonly check: (path: string, sha256: string) => void;
  readonly makeWay: (dir: string, bytes: number) => void;
  /** Folders to go to where its own does not take it. */
  readonly refuges: readonly string[];
}

/** What has been kept. */
export interface Kept {
  readonly token: string;
  readonly bytes: number;
  readonly lines: number;
  /** These are the first bytes of the original, and not all. */
  readonly isPrefix: boolean;
  /** The folder in which it is. */
  readonly dir: string;
}

/**
 * One unfinished entry. Up to a frame's size bytes are held, and written as they are when they must be safe. Of a larger
 * original, frames are compressed and written as they fill; bytes are safe at once, for the disk has room for them
 * by then, and would be gone with the process in any case. Methods throw what the file system throws.
 * Memory: five frames.
 */
export class Draft {
  private readonly dir: string;
  private readonly onFailure: (error: unknown) => void;
  private file: DraftFile | undefined;
  private isEnded = false;
  private frames: FrameWriter | undefined;
  // Own memory, never zeroed: untouched pages cost nothing, so a small run does not pay for the megabyte.
  private block: Buffer | undefined;
  private filled = 0;
  /** How much of the first block is in the file as it is. */
  private written = 0;
  private readonly spare: Buffer[] = [];
  private hash: Sha256 | undefined;
  private newlines = 0;
  private lastByte = NEWLINE;
  private bytes = 0;

  constructor(dir: string, onFailure: (error: unknown) => void) {
    this.dir = dir;
    this.onFailure = onFailure;
  }

  /** What the entry's file may take with so many further bytes. */
  sizeWith(more: number): number {
    const inBlock = this.filled + more;
    return this.frames === undefined ? HEADER_BYTES + inBlock : this.frames.sizeWith(0) + inBlock;
  }

  /** What its file takes now. */
  get fileBytes(): number {
    return this.file?.bytes ?? 0;
  }

  /** Takes bytes; copies them. */
  write(chunk: Buffer): void {
    this.block ??= Buffer.allocUnsafeSlow(FRAME_BYTES);
    for (let at = 0; at < chunk.length; ) {
      if (this.filled === FRAME_BYTES) this.endFrame();
      const copied = chunk.copy(this.block, this.filled, at);
      this.filled += copied;
      at += copied;
    }
  }

  /** Undefined: more may come now. Otherwise resolves when it may. */
  turn(): Promise<void> | undefined {
    return this.frames?.isBusy ? this.frames.turn() : undefined;
  }

  /** Shows others what `accept` is going to write, where that makes a file of so many bytes or more. */
  announce(minBytes: number): void {
    const size = this.sizeWith(0);
    if (this.frames !== undefined || size < minBytes) return;
    this.openFile().announce(size);
  }

  /** No more comes. What has not been written by now is promised to nobody before it is permanent. */
  end(): void {
    this.isEnded = true;
  }

  /** All bytes so far are safe from here on. */
  accept(): void {
    if (this.frames !== undefined) return;
    const file = this.openFile();
    const { block, filled, written } = this;
    if (block !== undefined && filled > written) file.write(block.subarray(written, filled), HEADER_BYTES + written);
    this.written = filled;
  }

  /** Makes it permanent. Equal content that is already there is replaced, and so has its time refreshed. */
  keep(naming: Naming): Kept {
    this.file?.finish();
    const { file, table, size, isCut } = this.frames === undefined ? this.endWhole(naming) : this.endFrames();
    const { bytes, newlines } = this;
    const lines = newlines + (this.lastByte === NEWLINE ? 0 : 1);
    const digest = (this.hash ?? openSha256()).digest();
    const hash = digest.toString('hex');
    const token = naming.tokenOf(digest);
    const check = (dir: string): void => naming.check(join(dir, token), hash);
    check(this.dir);
    const { nowMs, program, sync, makeWay, refuges, isBeforeSecret, redacted } = naming;
    const isPrefix = naming.isBroken || isCut;
    const gaps = writeGaps(file, naming.gaps, size);
    const facts = { sha256: hash, bytes, lines, createdMs: nowMs, program, isPrefix, isBeforeSecret, redacted };
    const header = encodeHeader({ ...facts, frames: table, gaps });
    const whole = size + (gaps?.bytes ?? 0);
    const dir = file.commit({ token, header, size: whole, nowMs, sync, makeWay, check, refuges });
    this.frames?.stop();
    return { token, bytes, lines, isPrefix, dir };
  }

  /** Leaves nothing behind. Never throws. */
  remove(): void {
    this.frames?.stop();
    this.file?.remove();
  }

  /** A full block becomes a frame, once the disk has room for it, for those that wait, and for the next one. */
  private endFrame(): void {
    const file = this.openFile();
    const frames = this.frames ?? new FrameWriter({ file, onWritten: this.onWritten, onFailure: this.onFailure });
    file.reserve(HEADER_BYTES + frames.storedBytes, frames.sizeWith(2));
    this.frames = frames;
    frames.add(this.block as Buffer);
    this.block = this.spare.pop() ?? Buffer.allocUnsafeSlow(FRAME_BYTES);
    this.filled = 0;
  }

  private openFile(): DraftFile {
    this.file ??= new DraftFile(this.dir, !this.isEnded);
    return this.file;
  }

  private readonly onWritten = (block: Buffer, newlines: number): void => {
    this.count(block, newlines);
    if (block.length === FRAME_BYTES && block.byteOffset === 0) this.spare.push(block);
  };

  private endWhole({ isBroken }: Naming): Ended {
    if (!isBroken) this.accept();
    const file = this.openFile();
    if (this.block !== undefined && this.written > 0) this.count(this.block.subarray(0, this.written));
    return { file, table: undefined, size: HEADER_BYTES + this.written, isCut: false };
  }

  private endFrames(): Ended {
    const [file, frames] = [this.file as DraftFile, this.frames as FrameWriter];
    let isCut = false;
    try {
      if (this.block !== undefined && this.filled > 0) frames.add(this.block.subarray(0, this.filled));
      frames.flush();
    } catch (error) {
      if (this.bytes === 0) throw error;
      isCut = true; // the disk fails: what is written by now can still be had back
    }
    const { index, table } = encodeIndex(frames.records);
    file.write(index, HEADER_BYTES + table.storedBytes);
    return { file, table, size: HEADER_BYTES + table.storedBytes + index.length, isCut };
  }

  private count(block: Buffer, newlines = countNewlines(block)): void {
    this.hash ??= openSha256();
    this.hash.update(block);
    this.newlines += newlines;
    this.lastByte = block[block.length - 1] ?? NEWLINE;
    this.bytes += block.length;
  }
}

interface Ended {
  readonly file: DraftFile;
  readonly table: FrameTable | undefined;
  readonly size: number;
  readonly isCut: boolean;
}

/** Undefined where there is none, or the disk has no room for it: the original goes before its list. */
function writeGaps(file: DraftFile, gaps: Gaps | undefined, at: number): GapTable | undefined {
  if (gaps === undefined || gaps.ranges.length === 0) return undefined;
  const { list, table } = encodeGaps(gaps);
  try {
    file.write(list, at);
    return table;
  } catch {
    return undefined; // `retrieve --hidden` says that there is no list
  }
}
