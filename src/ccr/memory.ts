/** Originals in memory, for a process that lives on: entries as they would lie on disk, the one not asked for longest goes first. */
import { encodeHeader, HEADER_BYTES } from './entry.js';
import { encodeGaps } from './gaps.js';
import { countNewlines } from './newlines.js';
import { type Entry, entryIn } from './read.js';
import { type About, type Recorder, type Recovery, reasonOf } from './recorder.js';
import { SecretGate, type SecretPolicy } from './secret-scan.js';
import { SecretFound } from './secrets.js';
import { openSha256 } from './sha256.js';
import { tokenOf } from './token.js';

/** How much the memory may hold, as it is set now, and for how long. */
export interface MemoryLimits {
  readonly maxEntries: number;
  /** Of the entries together, and so of one. */
  readonly maxBytes: number;
  readonly ttlSecs: number;
  readonly secrets?: SecretPolicy | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface MemoryTier {
  /** Undefined: it is not there, or no longer. @throws {JuiceError} CORRUPT_ENTRY */
  find(token: string): Entry | undefined;
  /** Keeps an entry's file, if it has room. */
  put(token: string, file: Buffer, limits: MemoryLimits): void;
}

interface Held {
  readonly file: Buffer;
  readonly keptMs: number;
  readonly limits: MemoryLimits;
}

/** One process's, or one engine's. */
export function openMemory(): MemoryTier {
  // In the order in which they were asked for.
  const entries = new Map<string, Held>();
  let bytes = 0;
  const remove = (token: string): void => {
    bytes -= entries.get(token)?.file.length ?? 0;
    entries.delete(token);
  };
  const isOver = ({ keptMs, limits }: Held): boolean => {
    const age = limits.now() - keptMs;
    return age > limits.ttlSecs * 1000 || age < -limits.ttlSecs * 1000;
  };
  return {
    find(token) {
      const held = entries.get(token);
      if (held === undefined) return undefined;
      remove(token);
      if (isOver(held)) return undefined;
      entries.set(token, held);
      bytes += held.file.length;
      return entryIn(held.file, token);
    },
    put(token, file, limits) {
      remove(token);
      if (file.length > limits.maxBytes || limits.maxEntries === 0) return;
      entries.set(token, { file, keptMs: limits.now(), limits });
      bytes += file.length;
      for (const [each, held] of entries) {
        const isTooMuch = entries.size > limits.maxEntries || bytes > limits.maxBytes;
        if (each !== token && (isTooMuch || isOver(held))) remove(each);
      }
    },
  };
}

/** A recorder that keeps in memory alone. Memory: the original. */
export function openMemoryRecorder(tier: MemoryTier, limits: MemoryLimits): Recorder {
  return new MemoryRecorder(tier, limits);
}

class MemoryRecorder implements Recorder {
  private readonly tier: MemoryTier;
  private readonly limits: MemoryLimits;
  private readonly gate: SecretGate;
  private chunks: Buffer[] = [];
  private bytes = 0;
  private hasAccepted = false;
  failure: Error | undefined;

  constructor(tier: MemoryTier, limits: MemoryLimits) {
    this.tier = tier;
    this.limits = limits;
    this.gate = new SecretGate(limits.secrets ?? 'skip', bytes => this.put(bytes));
  }

  write(chunk: Buffer): void {
    this.look(gate => gate.push(chunk));
  }

  offer(chunk: Buffer): undefined {
    this.write(chunk);
  }

  accept(): boolean {
    this.look(gate => gate.settle());
    this.hasAccepted ||= this.failure === undefined;
    return this.failure === undefined;
  }

  end(): void {
    this.look(gate => gate.end());
  }

  keep({ program, gaps }: About): Recovery | undefined {
    this.end();
    const isPrefix = this.failure !== undefined;
    if (isPrefix && !this.hasAccepted) return undefined;
    const content = Buffer.concat(this.chunks);
    const hash = openSha256();
    hash.update(content);
    const digest = hash.digest();
    const [sha256, token] = [digest.toString('hex'), tokenOf(digest)];
    try {
      const there = this.tier.find(token);
      if (there !== undefined && there.sha256 !== sha256) throw new Error('another original already has this token');
    } catch (error) {
      this.fail(error);
      return undefined;
    }
    const last = content[content.length - 1];
    const lines = countNewlines(content) + (last === undefined || last === 0x0a ? 0 : 1);
    const listed = this.listOf(gaps);
    const header = encodeHeader({
      sha256,
      bytes: content.length,
      lines,
      createdMs: this.limits.now(),
      program,
      isPrefix,
      isBeforeSecret: this.failure instanceof SecretFound,
      redacted: this.gate.redacted,
      frames: undefined,
      gaps: listed?.table,
    });
    this.tier.put(token, Buffer.concat([header, content, ...(listed === undefined ? [] : [listed.list])]), this.limits);
    this.discard();
    return { token, bytes: content.length, lines, isPrefix };
  }

  discard(): void {
    this.chunks = [];
  }

  /** The original goes before its list. */
  private listOf(gaps: About['gaps']) {
    if (gaps === undefined || gaps.ranges.length === 0) return undefined;
    const listed = encodeGaps(gaps);
    return HEADER_BYTES + this.bytes + listed.list.length > this.limits.maxBytes ? undefined : listed;
  }

  private look(at: (gate: SecretGate) => void): void {
    if (this.failure !== undefined) return;
    at(this.gate);
    this.failure ??= this.gate.found;
  }

  private put(bytes: Buffer): void {
    if (this.failure !== undefined) return;
    const { maxBytes, maxEntries } = this.limits;
    if (maxEntries === 0 || HEADER_BYTES + this.bytes + bytes.length > maxBytes)
      this.fail(new Error(`the original is larger than the memory may hold (${maxBytes} bytes)`));
    else {
      this.chunks.push(Buffer.from(bytes));
      this.bytes += bytes.length;
    }
  }

  private fail(cause: unknown): void {
    this.failure ??= new Error(`originals cannot be kept in memory: ${reasonOf(cause)}`, { cause });
  }
}
