/** Keeps no copy of a file that is reduced: the entry says which file it was. */
import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { DraftFile, syncToDisk } from './draft-file.js';
import { encodeHeader, HEADER_BYTES } from './entry.js';
import { makeWay, tend } from './expire.js';
import { FRAME_BYTES } from './frames.js';
import { encodeGaps } from './gaps.js';
import { countNewlines } from './newlines.js';
import {
  type About,
  type Recorder,
  type Recovery,
  reasonOf,
  refuseOtherContent,
  type StoreOptions,
} from './recorder.js';
import { encodeReferred, statsOfFile } from './reference.js';
import { tokenOf } from './token.js';

/** The file that is being reduced. */
export interface ReferredInput {
  /** Absolute. */
  readonly path: string;
  /** Before the first byte was read. */
  readonly stats: Stats;
}

/** Memory: four bytes for each MiB. No method throws. */
export function openReferenceRecorder(options: StoreOptions, input: ReferredInput): Recorder {
  return new ReferenceRecorder(options, input);
}

class ReferenceRecorder implements Recorder {
  private readonly options: StoreOptions;
  private readonly input: ReferredInput;
  private readonly hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  private readonly newlines: number[] = [];
  private file: DraftFile | undefined;
  private bytes = 0;
  private last = 0x0a;
  failure: Error | undefined;
  refuge: string | undefined;

  constructor(options: StoreOptions, input: ReferredInput) {
    this.options = options;
    this.input = input;
  }

  write(chunk: Buffer): void {
    this.hash.update(chunk);
    for (let at = 0; at < chunk.length; ) {
      const block = Math.floor(this.bytes / FRAME_BYTES);
      const part = chunk.subarray(at, at + FRAME_BYTES - (this.bytes % FRAME_BYTES));
      this.newlines[block] = (this.newlines[block] ?? 0) + countNewlines(part);
      this.bytes += part.length;
      at += part.length;
    }
    this.last = chunk[chunk.length - 1] ?? this.last;
  }

  offer(chunk: Buffer): undefined {
    this.write(chunk);
  }

  /** The file has the bytes already; there must be room for the entry. */
  accept(): boolean {
    if (this.failure !== undefined) return false;
    try {
      this.file ??= new DraftFile(this.options.dir, true);
    } catch (error) {
      this.fail(error);
    }
    return this.failure === undefined;
  }

  keep({ program, gaps }: About): Recovery | undefined {
    if (!this.accept() || this.file === undefined) return undefined;
    try {
      const { dir, ...kept } = this.writeEntry(this.file, { program, gaps });
      if (dir !== this.options.dir) this.refuge = dir;
      tend(dir, this.options, { nowMs: this.options.now(), token: kept.token });
      return kept;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  discard(): void {
    this.file?.remove();
    this.file = undefined;
  }

  private writeEntry(file: DraftFile, { program, gaps }: About): Recovery & { readonly dir: string } {
    const { options, bytes, newlines, input } = this;
    const now = statSync(input.path);
    if (!isSameFile(now, input.stats) || now.size !== bytes || now.mtimeMs !== input.stats.mtimeMs)
      throw new Error('the file has changed while it was read');
    const stats = statsOfFile(now);
    const digest = this.hash.digest();
    const body = encodeReferred({ path: input.path, newlines });
    const listed = gaps === undefined || gaps.ranges.length === 0 ? undefined : encodeGaps(gaps);
    const lines = newlines.reduce((sum, count) => sum + count, 0) + (this.last === 0x0a ? 0 : 1);
    const nowMs = options.now();
    const header = encodeHeader({
      sha256: digest.toString('hex'),
      bytes,
      lines,
      createdMs: nowMs,
      program,
      isPrefix: false,
      isBeforeSecret: false,
      redacted: 0,
      frames: undefined,
      reference: { pathBytes: Buffer.byteLength(input.path), blocks: newlines.length, ...stats },
      gaps: listed?.table,
    });
    const all = listed === undefined ? body : Buffer.concat([body, listed.list]);
    file.write(all, HEADER_BYTES);
    const token = tokenOf(digest);
    const dir = file.commit({
      token,
      header,
      size: HEADER_BYTES + all.length,
      nowMs,
      sync: syncToDisk,
      makeWay: (folder, size) => makeWay(folder, options, { nowMs, bytes: size }),
      check: folder => refuseOtherContent(join(folder, token), digest.toString('hex')),
      refuges: options.refuges ?? [],
    });
    return { token, bytes, lines, isPrefix: false, dir };
  }

  private fail(cause: unknown): void {
    this.failure ??= new Error(`the file cannot be referred to in ${this.options.dir}: ${reasonOf(cause)}`, { cause });
    this.file?.remove();
    this.file = undefined;
  }
}

export const isSameFile = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino;
