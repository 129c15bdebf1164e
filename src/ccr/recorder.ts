/**
 * Takes a run's raw bytes as they come, so that whatever is left out can be had back.
 * Write-ahead: a line may be dropped only after `accept()` has said yes to the bytes it came from.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';
import { Draft, syncToDisk } from './draft.js';
import { decodeHeader, HEADER_BYTES } from './entry.js';
import { tend } from './expire.js';
import { tokenOf } from './token.js';

const MAX_HELD_BYTES = 1024 * 1024;
/** Chunks from this size on are written while other work goes on; for smaller ones that costs more than it saves. */
const MIN_OFFERED_BYTES = 32_768;

/** Where the store is and how much it may hold. */
export interface StoreOptions {
  readonly dir: string;
  readonly ttlSecs: number;
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A kept original: what a footer needs to name it. */
export interface Recovery {
  readonly token: string;
  readonly bytes: number;
  /** LF-separated lines; a last one without newline counts. */
  readonly lines: number;
  /** The store failed in mid-stream: this is what had been stored by then. */
  readonly isPrefix: boolean;
}

/** One run's way into the store. No method throws. */
export interface Recorder {
  /** Takes raw bytes as they come; copies them. Holds up to 1 MiB; no file and no hash before that or `accept()`. */
  write(chunk: Buffer): void;
  /**
   * The same, but the kernel may take them while other work goes on: for a chunk that will not change.
   * @returns undefined where it is done; otherwise what resolves when it is, or has failed. Never rejects.
   */
  offer(chunk: Buffer): Promise<void> | undefined;
  /**
   * True: every byte written so far has been given to the kernel, and every byte whose `offer` has resolved. False:
   * nothing may be dropped from here on.
   */
  accept(): boolean;
  /** Why the store cannot be used any more. Names the folder and the system's reason, nothing of the content. */
  readonly failure: Error | undefined;
  /**
   * Makes the entry permanent under its token. Where the store failed after bytes had been accepted, the entry holds
   * what was stored until then, since lines may have been left out on the strength of it; `bytes` tells how much.
   * @returns undefined where nothing could be kept; `failure` then says why.
   */
  keep(about: { readonly program: string | undefined }): Recovery | undefined;
  /** Leaves nothing behind. */
  discard(): void;
}

/** Parts of a recorder that a test may replace. */
export interface RecorderParts {
  readonly tokenOf: (sha256: Uint8Array) => string;
  readonly sync: (fd: number) => void;
}

/** A recorder for one run. Touches no disk yet. Memory: 1 MiB. */
export function openRecorder(options: StoreOptions, parts: Partial<RecorderParts> = {}): Recorder {
  return new DiskRecorder(options, { tokenOf, sync: syncToDisk, ...parts });
}

class DiskRecorder implements Recorder {
  private readonly options: StoreOptions;
  private readonly parts: RecorderParts;
  private held: Buffer | undefined;
  private heldBytes = 0;
  private draft: Draft | undefined;
  private hasAccepted = false;
  private isDone = false;
  failure: Error | undefined;

  constructor(options: StoreOptions, parts: RecorderParts) {
    this.options = options;
    this.parts = parts;
  }

  write(chunk: Buffer): void {
    if (this.hasRoom(chunk)) this.hold(chunk);
  }

  offer(chunk: Buffer): Promise<void> | undefined {
    if (!this.hasRoom(chunk)) return undefined;
    const { draft } = this;
    if (draft === undefined || (chunk.length < MIN_OFFERED_BYTES && !draft.isWriting)) {
      this.hold(chunk);
      return undefined;
    }
    if (this.heldBytes > 0 && !this.flush()) return undefined;
    return draft.offer(chunk).catch(error => this.fail(error));
  }

  /** False: nothing more is stored, or this would be more than the store may hold. */
  private hasRoom(chunk: Buffer): boolean {
    if (this.failure !== undefined || this.isDone) return false;
    if (this.heldBytes + (this.draft?.offeredBytes ?? 0) + chunk.length <= this.options.maxBytes - HEADER_BYTES)
      return true;
    this.fail(new Error(`the original is larger than the whole store may be (${this.options.maxBytes} bytes)`));
    return false;
  }

  private hold(chunk: Buffer): void {
    // Own memory, never zeroed: untouched pages cost nothing, so a small run does not pay for the megabyte.
    this.held ??= Buffer.allocUnsafeSlow(MAX_HELD_BYTES);
    for (let at = 0; at < chunk.length; ) {
      if (this.heldBytes === MAX_HELD_BYTES && !this.flush()) return;
      const copied = chunk.copy(this.held, this.heldBytes, at);
      this.heldBytes += copied;
      at += copied;
    }
  }

  accept(): boolean {
    if (this.failure !== undefined || this.isDone) return false;
    if ((this.heldBytes > 0 || this.draft === undefined) && !this.flush()) return false;
    this.hasAccepted = true;
    return true;
  }

  keep(about: { readonly program: string | undefined }): Recovery | undefined {
    if (this.isDone) return undefined;
    if (this.failure === undefined) this.flush();
    this.isDone = true;
    this.release();
    const { draft, options, parts } = this;
    if (draft === undefined) return undefined;
    try {
      const nowMs = options.now();
      const check = (token: string, sha256: string) => refuseOtherContent(join(options.dir, token), sha256);
      const isBroken = this.failure !== undefined;
      const token = draft.keep({ ...parts, program: about.program, nowMs, isBroken, check });
      tend(options.dir, options, { nowMs, token });
      return { token, bytes: draft.bytes, lines: draft.lines, isPrefix: isBroken };
    } catch (error) {
      this.fail(error);
      draft.remove();
      return undefined;
    }
  }

  discard(): void {
    this.isDone = true;
    this.release();
    this.draft?.remove();
    this.draft = undefined;
  }

  private flush(): boolean {
    try {
      this.draft ??= new Draft(this.options.dir);
      if (this.held !== undefined) this.draft.append(this.held.subarray(0, this.heldBytes));
      this.heldBytes = 0;
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** Nothing was dropped yet: then nothing need stay. Otherwise the draft waits for `keep` or `discard`. */
  private fail(cause: unknown): void {
    this.failure ??= new Error(`originals cannot be kept in ${this.options.dir}: ${reasonOf(cause)}`, { cause });
    this.release();
    if (this.hasAccepted) return;
    this.draft?.remove();
    this.draft = undefined;
  }

  private release(): void {
    this.held = undefined;
    this.heldBytes = 0;
  }
}

/** Of 2^50 tokens two contents may one day share one. The first keeps it. A damaged entry is no reason to refuse. */
function refuseOtherContent(path: string, sha256: string): void {
  const there = storedHash(path);
  if (there !== undefined && there !== sha256) throw new Error('another original already has this token');
}

function storedHash(path: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let fd: number;
  try {
    fd = openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
  } catch {
    return undefined; // Nothing there, or nothing that could be read back: the rename decides.
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const got = readSync(fd, header, 0, HEADER_BYTES, 0);
    return decodeHeader(header.subarray(0, got), fstatSync(fd).size)?.sha256;
  } finally {
    closeSync(fd);
  }
}

/** `ENOSPC: no space left on device`: the system's message without the path of a temporary file. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  return errnoOf(error) === undefined ? error.message : (error.message.split(', ')[0] ?? error.message);
}
