/** `tinyjuice reduce [FILE|-]`: the filter. */
import { closeSync, realpathSync } from 'node:fs';
import { isGiven } from '../../ccr/given.js';
import { JuiceError } from '../../errors.js';
import type { Profile, Report } from '../../line.js';
import { type Input, openFile, openStdin, readAhead, statOf } from '../../source/open-input.js';
import { type Call, defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { isReaderGone, warn, writeNow } from '../output-now.js';
import { remember } from '../remember.js';
import { reduceOptions } from '../run-options.js';
import { askedProfile, openSetup, type RunSetup, runSetup, type Setup } from '../setup.js';

export default defineCommand({
  name: 'reduce',
  usage: '[FILE|-]',
  about: 'Reduces a file, or what comes on stdin, to what an agent needs. Everything left out can be had back.',
  flags: [
    'raw',
    'profile',
    'agent',
    'command',
    'kind',
    'outline',
    'mime',
    'extension',
    'query',
    'exit-code',
    'max-chars',
    'budget',
    'store-as',
    'json',
    'trace',
    'tee',
    'summary',
    'matchers',
  ],
  async run(call) {
    refuseOwnInput(call);
    const input = await openInput(call);
    const { flags, environment } = call;
    try {
      // Who has asked for a copy need not wait until it is known what is set.
      const setup = askedProfile(flags, environment) === 'off' ? undefined : await openSetup(environment);
      const { profile, report } = await reduce(input, call, setup);
      const exit = { code: flags['exit-code'], signal: undefined };
      const done = { kind: 'run', host: 'cli', reports: [report], profile, exit } as const;
      if (flags.summary !== undefined) (await import('../summary.js')).appendSummary(flags.summary, done, warn);
      await remember(done, environment, setup?.loaded.settings.recordStats);
      if (setup?.loaded.settings.ccr.remote && report.recovery)
        await (await import('../share.js')).share(setup, [report], environment);
    } catch (error) {
      if (!isReaderGone(error)) throw readError(error, call.words[0]);
    }
    return EXIT.ok;
  },
});

/** @throws {JuiceError} BAD_USE where `--tee` names the input: opened for writing, it would be gone before it is read. */
function refuseOwnInput({ words, flags }: Call): void {
  if (flags.tee === undefined) return;
  const [tee, input] = [statOf(flags.tee), words[0] === undefined || words[0] === '-' ? statOf(0) : statOf(words[0])];
  if (tee === undefined || input === undefined || !tee.isFile()) return;
  if (tee.dev === input.dev && tee.ino === input.ino)
    throw new JuiceError('BAD_USE', `--tee ${flags.tee}: that is the input, which would be lost. Give another file.`);
}

/** @throws {JuiceError} for more than one word, or a terminal as stdin. */
async function openInput({ words }: Call): Promise<Input> {
  if (words.length > 1)
    throw new JuiceError(
      'BAD_USE',
      `reduce takes one file, not ${words.length}. Write: cat ${words.join(' ')} | tinyjuice reduce -`,
    );
  const path = words[0];
  if (path !== undefined && path !== '-') return openFile(path);
  const stdin = openStdin();
  if (path === undefined && stdin.stats?.isCharacterDevice() && (await import('node:tty')).isatty(0))
    throw new JuiceError(
      'BAD_USE',
      'there is nothing to reduce: stdin is a terminal. Write: some-command 2>&1 | tinyjuice reduce -',
    );
  return stdin;
}

interface Reduction {
  readonly profile: Profile;
  readonly report: Report;
}

/** An input that is small and asks for nothing else takes the short way: loading Node's streams costs more than the work. */
async function reduce(input: Input, call: Call, setup: Setup | undefined): Promise<Reduction> {
  const { flags, environment } = call;
  const run = setup === undefined ? undefined : runSetup(flags, environment, setup);
  const made = setup === undefined || run === undefined ? undefined : await reduceOptions(call, setup, run);
  const recorder = flags['store-as'] === 'reference' ? await referring(input, call, run) : made?.recorder;
  const options = made && {
    ...made,
    recorder,
    isComplete: input.stats?.isFile() === true,
    isGivenBack: () => isGiven(setup?.storeDir ?? '', input.stats, Date.now()),
  };
  const profile = run?.profile ?? 'off';
  const stream = async (ahead?: Buffer): Promise<Reduction> => {
    const { reduceStream } = await import('../reduce-stream.js');
    return { profile, report: await reduceStream({ input, ahead, call, options }) };
  };
  if (options === undefined || flags.json || flags.trace || flags.tee !== undefined) return stream();
  const { headFor } = await import('../../juice/sight.js');
  const ahead = readAhead(input, headFor(options));
  if (!ahead?.isWhole) return stream(ahead?.bytes);
  const { reduceWhole } = await import('../../juice/whole.js');
  const { bytes, report, failure } = await reduceWhole(ahead.bytes, options);
  if (input.descriptor !== 0) closeSync(input.descriptor);
  const rest = writeNow(bytes);
  if (rest.length > 0) await (await import('../output.js')).writeRest(rest);
  if (failure !== undefined) throw failure;
  return { profile, report };
}

/** @throws {JuiceError} BAD_USE where the input is no file that could be found again. */
async function referring({ stats }: Input, { words }: Call, run: RunSetup | undefined) {
  const [path] = words;
  if (path === undefined || path === '-' || !stats?.isFile())
    throw new JuiceError('BAD_USE', '--store reference: it takes a file by its name. Write: tinyjuice reduce FILE');
  if (run?.tuning.redactOutput)
    throw new JuiceError('BAD_USE', '--store reference: redact_output is set, and the file has what that hides.');
  if (run?.store === undefined) return undefined;
  const { openReferenceRecorder } = await import('../../ccr/reference-recorder.js');
  return openReferenceRecorder(run.store, { path: realpathSync(path), stats });
}

/** A file that fails while it is read. */
function readError(error: unknown, path: string | undefined): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'read') return error;
  return new JuiceError('NO_FILE', `${path ?? 'stdin'}: it cannot be read: ${error.message}.`, { cause: error });
}
