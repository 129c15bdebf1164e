/** The run: source → classify → stages → clamp → sink, with the recovery store beside it. */
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Recorder, Recovery } from './ccr/recorder.js';
import { openClamp } from './clamp/clamp.js';
import { policyFor } from './clamp/policy.js';
import { clampTransform } from './clamp/transform.js';
import { type Classification, classify } from './classify/classify.js';
import { isReduced, readHead } from './classify/head.js';
import { openFaults } from './errors.js';
import { rulesJson } from './generated/rules.js';
import { stages } from './generated/stages.js';
import { type Exit, evidenceCountOf, type Profile, type Report, type Shape } from './line.js';
import { createLines } from './pipeline/lines.js';
import type { Stage, StageContext } from './pipeline/stage.js';
import { stageTransform } from './pipeline/transform.js';
import { type Book, type BookRule, openBook } from './rules/book.js';
import { createSink, type SinkCounts } from './sink/sink.js';
import { peek } from './source/peek.js';
import { isBinary } from './text/encoding.js';

/** How much is looked at before a run is classified. */
const PEEK_BYTES = 16_384;
/** Inputs below this are only rendered. */
export const MIN_BYTES_TO_REDUCE = 512;
/** How long a source may be idle before what is held is shown to a person at a terminal. */
const IDLE_MS = 120;

export interface JuiceOptions {
  /** `off` is no business of this: copy the bytes. */
  readonly profile: Exclude<Profile, 'off'>;
  /** The command that made the text, if known. */
  readonly command?: string | undefined;
  /** How the source ended; asked once all of it has been read. */
  exit?(): Promise<Exit>;
  /** Hard limit in characters of output. */
  readonly maxChars?: number | undefined;
  /** Where the original goes; undefined: it cannot be had back, so nothing is left out. */
  readonly recorder?: Recorder | undefined;
  /** Sees the raw bytes as they come. */
  onRaw?(chunk: Buffer): void;
  /** A person watches: what is held is shown when the source is idle. */
  readonly isInteractive?: boolean;
  /** One line for stderr: a fault of ours, or a store that failed. */
  onWarning(message: string): void;
  /** For tests: the link that fails, see `openFaults`. */
  readonly provoke?: string | undefined;
}

let book: Book | undefined;

/** Reduces `source` into `out`, which is not ended. Resolves when everything is written. */
export async function juice(source: Readable, out: Writable, options: JuiceOptions): Promise<Report> {
  const raw = { bytes: 0 };
  const idle = openIdleTimer(options.isInteractive === true);
  const peeked = await peek(source, {
    bytes: PEEK_BYTES,
    ...(options.isInteractive ? { idleMs: IDLE_MS } : {}),
    onChunk(chunk) {
      raw.bytes += chunk.length;
      options.onRaw?.(chunk);
      options.recorder?.write(chunk);
      idle.arm();
    },
  });
  const head = isBinary(peeked.head) ? undefined : readHead(peeked.head, peeked.isWhole);
  const skipReason = head === undefined ? 'binary' : isReduced(head.lines) ? 'already reduced' : undefined;
  if (head === undefined)
    options.onWarning('the input is binary (more than a tenth of it control bytes): passed through as it is');
  if (head === undefined || skipReason !== undefined) {
    await pipeline(peeked.rest, out, { end: false });
    options.recorder?.discard();
    return reportOf({ rawBytes: raw.bytes, skipReason });
  }
  book ??= openBook(rulesJson);
  const found = classify<BookRule>(book, head.lines, options.command);
  const isSmall = peeked.isWhole && peeked.head.length < MIN_BYTES_TO_REDUCE;
  const line = openRun({ options, found, book, isSmall, isCrText: head.isCrText });
  idle.onIdle(line.idle);
  try {
    await pipeline([peeked.rest, ...line.chain, out], { end: false });
  } finally {
    idle.stop();
  }
  return reportOf({ rawBytes: raw.bytes, found, ...line.finish() });
}

interface RunParts {
  readonly options: JuiceOptions;
  readonly found: Classification<BookRule>;
  readonly book: Book;
  /** Below `MIN_BYTES_TO_REDUCE`: only rendered. */
  readonly isSmall: boolean;
  readonly isCrText: boolean;
}

interface Run {
  readonly chain: NodeJS.ReadWriteStream[];
  /** Gives out what every link holds. */
  idle(): void;
  finish(): { readonly counts: SinkCounts; readonly recovery: Recovery | undefined; readonly notes: readonly string[] };
}

/** Builds the line road for one stream. */
function openRun(parts: RunParts): Run {
  const { options, found } = parts;
  const { recorder } = options;
  const canOmit = options.profile === 'full' && recorder !== undefined && !parts.isSmall;
  const faults = openFaults(options.onWarning, options.provoke);
  const notes: string[] = [];
  const context: StageContext = {
    profile: canOmit ? 'full' : 'light',
    shape: found.shape,
    rule: canOmit ? parts.book.compile(found.rule, found.shape) : undefined,
    note: message => notes.push(message),
  };
  const links = stages
    .filter(stage => runsIn(stage, context) && !(parts.isSmall && stage.phase !== 'decode'))
    .map(stage => stageTransform(stage, context, faults));
  let evidenceSeen = 0;
  let exitCode: number | undefined;
  const clamp = openClamp({
    policy: policyFor(found.shape, canOmit, options.maxChars),
    accept: () => hasAccepted(options),
    exitCode: () => exitCode,
  });
  const clamping = clampTransform(clamp, {
    faults,
    onLine(line) {
      evidenceSeen += evidenceCountOf(line);
    },
    async beforeEnd() {
      const exit = await options.exit?.();
      exitCode = exit === undefined ? undefined : exit.signal === undefined ? exit.code : 1;
    },
  });
  let recovery: Recovery | undefined;
  const sink = createSink({
    footer(counts) {
      recovery = recorder?.keep({ program: programOf(options.command) });
      if (recovery !== undefined) {
        const { token } = recovery;
        return counts.omittedLines > 0
          ? { kind: 'footer', omitted: counts.omittedLines, total: counts.through, unit: 'lines', token }
          : { kind: 'footer', omitted: counts.omittedBytes, total: recovery.bytes, unit: 'bytes', token };
      }
      options.onWarning(`the original could not be kept: ${recorder?.failure?.message ?? 'there is no store'}`);
      return undefined;
    },
    onHole: range => options.onWarning(`internal fault: lines ${range.from}-${range.to} are not in the output`),
  });
  const lines = createLines({ isCrText: parts.isCrText });
  return {
    chain: [lines.transform, ...links.map(({ transform }) => transform), clamping.transform, sink.transform],
    idle() {
      lines.idle();
      // Each link's output reaches the next one on a later turn of the event loop.
      const rest = [...links, clamping];
      const next = (): void => {
        rest.shift()?.idle();
        if (rest.length > 0) setImmediate(next);
      };
      setImmediate(next);
    },
    finish() {
      if (recovery === undefined) recorder?.discard();
      if (evidenceSeen !== sink.counts.evidence && !faults.hasFailed)
        options.onWarning(
          `internal fault: of ${evidenceSeen} lines of evidence ${sink.counts.evidence} were shown or counted`,
        );
      return { counts: sink.counts, recovery, notes };
    },
  };
}

const runsIn = (stage: Stage, context: StageContext): boolean =>
  (stage.profiles === undefined || stage.profiles.includes(context.profile)) &&
  (stage.shapes === undefined || stage.shapes.includes(context.shape));

/** The program's name alone, for the store's listing. */
const programOf = (command: string | undefined): string | undefined =>
  command?.trim().split(/\s+/)[0]?.split('/').pop();

/** Write-ahead: asks the store, and says once if it has failed. */
function hasAccepted({ recorder, onWarning }: JuiceOptions): boolean {
  if (recorder?.accept()) return true;
  onWarning(`the recovery store failed (${recorder?.failure?.message ?? 'there is none'}): nothing more is left out`);
  return false;
}

interface IdleTimer {
  arm(): void;
  onIdle(release: () => void): void;
  stop(): void;
}

/** Calls back when no byte has come for a while; never, where nobody watches. */
function openIdleTimer(isWanted: boolean): IdleTimer {
  let timer: NodeJS.Timeout | undefined;
  let release: (() => void) | undefined;
  const arm = (): void => {
    if (!isWanted) return;
    clearTimeout(timer);
    timer = setTimeout(() => release?.(), IDLE_MS);
  };
  return {
    arm,
    onIdle(callback) {
      release = callback;
      arm();
    },
    stop: () => clearTimeout(timer),
  };
}

interface ReportParts {
  readonly rawBytes: number;
  readonly skipReason?: string | undefined;
  readonly found?: Classification<BookRule>;
  readonly counts?: SinkCounts;
  readonly recovery?: Recovery | undefined;
  readonly notes?: readonly string[];
}

/** Characters that one token holds in tool output, about; a report's estimate. */
const CHARS_PER_TOKEN = 3.3;

function reportOf(parts: ReportParts): Report {
  const { found, counts } = parts;
  const shape: Shape | undefined = found?.shape;
  const outBytes = counts?.bytes ?? parts.rawBytes;
  return {
    rawBytes: parts.rawBytes,
    outBytes,
    rawLines: counts?.through ?? 0,
    outLines: counts?.lines ?? 0,
    rawTokens: Math.round(parts.rawBytes / CHARS_PER_TOKEN),
    outTokens: Math.round(outBytes / CHARS_PER_TOKEN),
    rule: found?.rule?.id,
    family: found?.rule?.family,
    shape,
    confidence: found?.confidence ?? 0,
    isLossy: (counts?.omittedLines ?? 0) + (counts?.omittedBytes ?? 0) > 0,
    omitted: counts?.omitted ?? [],
    recovery: parts.recovery,
    skipReason: parts.skipReason,
    trace: [...(found === undefined ? [] : [found.why]), ...(parts.notes ?? [])],
  };
}
