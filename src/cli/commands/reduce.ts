/** `tinyjuice reduce [FILE|-]`: the filter. */
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isatty } from 'node:tty';
import { JuiceError } from '../../errors.js';
import type { Report } from '../../line.js';
import { openFile, openStdin, statOf } from '../../source/open-input.js';
import { type Call, defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { finishOutput, isReaderGone, openOutput, openTee, type Tee, warn } from '../output.js';
import { profileOf } from '../profile.js';
import { openJson, reportOfCopy, writeTrace } from '../report-text.js';
import { maxCharsOf, recorderOf } from '../run-options.js';

export default defineCommand({
  name: 'reduce',
  usage: '[FILE|-]',
  about: 'Reduces a file, or what comes on stdin, to what an agent needs. Everything left out can be had back.',
  flags: ['raw', 'profile', 'command', 'exit-code', 'max-chars', 'budget', 'store', 'json', 'trace', 'tee'],
  async run(call) {
    refuseOwnInput(call);
    const source = openSource(call);
    try {
      await reduce(source, call);
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
function openSource({ words }: Call): Readable {
  if (words.length > 1)
    throw new JuiceError(
      'BAD_USE',
      `reduce takes one file, not ${words.length}. Write: cat ${words.join(' ')} | tinyjuice reduce -`,
    );
  const path = words[0];
  if (path !== undefined && path !== '-') return openFile(path);
  if (path === undefined && isatty(0))
    throw new JuiceError(
      'BAD_USE',
      'there is nothing to reduce: stdin is a terminal. Write: some-command 2>&1 | tinyjuice reduce -',
    );
  return openStdin(() => process.stdin);
}

async function reduce(source: Readable, call: Call): Promise<void> {
  const { flags, words } = call;
  const tee = flags.tee === undefined ? undefined : openTee(flags.tee);
  const json = flags.json ? openJson() : undefined;
  const out = json?.stream ?? openOutput(1);
  const report = await deliver({ source, out, tee, call });
  await finishOutput(out);
  await tee?.end();
  await json?.finish(report);
  if (flags.trace) writeTrace(report, words[0] ?? '-');
}

interface Delivery {
  readonly source: Readable;
  readonly out: Writable;
  readonly tee: Tee | undefined;
  readonly call: Call;
}

async function deliver({ source, out, tee, call }: Delivery): Promise<Report> {
  const { flags, environment } = call;
  const profile = profileOf(flags, environment);
  if (profile === 'off') {
    let bytes = 0;
    source.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      tee?.write(chunk);
    });
    await pipeline(source, out, { end: false });
    return reportOfCopy(bytes);
  }
  // A copy of bytes must not wait until all of this is loaded.
  const { juice } = await import('../../juice.js');
  return juice(source, out, {
    profile,
    command: flags.command,
    exit: async () => ({ code: flags['exit-code'], signal: undefined }),
    maxChars: maxCharsOf(flags),
    recorder: recorderOf(flags, environment, profile),
    ...(tee === undefined ? {} : { onRaw: (chunk: Buffer) => tee.write(chunk) }),
    onWarning: warn,
    provoke: environment.provoke,
  });
}

/** A file that fails while it is read. */
function readError(error: unknown, path: string | undefined): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'read') return error;
  return new JuiceError('NO_FILE', `${path ?? 'stdin'}: it cannot be read: ${error.message}.`, { cause: error });
}
