/**
 * Takes a run's raw bytes as they come, so that whatever is left out can be had back.
 * Write-ahead: a line may be dropped only after `accept()` has said yes to the bytes it came from.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { errnoOf } from '../errors.js';
import { Draft } from './draft.js';
import { syncToDisk } from './draft-file.js';
import { decodeHeader, HEADER_BYTES } from './entry.js';
import { makeWay, tend } from './expire.js';
import type { Gaps } from './gaps.js';
import { makeRoom, stepBytesOf } from './room.js';
import { SecretGate, type SecretPolicy } from './secret-scan.js';
import { SecretFound } from './secrets.js';
import { tokenOf } from './token.js';

/** Where the store is and how much it may hold. */
export interface StoreOptions {
  readonly dir: string;
  readonly ttlSecs: number;
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** Of one original's file; not given: `maxBytes`. */
  readonly maxEntryBytes?: number | undefined;
  /** Folders for what is to be kept by the end of a run, and what `dir` does not take any more (`refuge.ts`). */
  readonly refuges?: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * `skip`: from the line on that holds what looks like a secret, nothing is stored. `redact`: asterisks stand in its place.
   * Not given: `skip`.
   */
  readonly secrets?: SecretPolicy | undefined;
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

/** What an entry says of its original. */
export interface About {
  readonly program: string | undefined;
  /** Which lines were left out; undefined where that is not known by lines. */
  readonly gaps?: Gaps | undefined;
}

/** One run's way into the store. No method throws. */
export interface Recorder {
  /** Takes raw bytes as they come; copies them. Holds up to 1 MiB; no file and no hash before that or `accept()`. */
  write(chunk: Buffer): void;
  /**
   * The same, for who can wait.
   * @returns undefined: more may come now; otherwise what resolves when it may. Never rejects.
   */
  offer(chunk: Buffer): Promise<void> | undefined;
  /**
   * True: every line written so far is in the file, or has its room on the disk. False: nothing may be dropped from
   * here on.
   */
  accept(): boolean;
  /** There is no more: what is held back of a last line is looked at, so that it may be dropped too. */
  end?(): void;
  /** Why the store cannot be used any more. Names the folder and the system's reason, nothing of the content. */
  readonly failure: Error | undefined;
  /** Where what has been kept went instead: the store takes nothing any more. */
  readonly refuge?: string | undefined;
  /**
   * Makes the entry permanent under its token. Where the store failed after bytes had been accepted, the entry holds
   * what was stored until then, since lines may have been left out on the strength of it; `bytes` tells how much.
   * @returns undefined where nothing could be kept; `failure` then says why.
   */
  keep(about: About): Recovery | undefined;
  /** Leaves nothing behind. */
  discard(): void;
}

/** Parts of a recorder that a test may replace. */
export interface RecorderParts {
  readonly tokenOf: (sha256: Uint8Array) => string;
  readonly sync: (fd: number) => void;
}

/** A recorder for one run. Touches no disk yet. Memory: 1 MiB, of a larger original 5 MiB. */
export function openRecorder(options: StoreOptions, parts: Partial<RecorderParts> = {}): Recorder {
  return new DiskRecorder(options, { tokenOf, sync: syncToDisk, ...parts });
}

class DiskRecorder implements Recorder {
  private readonly options: StoreOptions;
  private readonly parts: RecorderParts;
  private readonly gate: SecretGate;
  private draft: Draft | undefined;
  private hasAccepted = false;
  /** Up to where there was room when it was looked at. */
  private roomBytes = 0;
  private isDone = false;
  failure: Error | undefined;
  refuge: string | undefined;

  constructor(options: StoreOptions, parts: RecorderParts) {
    this.options = options;
    this.parts = parts;
    this.roomBytes = stepBytesOf(options);
    this.gate = new SecretGate(options.secrets ?? 'skip', bytes => this.put(bytes));
  }

  write(chunk: Buffer): void {
    this.look(gate => gate.push(chunk));
  }

  offer(chunk: Buffer): Promise<void> | undefined {
    this.write(chunk);
    return this.failure === undefined ? this.draft?.turn() : undefined;
  }

  accept(): boolean {
    this.look(gate => gate.settle());
    if (this.failure !== undefined || this.isDone) return false;
    if (!this.acceptDraft()) return false;
    this.hasAccepted = true;
    return true;
  }

  end(): void {
    this.look(gate => gate.end());
  }

  keep({ program, gaps }: About): Recovery | undefined {
    if (this.isDone) return undefined;
    this.end();
    if (this.failure === undefined) {
      this.openDraft().end();
      this.acceptDraft();
    }
    this.isDone = true;
    const { draft, options, parts } = this;
    if (draft === undefined) return undefined;
    try {
      const nowMs = options.now();
      const isBroken = this.failure !== undefined;
      const isBeforeSecret = this.failure instanceof SecretFound;
      const secrets = { isBeforeSecret, redacted: this.gate.redacted };
      const entering = {
        check: refuseOtherContent,
        makeWay: (dir: string, bytes: number) => makeWay(dir, options, { nowMs, bytes }),
        refuges: options.refuges ?? [],
      };
      const { dir, ...kept } = draft.keep({ ...parts, program, gaps, nowMs, isBroken, ...secrets, ...entering });
      if (dir !== options.dir) this.refuge = dir;
      tend(dir, options, { nowMs, token: kept.token });
      return kept;
    } catch (error) {
      this.fail(error);
      draft.remove();
      return undefined;
    }
  }

  discard(): void {
    this.isDone = true;
    this.draft?.remove();
    this.draft = undefined;
  }

  /** What the gate lets through by that is stored. */
  private look(at: (gate: SecretGate) => void): void {
    if (this.failure !== undefined || this.isDone) return;
    at(this.gate);
    if (this.gate.found !== undefined) this.fail(this.gate.found);
  }

  private put(bytes: Buffer): void {
    if (this.failure !== undefined) return;
    const draft = this.openDraft();
    const { maxBytes, maxEntryBytes = maxBytes } = this.options;
    const size = draft.sizeWith(bytes.length);
    if (size > maxBytes) this.fail(new Error(`the original is larger than the whole store may be (${maxBytes} bytes)`));
    else if (size > maxEntryBytes)
      this.fail(new Error(`the original is larger than one may be (${maxEntryBytes} bytes)`));
    else if (this.attempt(() => draft.write(bytes))) this.checkRoom();
  }

  /** Others see what is going to be written before it is looked whether there is room for all: two cannot both pass over it. */
  private acceptDraft(): boolean {
    if (!this.attempt(() => this.openDraft().announce(this.roomBytes))) return false;
    this.checkRoom();
    return this.failure === undefined && this.attempt(() => this.openDraft().accept());
  }

  /** What many write at once must not fill the disk before one of them is done. */
  private checkRoom(): void {
    const { draft, options } = this;
    if (draft === undefined || draft.fileBytes < this.roomBytes) return;
    this.roomBytes = draft.fileBytes + stepBytesOf(options);
    if (!makeRoom(options.dir, options, { nowMs: options.now(), ownBytes: draft.fileBytes }))
      this.fail(new Error(`what is being written there is more than the store may hold (${options.maxBytes} bytes)`));
  }

  private openDraft(): Draft {
    this.draft ??= new Draft(this.options.dir, error => this.fail(error));
    return this.draft;
  }

  private attempt(work: () => void): boolean {
    try {
      work();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** Nothing was dropped yet: then nothing need stay. Otherwise the draft waits for `keep` or `discard`. */
  private fail(cause: unknown): void {
    this.failure ??=
      cause instanceof SecretFound
        ? cause
        : new Error(`originals cannot be kept in ${this.options.dir}: ${reasonOf(cause)}`, { cause });
    if (this.hasAccepted) return;
    this.draft?.remove();
    this.draft = undefined;
  }
}

/** Of 2^50 tokens two contents may one day share one. The first keeps it. A damaged entry is no reason to refuse. */
export function refuseOtherContent(path: string, sha256: string): void {
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
    const stats = fstatSync(fd);
    if (!stats.isFile()) return undefined; // A folder or a pipe has no place to read from.
    const header = Buffer.alloc(HEADER_BYTES);
    const got = readSync(fd, header, 0, HEADER_BYTES, 0);
    return decodeHeader(header.subarray(0, got), stats.size)?.sha256;
  } finally {
    closeSync(fd);
  }
}

/** A number that Node 20 has no name for. */
const QUOTA = process.platform === 'linux' ? -122 : -69;

/** `ENOSPC: no space left on device`: the system's message without the path of a temporary file. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  if ('errno' in error && error.errno === QUOTA) return 'EDQUOT: the quota is used up';
  return errnoOf(error) === undefined ? error.message : (error.message.split(', ')[0] ?? error.message);
}
