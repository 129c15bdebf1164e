/** Runs the whole reduction in process: bytes in, bytes and a report out, cut as a test wants them. */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { openEntry } from '../../src/ccr/read.js';
import { openRecorder, type Recorder, type StoreOptions } from '../../src/ccr/recorder.js';
import { check } from '../../src/check/check.js';
import type { Verdict } from '../../src/check/verdict.js';
import type { KindHint } from '../../src/classify/hint.js';
import type { Tuning } from '../../src/juice/tuning.js';
import { type JuiceOptions, juice } from '../../src/juice.js';
import type { LineRange, Profile, Report } from '../../src/line.js';
import { collect, freshFolder, freshStore } from '../ccr/store.js';

export interface RunOptions {
  readonly profile?: Exclude<Profile, 'off'>;
  readonly command?: string | readonly string[];
  /** What the caller says that the text is. */
  readonly hint?: KindHint | undefined;
  readonly exitCode?: number;
  readonly maxChars?: number;
  /** All of the text is there, as in a file. */
  readonly isComplete?: boolean;
  readonly provoke?: string;
  /** What settings may change. */
  readonly tuning?: Tuning;
  /** Where the original goes; `none`: nowhere. A fresh store where it is not given. */
  readonly store?: StoreOptions | 'none';
  /** Stands in for the store's own recorder. */
  readonly recorder?: Recorder;
}

export interface Run {
  readonly raw: Buffer;
  readonly out: Buffer;
  /** `out` as text. */
  readonly text: string;
  readonly report: Report;
  readonly warnings: readonly string[];
  readonly store: StoreOptions | undefined;
}

/** One folder of originals for all runs of a test file, for the last of them: each run looks at all that lie there. */
const shared = freshStore({ maxEntries: 64 });
/** Whether a disk really has what it was given is tested with the store. */
const sync = (): void => undefined;

/**
 * Reduces `chunks` (or one buffer) and collects everything. Chunks go through the chain of streams, however few they are;
 * a buffer that fits into the head does without, as in `tinyjuice reduce`.
 */
export async function reduce(input: Buffer | string | readonly Buffer[], options: RunOptions = {}): Promise<Run> {
  const chunks = Array.isArray(input) ? (input as readonly Buffer[]) : [Buffer.from(input as Buffer | string)];
  const warnings: string[] = [];
  const out = new PassThrough();
  const collected = collect(out);
  const store = options.store === 'none' ? undefined : (options.store ?? shared);
  const isFull = (options.profile ?? 'full') === 'full';
  const report = await juice(Readable.from(chunks, { objectMode: false }), out, {
    profile: options.profile ?? 'full',
    command: options.command,
    hint: options.hint,
    ...(options.isComplete ? { isComplete: true } : {}),
    exit: async () => ({ code: options.exitCode, signal: undefined }),
    maxChars: options.maxChars,
    recorder: options.recorder ?? (isFull && store !== undefined ? openRecorder(store, { sync }) : undefined),
    ...options.tuning,
    onWarning: message => warnings.push(message),
    provoke: options.provoke,
    isChained: Array.isArray(input),
  } satisfies JuiceOptions);
  out.end();
  const bytes = await collected;
  return { raw: Buffer.concat(chunks), out: bytes, text: bytes.toString('utf8'), report, warnings, store };
}

const folder = join(freshFolder(), 'check');

/** What `tinyjuice check` says of two texts. */
export async function checkTexts(raw: Buffer | string, out: Buffer | string): Promise<Verdict> {
  mkdirSync(folder, { recursive: true });
  const [rawPath, outPath] = [join(folder, 'raw'), join(folder, 'out')];
  writeFileSync(rawPath, raw);
  writeFileSync(outPath, out);
  return check(rawPath, outPath);
}

/** The stored original of a run, or a part of it. */
export async function retrieve(run: Run, lines?: LineRange): Promise<Buffer> {
  if (run.report.recovery === undefined || run.store === undefined) throw new Error('nothing was stored');
  const entry = openEntry(run.store.dir, run.report.recovery.token);
  return collect(entry.stream(lines === undefined ? {} : { lines }));
}

/** Feeds a stream from a generator without holding the whole, and waits for its end. */
export async function drain(source: Readable): Promise<void> {
  source.resume();
  await once(source, 'end');
}
