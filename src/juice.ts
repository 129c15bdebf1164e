/** The run: source → classify → stages → clamp → sink, with the recovery store beside it. */
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Recorder, Recovery } from './ccr/recorder.js';
import { openClamp } from './clamp/clamp.js';
import { policyFor } from './clamp/policy.js';
import { clampTransform } from './clamp/transform.js';
import { type Faults, openFaults } from './errors.js';
import { stages } from './generated/stages.js';
import { clampBelow, stageBelow } from './juice/below.js';
import { IDLE_MS, openIdleTimer } from './juice/idle-timer.js';
import { reportOf } from './juice/report.js';
import { type Kind, MIN_BYTES_TO_REDUCE, openedBook, openSight, type Sight } from './juice/sight.js';
import { storeFirst } from './juice/store-first.js';
import { type Exit, evidenceCountOf, type Profile, type Report } from './line.js';
import { createLines } from './pipeline/lines.js';
import type { Stage, StageContext } from './pipeline/stage.js';
import { type StageTransform, stageTransform } from './pipeline/transform.js';
import { createSink, type SinkCounts } from './sink/sink.js';
import { peek } from './source/peek.js';
import { holdsCiCommand, isCiCommand } from './text/ci.js';
import type { Mark } from './text/marker.js';

/** How much is looked at before a run is classified. */
const PEEK_BYTES = 16_384;
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
  /** How lines of our own end; LF where it is not given. */
  readonly lineEnd?: '\n' | '\r\n';
  /** One line for stderr: a fault of ours, or a store that failed. */
  onWarning(message: string): void;
  /** For tests: the link that fails, see `openFaults`. */
  readonly provoke?: string | undefined;
}

/** Reduces `source` into `out`, which is not ended. Resolves when everything is written. */
export async function juice(source: Readable, out: Writable, options: JuiceOptions): Promise<Report> {
  const raw = { bytes: 0 };
  const idle = openIdleTimer(options.isInteractive === true);
  const sight = openSight(options);
  const rest = await peek(source, {
    bytes: PEEK_BYTES,
    minBytes: MIN_BYTES_TO_REDUCE,
    isUrgent: line => isCiCommand(line) || holdsCiCommand(line),
    onUrgent: sight.urge,
    onHead: sight.see,
    ...(options.isInteractive ? { idleMs: IDLE_MS } : {}),
    onChunk(chunk) {
      raw.bytes += chunk.length;
      options.onRaw?.(chunk);
      idle.arm();
    },
  });
  if (sight.kind?.skipReason !== undefined && sight.start.through === 0) {
    await pipeline(rest, out, { end: false });
    options.recorder?.discard();
    return reportOf({ rawBytes: raw.bytes, skipReason: sight.kind.skipReason });
  }
  const line = openRun(options, sight, () => raw.bytes);
  idle.onIdle(line.idle);
  try {
    await pipeline([rest, ...line.chain, out], { end: false });
  } finally {
    idle.stop();
  }
  const { found, skipReason } = sight.kind ?? {};
  return reportOf({ rawBytes: raw.bytes, skipReason, found, ...line.finish() });
}

interface Run {
  readonly chain: NodeJS.ReadWriteStream[];
  /** Gives out what every link holds. */
  idle(): void;
  finish(): { readonly counts: SinkCounts; readonly recovery: Recovery | undefined; readonly notes: readonly string[] };
}

/** Builds the line road for one stream. */
function openRun(options: JuiceOptions, sight: Sight, rawBytes: () => number): Run {
  const faults = openFaults(options.onWarning, options.provoke);
  const notes: string[] = [];
  const links = openStages({ options, sight, faults, note: message => notes.push(message) });
  const { clamping, evidenceSeen } = openClamping(options, sight, faults);
  const store = openFooter(options, rawBytes);
  const sink = createSink({
    footer: store.footer,
    lineEnd: options.lineEnd ?? '\n',
    onHole: range => options.onWarning(`internal fault: lines ${range.from}-${range.to} are not in the output`),
  });
  const stored = options.recorder === undefined ? [] : [storeFirst(options.recorder)];
  const lines = createLines({ isCrText: sight.kind?.isCrText === true });
  return {
    chain: [...stored, lines.transform, ...links.map(({ transform }) => transform), clamping.transform, sink.transform],
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
      const recovery = store.recovery();
      if (recovery === undefined) options.recorder?.discard();
      if (evidenceSeen() !== sink.counts.evidence && !faults.hasFailed)
        options.onWarning(
          `internal fault: of ${evidenceSeen()} lines of evidence ${sink.counts.evidence} were shown or counted`,
        );
      return { counts: sink.counts, recovery, notes };
    },
  };
}

const canOmit = ({ profile, recorder }: JuiceOptions): boolean => profile === 'full' && recorder !== undefined;

interface StagesOptions {
  readonly options: JuiceOptions;
  readonly sight: Sight;
  readonly faults: Faults;
  note(message: string): void;
}

/** The stages of this run; all of them, where it is not known yet what the run is. */
function openStages({ options, sight, faults, note }: StagesOptions): StageTransform[] {
  const profile = canOmit(options) ? 'full' : 'light';
  const ofKind = ({ found }: Kind): StageContext => {
    const shape = found?.shape ?? 'unknown';
    return { profile, shape, rule: profile === 'full' ? openedBook().compile(found?.rule, shape) : undefined, note };
  };
  let known: StageContext | undefined;
  const contextOf = (): StageContext | undefined => {
    if (known === undefined && sight.kind !== undefined) known = ofKind(sight.kind);
    return known;
  };
  const blank: StageContext = { profile, shape: 'unknown', rule: undefined, note };
  const isOnlyRendered = sight.start.through === Number.POSITIVE_INFINITY;
  return stages
    .filter(stage => {
      if (stage.phase === 'decode') return true;
      const context = contextOf();
      return !isOnlyRendered && (context === undefined || runsIn(stage, context));
    })
    .map(stage => {
      if (stage.phase === 'decode') return stageTransform(stage, contextOf() ?? blank, faults);
      const late = (): StageContext | undefined => {
        const context = contextOf();
        return context !== undefined && runsIn(stage, context) ? context : undefined;
      };
      return stageTransform(stageBelow(stage, sight.start, late), blank, faults);
    });
}

/** The clamp, and how many lines of evidence it has seen. */
function openClamping(options: JuiceOptions, sight: Sight, faults: Faults) {
  let evidenceSeen = 0;
  let exitCode: number | undefined;
  const clamp = clampBelow(sight.start, () =>
    openClamp({
      policy: policyFor(sight.kind?.found?.shape ?? 'unknown', canOmit(options), options.maxChars),
      accept: () => hasAccepted(options),
      exitCode: () => exitCode,
    }),
  );
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
  return { clamping, evidenceSeen: () => evidenceSeen };
}

/** The last line, which says how to get back what is left out; the original is kept only if it is asked for. */
function openFooter({ recorder, command, onWarning }: JuiceOptions, rawBytes: () => number) {
  let recovery: Recovery | undefined;
  return {
    recovery: () => recovery,
    footer(counts: SinkCounts): Mark | undefined {
      recovery = recorder?.keep({ program: programOf(command) });
      if (recovery === undefined) {
        onWarning(`the original could not be kept: ${recorder?.failure?.message ?? 'there is no store'}`);
        return undefined;
      }
      const { token, bytes, isPrefix } = recovery;
      const stored = { token, storedBytes: isPrefix ? bytes : undefined };
      return counts.omittedLines > 0
        ? { kind: 'footer', omitted: counts.omittedLines, total: counts.through, unit: 'lines', ...stored }
        : { kind: 'footer', omitted: counts.omittedBytes, total: rawBytes(), unit: 'bytes', ...stored };
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
