/** `tinyjuice wrap -- COMMAND`: runs it as without us, reduces its output, ends as it ends. */
import type { Readable, Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { parseCommand } from '../../classify/command.js';
import { errnoOf, JuiceError } from '../../errors.js';
import type { Exit, Profile, Report } from '../../line.js';
import type { Book } from '../../rules/book.js';
import { type ChildRun, type ChildStream, startChild } from '../../source/child.js';
import { copyBytes } from '../../source/copy-bytes.js';
import { statOf } from '../../source/open-input.js';
import { loadPty } from '../../source/pty.js';
import { findPerl } from '../../source/session-leader.js';
import { readStartState } from '../../source/start-state.js';
import { type Call, defineCommand } from '../command.js';
import { endLike } from '../end-like.js';
import { finishOutput, openOutput, openTee, type Tee } from '../output.js';
import { isReaderGone, outputError, warn } from '../output-now.js';
import { remember } from '../remember.js';
import { openJson, reportOfCopy, writeTrace } from '../report-text.js';
import { maxCharsOf } from '../run-options.js';
import { askedProfile, openSetup, type RunSetup, runSetup, type Setup } from '../setup.js';
import { type Keyboard, reduceInRuns } from '../terminal-runs.js';
import { chooseStderr, terminalInput, terminalOutput, terminalSize } from '../wrap-io.js';
import { limitYoungHeap } from '../young-heap.js';

export default defineCommand({
  name: 'wrap',
  usage: '-- COMMAND [ARGUMENTS]',
  about: 'Runs a command as without us and reduces what it prints. Ends with its exit code, or of its signal.',
  flags: [
    'raw',
    'profile',
    'agent',
    'max-chars',
    'budget',
    'store',
    'json',
    'trace',
    'tee',
    'summary',
    'matchers',
    'pty',
    'stderr',
    'shell',
  ],
  isWrapper: true,
  async run(call) {
    const { environment } = call;
    const start = readStartState({
      recorded: environment.started,
      underscore: environment.all._,
      makeFlags: environment.all.MAKEFLAGS,
    });
    const argv = argvOf(call);
    const maxChars = maxCharsOf(call.flags);
    const asked = askedProfile(call.flags, environment);
    const isCopy = asked === 'off' || (await givesBackOriginal(call.flags.shell ?? argv));
    const mode = call.flags.pty || isatty(1) ? 'pty' : 'pipe';
    const stderr =
      call.flags.stderr === undefined || call.flags.stderr === 'auto' ? chooseStderr() : toMode(call.flags.stderr);
    const keyboard = { isTyped: false };
    const onKeys = (): void => {
      keyboard.isTyped = true;
    };
    const starting = startChild({
      argv,
      mode,
      stderr,
      env: environment.child,
      ownPaths: [...process.argv.slice(0, 2), process.execPath],
      start,
      temporaryFolders: environment.temporaryFolders,
      openPty: mode === 'pty' ? loadPty(import.meta.url) : undefined,
      perl: mode === 'pty' ? findPerl() : undefined,
      terminal: { inputFd: terminalInput(), outputFd: terminalOutput(), size: terminalSize, onKeys },
      say: warn,
    });
    // loaded while the system makes the pipe
    const preparing = isCopy ? undefined : prepare(call);
    const [run, prepared] = await Promise.all([starting, preparing]);
    const tee = call.flags.tee === undefined ? undefined : openTee(call.flags.tee);
    const parts = { call, run, prepared, tee, argv, keyboard, maxChars };
    const delivered = await Promise.allSettled(run.streams.map(stream => deliver({ ...parts, stream })));
    await tee?.end();
    const exit = await run.exit;
    await run.close();
    const reports = reportsOf(delivered, exit);
    // only now a line feed returns the cursor again
    if (call.flags.trace)
      for (const [index, { from }] of run.streams.entries())
        for (const report of reports[index] ?? []) writeTrace(report, from);
    const done = {
      kind: 'run',
      host: 'wrap',
      reports: reports.flat(),
      profile: prepared?.profile ?? 'off',
      exit,
    } as const;
    const { summary } = call.flags;
    if (summary !== undefined) (await import('../summary.js')).appendSummary(summary, done, warn);
    await remember(done, environment, prepared?.recordStats);
    if (prepared?.sharing !== undefined)
      await (await import('../share.js')).share(prepared.sharing, reports.flat(), environment);
    return endLike(exit);
  },
});

/** How the output is reduced. */
interface Prepared extends Pick<RunSetup, 'tuning' | 'recorder'> {
  readonly profile: Exclude<Profile, 'off'>;
  readonly book: Book | undefined;
  readonly recordStats: boolean;
  /** Undefined: what is kept is not shared. */
  readonly sharing: Setup | undefined;
}

/** Undefined: it is copied. */
async function prepare({ flags, environment }: Call): Promise<Prepared | undefined> {
  const setup = await openSetup(environment);
  const run = runSetup(flags, environment, setup);
  const { profile } = run;
  if (profile === 'off') return undefined;
  const [book] = await Promise.all([setup.book(), import('../../juice.js')]);
  const { recordStats, ccr } = setup.loaded.settings;
  return { ...run, profile, book, recordStats, sharing: ccr.remote ? setup : undefined };
}

/**
 * What each stream's delivery reports. An output that failed is told; where the command itself ended well, it is also
 * how we end: nobody may take what has arrived for all of it.
 */
function reportsOf(delivered: readonly PromiseSettledResult<readonly Report[]>[], exit: Exit): (readonly Report[])[] {
  return delivered.map(result => {
    if (result.status === 'fulfilled') return result.value;
    const told = outputError(result.reason);
    if (told === undefined || (exit.code === 0 && exit.signal === undefined)) throw result.reason;
    warn(told);
    return [];
  });
}

const toMode = (flag: string): 'merge' | 'separate' => (flag === 'merge' ? 'merge' : 'separate');

/** The command's words; `-c STRING` is left to the user's shell. */
function argvOf({ words, flags, environment }: Call): readonly string[] {
  if (flags.shell !== undefined) return [environment.shell, '-c', flags.shell, ...words];
  if (words.length === 0)
    throw new JuiceError(
      'BAD_USE',
      'wrap: no command is given. Write: tinyjuice wrap -- npm test (or wrap -c "a && b")',
    );
  return words;
}

interface Delivery {
  readonly call: Call;
  readonly run: ChildRun;
  /** Undefined: the output is copied. */
  readonly prepared: Prepared | undefined;
  readonly stream: ChildStream;
  readonly tee: Tee | undefined;
  readonly keyboard: Keyboard;
  readonly argv: readonly string[];
  readonly maxChars: number | undefined;
}

/**
 * Brings one stream of the child to where the user sent it, and waits until all is written there. A reader that has gone
 * ends the child's pipe, as without us.
 */
async function deliver(delivery: Delivery): Promise<readonly Report[]> {
  const { run, stream, call } = delivery;
  const descriptor = stream.from === 'stderr' ? 2 : 1;
  const json = call.flags.json && descriptor === 1 ? openJson() : undefined;
  const out = json?.stream ?? openOutput(descriptor);
  const isTerminal = json === undefined && isatty(descriptor);
  out.on('error', () => out.destroy()); // told by `finishOutput`, or by the pipeline
  try {
    const reports = await pass(delivery, out, isTerminal);
    await finishOutput(out);
    const last = reports.at(-1);
    if (last !== undefined) await json?.finish(last);
    return reports;
  } catch (error) {
    run.abandon(stream.from);
    const isHungUp = isTerminal && errnoOf(error) === 'EIO';
    if (!isReaderGone(error) && !isHungUp) throw error;
    return [];
  }
}

/** Copies or reduces. More than one report, where a program took the terminal and gave it back. */
async function pass(delivery: Delivery, out: Writable, isTerminal: boolean): Promise<readonly Report[]> {
  const { run, stream, tee, prepared, keyboard } = delivery;
  const limit = limitYoungHeap();
  const onRaw = (chunk: Buffer): void => {
    tee?.write(chunk);
    limit(chunk);
  };
  if (prepared === undefined) return [reportOfCopy(await copyBytes(stream.readable, out, onRaw))];
  const reductionOf = { delivery, prepared, out, isTerminal };
  if (stream.from !== 'pty' || !isTerminal) {
    return [await reduce({ ...reductionOf, lines: stream.readable, exit: () => run.exit, onRaw })];
  }
  const reports: Report[] = [];
  await reduceInRuns(stream.readable, {
    keyboard,
    onRaw,
    out,
    async reduce(lines, isLast) {
      const exit = async (): Promise<Exit> => (isLast() ? run.exit : { code: undefined, signal: undefined });
      reports.push(await reduce({ ...reductionOf, lines, exit }));
    },
  });
  return reports;
}

interface Reduction {
  readonly delivery: Delivery;
  readonly prepared: Prepared;
  readonly lines: Readable;
  readonly out: Writable;
  readonly isTerminal: boolean;
  exit(): Promise<Exit>;
  onRaw?(chunk: Buffer): void;
}

async function reduce({ delivery, prepared, lines, out, isTerminal, exit, onRaw }: Reduction): Promise<Report> {
  const { flags, environment } = delivery.call;
  const lineEnd = isTerminal ? delivery.run.ownLineEnd : '\n';
  const { juice } = await import('../../juice.js');
  return juice(lines, out, {
    ...prepared.tuning,
    // The command's own exit code is all that its caller is to see.
    toon: prepared.tuning.toon && { ...prepared.tuning.toon, isFailOpen: true },
    book: prepared.book,
    profile: prepared.profile,
    command: flags.shell ?? delivery.argv,
    exit,
    maxChars: delivery.maxChars,
    recorder: prepared.recorder(),
    ...(onRaw === undefined ? {} : { onRaw }),
    isInteractive: isTerminal,
    lineEnd,
    onWarning: message => warn(message, isatty(2) ? delivery.run.ownLineEnd : '\n'),
    provoke: environment.provoke,
  });
}

/** Our own `retrieve`: whoever asks for an original must get it. */
async function givesBackOriginal(command: string | readonly string[]): Promise<boolean> {
  // The command waits for this.
  if (!/retrieve/.test(String(command))) return false;
  const { commands } = await parseCommand(command);
  return commands.some(({ program, args }) => {
    const asked = args.indexOf('retrieve');
    return asked === 0 ? program === 'tinyjuice' : isOurs(args[asked - 1]);
  });
}

/** Whether a word is the path of this program, as in `node dist/cli.js retrieve`. */
function isOurs(word: string | undefined): boolean {
  const [file, own] = [word, process.argv[1]].map(path => (path === undefined ? undefined : statOf(path)));
  return file !== undefined && own !== undefined && file.ino === own.ino && file.dev === own.dev;
}
