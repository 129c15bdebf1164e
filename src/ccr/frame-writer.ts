/** Writes a large original frame by frame: several are compressed at once, each is written in its turn. */
import type { DraftFile } from './draft-file.js';
import { HEADER_BYTES } from './entry.js';
import { crcOf, FRAME_BYTES, type FrameRecord, indexBytes, pack, packNow } from './frames.js';
import { countNewlines } from './newlines.js';

/** Frames that wait: with more, whoever brings bytes waits too. */
const MAX_WAITING = 2;

interface Waiting {
  readonly block: Buffer;
  stored: Buffer | undefined;
}

export interface FrameWriterOptions {
  readonly file: DraftFile;
  /** A frame is in the file, with so many line feeds. */
  onWritten(block: Buffer, newlines: number): void;
  /** The file system has refused one. */
  onFailure(error: unknown): void;
}

export class FrameWriter {
  private readonly options: FrameWriterOptions;
  private waiting: Waiting[] = [];
  private isFailed = false;
  /** Begun, and not told of; that happens between two turns of the event loop alone. */
  private jobs = 0;
  private onTurn: (() => void)[] = [];
  readonly records: FrameRecord[] = [];
  /** Stored bytes that are in the file. */
  storedBytes = 0;

  constructor(options: FrameWriterOptions) {
    this.options = options;
  }

  /** What the file takes where nothing that waits can be compressed, with so many further frames. */
  sizeWith(more: number): number {
    const count = this.waiting.length + more;
    return HEADER_BYTES + this.storedBytes + count * FRAME_BYTES + indexBytes(this.records.length + count);
  }

  /** Whether whoever brings bytes should wait. */
  get isBusy(): boolean {
    return this.waiting.length >= MAX_WAITING && !this.isFailed;
  }

  /** Resolves when less waits. */
  turn(): Promise<void> {
    return new Promise(resolve => this.onTurn.push(resolve));
  }

  /** Takes a block, which may not change any more. For whoever does not wait, it is done at once. */
  add(block: Buffer): void {
    const waiting: Waiting = { block, stored: undefined };
    this.waiting.push(waiting);
    if (this.jobs > MAX_WAITING) {
      this.flush();
      return;
    }
    this.jobs += 1;
    pack(block, stored => {
      this.jobs -= 1;
      waiting.stored ??= stored;
      this.writeReady();
    });
  }

  /** Writes all that waits; throws what the file system throws. Of that frame and those behind it, none is written. */
  flush(): void {
    while (this.waiting.length > 0) this.writeOldest();
  }

  /** Forgets what waits. */
  stop(): void {
    this.waiting = [];
    this.tell();
  }

  private writeReady(): void {
    try {
      while (this.waiting[0]?.stored !== undefined && !this.isFailed) this.writeOldest();
    } catch (error) {
      this.isFailed = true;
      this.options.onFailure(error);
    }
    this.tell();
  }

  private writeOldest(): void {
    const [oldest] = this.waiting;
    if (oldest === undefined) return;
    const { block } = oldest;
    oldest.stored ??= packNow(block);
    this.options.file.write(oldest.stored, HEADER_BYTES + this.storedBytes);
    this.waiting.shift();
    const newlines = countNewlines(block);
    this.records.push({ storedBytes: oldest.stored.length, newlines, crc: crcOf(block) });
    this.storedBytes += oldest.stored.length;
    this.options.onWritten(block, newlines);
  }

  private tell(): void {
    for (const resolve of this.onTurn.splice(0)) resolve();
  }
}
