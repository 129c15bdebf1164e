/** What the line road is made of for one run: its links, and what is known when they have all ended. */
import type { Recorder } from '../ccr/recorder.js';
import { SecretFound } from '../ccr/secrets.js';
import { openClamp } from '../clamp/clamp.js';
import { clampLink } from '../clamp/clamp-link.js';
import { foldDittos } from '../clamp/dittos.js';
import { foldEchoes } from '../clamp/echoes.js';
import { foldFindings } from '../clamp/findings.js';
import { foldFolders } from '../clamp/folders.js';
import { foldHeadings } from '../clamp/headings.js';
import type { Item } from '../clamp/item.js';
import { policyFor } from '../clamp/policy.js';
import type { Classification } from '../classify/classify.js';
import { type ParsedCommand, parseCommand } from '../classify/command.js';
import type { KindHint } from '../classify/hint.js';
import { FORM_SHAPES } from '../compressors/compressor.js';
import { type Faults, openFaults } from '../errors.js';
import { stages } from '../generated/stages.js';
import { type Exit, evidenceCountOf, type Line, type Link, type Profile, type Report, unbundled } from '../line.js';
import { blankContext, type Stage, type StageContext } from '../pipeline/stage.js';
import { type Batch, stageLink } from '../pipeline/stage-link.js';
import type { Book, BookRule } from '../rules/book.js';
import { openSink } from '../sink/sink.js';
import { clampBelow, stageBelow } from './below.js';
import type { FormOf } from './document.js';
import { openFooter } from './footer.js';
import { foldParts } from './parts.js';
import { reportOf } from './report.js';
import { type Kind, openedBook, type Sight } from './sight.js';
import type { Tuning } from './tuning.js';

export interface RunOptions extends Tuning {
  /** The rules; the built-in ones where it is not given. */
  readonly book?: Book | undefined;
  /** `off` is no business of this: copy the bytes. */
  readonly profile: Exclude<Profile, 'off'>;
  /** The command that made the text, if known: as text for a shell, or as its words. */
  readonly command?: string | readonly string[] | undefined;
  /** What the caller says that the text is. */
  readonly hint?: KindHint | undefined;
  /** What the reader looks for: lines that say it stay before others. */
  readonly query?: string | undefined;
  /** How the source ended; asked once all of it has been read. */
  exit?(): Promise<Exit>;
  /** Hard limit in characters of output. */
  readonly maxChars?: number | undefined;
  /** Where the original goes; undefined: it cannot be had back, so nothing is left out. */
  readonly recorder?: Recorder | undefined;
  /** All of the text is there: nobody waits for lines of a log that is still written. */
  readonly isComplete?: boolean;
  /** How lines of our own end; LF where it is not given. */
  readonly lineEnd?: '\n' | '\r\n';
  /** What comes is an original that is given back; asked when the first bytes are there. */
  isGivenBack?(): boolean;
  /** Sees each line as it has been weighed, before it is known whether it stays. */
  onLine?(line: Line): void;
  /** One line for stderr: a fault of ours, or a store that failed. */
  onWarning(message: string): void;
  /** For tests: the link that fails, see `openFaults`. */
  readonly provoke?: string | undefined;
}

/** The links behind the one that splits lines, in order. */
export interface Run {
  readonly stages: readonly Link<Batch, Batch>[];
  readonly clamp: Link<Batch, readonly Item[]>;
  /** To be waited for before the clamp is told of the end: the exit code comes last. */
  beforeClampEnds(): Promise<void>;
  /** Lossless folds of what is kept, in order. */
  readonly folds: readonly Link<readonly Item[], readonly Item[]>[];
  readonly sink: Link<readonly Item[], Buffer>;
  /** All links have ended. */
  finish(): Report;
}

/** The programs that speak in the text, as far as the command tells. */
export const readCommand = async ({ command }: RunOptions): Promise<ParsedCommand | undefined> =>
  command === undefined ? undefined : parseCommand(command);

export interface RunParts {
  /** Bytes read so far. */
  rawBytes(): number;
  /** The smallest form of a part of the text; undefined: no part of this text gets another form. */
  readonly formOf: FormOf | undefined;
}

/** Builds the line road for one run. */
export function openRun(options: RunOptions, sight: Sight, { rawBytes, formOf }: RunParts): Run {
  const faults = openFaults(options.onWarning, options.provoke);
  const notes: string[] = [];
  const note = (message: string): void => void notes.push(message);
  const store = openFooter(options, rawBytes);
  const clamping = openClamping(options, sight, faults);
  const sink = openSink({
    footer: store.footer,
    lineEnd: options.lineEnd ?? '\n',
    onHole: range => options.onWarning(`internal fault: lines ${range.from}-${range.to} are not in the output`),
  });
  return {
    stages: openStages({ options, sight, faults, note }),
    clamp: clamping.link,
    beforeClampEnds: clamping.beforeEnd,
    folds: openFolds({ options, sight, faults, formOf, note }),
    sink,
    finish() {
      const recovery = store.recovery();
      if (recovery === undefined) options.recorder?.discard();
      const seen = clamping.evidenceSeen();
      if (seen !== sink.counts.evidence && !faults.hasFailed)
        options.onWarning(`internal fault: of ${seen} lines of evidence ${sink.counts.evidence} were shown or counted`);
      const { found, skipReason } = sight.kind ?? {};
      return reportOf({ rawBytes: rawBytes(), skipReason, found, counts: sink.counts, recovery, notes });
    },
  };
}

interface FoldsOptions extends StagesOptions {
  readonly formOf: FormOf | undefined;
}

/** What is read on purpose is left as it is, and what is small; so is everything while it is not known what the run is. */
function openFolds({ options, sight, faults, formOf, note }: FoldsOptions): Run['folds'] {
  if (options.hasWholePlaces) return [];
  const found = sight.kind?.found;
  const isRead = found?.shape === 'document' && (found.rule !== undefined || found.kind !== undefined);
  const parts =
    formOf === undefined || found?.kind !== undefined || isOnlyRendered(sight)
      ? []
      : [foldParts(faults, { formOf, note })];
  if (found === undefined || isRead || isOnlyRendered(sight)) return parts;
  // Outside of tests, builds and logs, these are what a search or a listing has in common.
  if (FORM_SHAPES.includes(found.shape) && options.turnedOff?.includes('search')) return parts;
  // Equal rows of data are to be seen as such.
  return [
    ...parts,
    ...(ECHO_SHAPES.includes(found.shape) ? [foldEchoes(faults, { areFrames: found.shape !== 'verdict' })] : []),
    foldFolders(faults, { areRows: found.shape === 'enumeration' }),
    foldHeadings(faults),
    ...(isOfTests(found) ? [] : [foldFindings(faults), foldDittos(faults, { mayFoldErrors: isOfLinter(found) })]),
  ];
}

/** Where something may be said to come again. */
const ECHO_SHAPES = ['verdict', 'stream', 'unknown'];

/** What a test says of a place is looked for as it was printed. */
const isOfTests = ({ rule, others }: Classification<BookRule>): boolean =>
  [rule, ...others].some(each => each?.family === 'test-results');

const isOfLinter = ({ rule }: Classification<BookRule>): boolean => rule === undefined || rule.family === 'lint';

const isOnlyRendered = ({ start }: Sight): boolean => start.through === Number.POSITIVE_INFINITY;

/** Whether lines may be left out. */
export const canOmit = ({ profile, recorder }: RunOptions): boolean => profile === 'full' && recorder !== undefined;

interface StagesOptions {
  readonly options: RunOptions;
  readonly sight: Sight;
  readonly faults: Faults;
  note(message: string): void;
}

/** The stages of this run; all of them, where it is not known yet what the run is. */
function openStages({ options, sight, faults, note }: StagesOptions): Link<Batch, Batch>[] {
  const profile = canOmit(options) ? 'full' : 'light';
  const ofKind = ({ found, lead, lines }: Kind): StageContext => {
    const shape = found?.shape ?? 'unknown';
    const book = options.book ?? openedBook();
    const rules = found?.rule === undefined ? [] : [found.rule, ...found.others];
    const rule = profile === 'full' ? book.compile(rules, shape) : undefined;
    return { profile, shape, kind: found?.kind, rule, lead, head: lines, query: options.query, note };
  };
  let known: StageContext | undefined;
  const contextOf = (): StageContext | undefined => {
    if (known === undefined && sight.kind !== undefined) known = ofKind(sight.kind);
    return known;
  };
  const blank = blankContext(profile, note);
  const runs = (stage: Stage, context: StageContext): boolean =>
    runsIn(stage, context) && !(stage.notExact === true && isReadExactly(sight));
  return stages
    .filter(stage => {
      if (stage.phase === 'decode') return true;
      const context = contextOf();
      return !isOnlyRendered(sight) && (context === undefined || runs(stage, context));
    })
    .map(stage => {
      if (stage.phase === 'decode') return stageLink(stage, contextOf() ?? blank, faults);
      const late = (): StageContext | undefined => {
        const context = contextOf();
        return context !== undefined && runs(stage, context) ? context : undefined;
      };
      return stageLink(stageBelow(stage, sight.start, late), blank, faults);
    });
}

/** A file that may be a log, by its name, is read for what it says. */
const isReadExactly = ({ kind }: Sight): boolean =>
  kind?.found?.isExact === true && kind.found.shape === 'document' && !kind.found.rule?.yields.includes('stream');

const UNKNOWN = { shape: 'unknown', kind: undefined } as const;

/** The clamp, and how many lines of evidence it has seen. */
function openClamping(options: RunOptions, sight: Sight, faults: Faults) {
  let evidenceSeen = 0;
  let exitCode: number | undefined;
  const clamp = clampBelow(sight.start, () =>
    openClamp({
      policy: policyFor(sight.kind?.found ?? UNKNOWN, canOmit(options), {
        hardChars: options.maxChars,
        inlineChars: options.inlineChars,
      }),
      accept: openAccept(options),
      exitCode: () => exitCode,
    }),
  );
  const link = clampLink(clamp, {
    faults,
    onLine(line) {
      evidenceSeen += evidenceCountOf(line);
      if (options.onLine !== undefined) for (const each of unbundled([line])) options.onLine(each);
    },
  });
  return {
    link,
    evidenceSeen: () => evidenceSeen,
    async beforeEnd(): Promise<void> {
      const exit = await options.exit?.();
      exitCode = exit === undefined ? undefined : exit.signal === undefined ? exit.code : 1;
    },
  };
}

const runsIn = (stage: Stage, context: StageContext): boolean =>
  (stage.profiles === undefined || stage.profiles.includes(context.profile)) &&
  (stage.shapes === undefined || stage.shapes.includes(context.shape)) &&
  (stage.kinds === undefined || (context.kind !== undefined && stage.kinds.includes(context.kind))) &&
  !(context.kind !== undefined && stage.notKinds?.includes(context.kind));

/** The program's name alone, for the store's listing: not what stands before it, `TOKEN=… npm test`. */
export function programOf(command: RunOptions['command']): string | undefined {
  const words = typeof command === 'string' ? command.replace(ASSIGNED, '').trim().split(/\s+/) : command;
  const name = words?.[0]?.split('/').pop() ?? '';
  return IS_NAME.test(name) ? name : undefined;
}

const ASSIGNED = /^\s*(?:[A-Za-z_]\w*=(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\`$])*(?:\s+|$))+/;
const IS_NAME = /^[\w.+@-]{1,64}$/;

/** Why nothing is stored any more. */
export function whyNotKept(recorder: Recorder | undefined): string {
  const failure = recorder?.failure;
  if (failure instanceof SecretFound) return failure.message;
  return `the recovery store failed (${failure?.message ?? 'there is none'})`;
}

/** Write-ahead: asks the store, and says once if it has failed, however many ask. */
function openAccept({ recorder, onWarning }: RunOptions): () => boolean {
  let isTold = false;
  return () => {
    if (recorder?.accept()) return true;
    if (!isTold) onWarning(`${whyNotKept(recorder)}: nothing more is left out`);
    isTold = true;
    return false;
  };
}
