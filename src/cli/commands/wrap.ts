/** `tinyjuice wrap -- COMMAND`: runs it as without us, reduces its output, ends as it ends. */

import { pipeline } from 'node:stream/promises';
import { isatty } from 'node:tty';
import { JuiceError } from '../../errors.js';
import { juice } from '../../juice.js';
import type { Exit, Profile, Report } from '../../line.js';
import { type ChildRun, type ChildStream, startChild } from '../../source/child.js';
import { loadPty } from '../../source/pty.js';
import { readStartState } from '../../source/start-state.js';
import { type Call, defineCommand } from '../command.js';
import { endLike } from '../end-like.js';
import { isReaderGone, openOutput, openTee, type Tee, warn } from '../output.js';
import { profileOf } from '../profile.js';
import { collectText, writeJson, writeTrace } from '../report-text.js';
import { maxCharsOf, recorderOf } from '../run-options.js';
import { chooseStderr, terminalInput, terminalOutput, terminalSize } from '../wrap-io.js';

export default defineCommand({
  name: 'wrap',
  usage: '-- COMMAND [ARGUMENTS]',
  about: 'Runs a command as without us and reduces what it prints. Ends with its exit code, or of its signal.',
  flags: ['raw', 'profile', 'max-chars', 'budget', 'store', 'json', 'trace', 'tee', 'pty', 'stderr', 'shell'],
  isWrapper: true,
  async run(call) {
    const { environment } = call;
    const start = readStartState({
      recorded: environment.started,
      underscore: environment.all._,
      makeFlags: environment.all.MAKEFLAGS,
    });
    const argv = argvOf(call);
    const profile = profileOf(call.flags, environment);
    const mode = call.flags.pty || isatty(1) ? 'pty' : 'pipe';
    const stderr =
      call.flags.stderr === undefined || call.flags.stderr === 'auto' ? chooseStderr() : toMode(call.flags.stderr);
    const run = await startChild({
      argv,
      mode,
      stderr,
      env: environment.child,
      ownPaths: [...process.argv.slice(0, 2), process.execPath],
      start,
      temporaryFolders: environment.temporaryFolders,
      openPty: mode === 'pty' ? loadPty(import.meta.url) : undefined,
      terminal: { inputFd: terminalInput(), outputFd: terminalOutput(), size: terminalSize },
      say: warn,
    });
    const tee = call.flags.tee === undefined ? undefined : openTee(call.flags.tee);
    await Promise.all(run.streams.map(stream => deliver({ call, run, stream, tee, profile, argv })));
    await tee?.end();
    const exit = await run.exit;
    run.close();
    return endLike(exit);
  },
});

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
  readonly stream: ChildStream;
  readonly tee: Tee | undefined;
  readonly profile: Profile;
  readonly argv: readonly string[];
}

/** Brings one stream of the child to where the user sent it. A reader that has gone ends the child's pipe, as without us. */
async function deliver(delivery: Delivery): Promise<void> {
  const { run, stream } = delivery;
  try {
    await (delivery.profile === 'off' ? copy(delivery) : reduce(delivery, delivery.profile));
  } catch (error) {
    run.abandon(stream.from);
    if (!isReaderGone(error)) throw error;
  }
}

async function copy({ stream, tee }: Delivery): Promise<void> {
  if (tee !== undefined) stream.readable.on('data', (chunk: Buffer) => tee.write(chunk));
  await pipeline(stream.readable, openOutput(stream.from === 'stderr' ? 2 : 1), { end: false });
}

async function reduce({ call, run, stream, tee, argv }: Delivery, profile: Exclude<Profile, 'off'>): Promise<void> {
  const { flags, environment } = call;
  const descriptor = stream.from === 'stderr' ? 2 : 1;
  const collected = flags.json && descriptor === 1 ? collectText() : undefined;
  const report: Report = await juice(stream.readable, collected?.stream ?? openOutput(descriptor), {
    profile,
    command: flags.shell ?? argv.map(quote).join(' '),
    exit: (): Promise<Exit> => run.exit,
    maxChars: maxCharsOf(flags),
    recorder: recorderOf(flags, environment, profile),
    ...(tee === undefined ? {} : { onRaw: (chunk: Buffer) => tee.write(chunk) }),
    isInteractive: isatty(descriptor),
    onWarning: warn,
    provoke: environment.provoke,
  });
  if (collected !== undefined) await writeJson(collected.text(), report, flags.trace === true);
  if (flags.trace) writeTrace(report, stream.from);
}

/** A word as a shell would need it; only for knowing the command, never for running it. */
const quote = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
