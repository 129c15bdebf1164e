/** `tinyjuice reduce [FILE|-]`: the filter. */
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { JuiceError } from '../../errors.js';
import { juice } from '../../juice.js';
import { openFile } from '../../source/open-input.js';
import { type Call, defineCommand } from '../command.js';
import { EXIT } from '../exit.js';
import { isReaderGone, openOutput, openTee, warn } from '../output.js';
import { profileOf } from '../profile.js';
import { collectText, writeJson, writeTrace } from '../report-text.js';
import { maxCharsOf, recorderOf } from '../run-options.js';

export default defineCommand({
  name: 'reduce',
  usage: '[FILE|-]',
  about: 'Reduces a file, or what comes on stdin, to what an agent needs. Everything left out can be had back.',
  flags: ['raw', 'profile', 'command', 'exit-code', 'max-chars', 'budget', 'store', 'json', 'trace', 'tee'],
  async run(call) {
    const source = openSource(call);
    try {
      await reduce(source, call);
    } catch (error) {
      if (!isReaderGone(error)) throw readError(error, call.words[0]);
    }
    return EXIT.ok;
  },
});

/** @throws {JuiceError} for more than one word, or a terminal as stdin. */
function openSource({ words }: Call): Readable {
  if (words.length > 1)
    throw new JuiceError(
      'BAD_USE',
      `reduce takes one file, not ${words.length}. Write: cat ${words.join(' ')} | tinyjuice reduce -`,
    );
  const path = words[0];
  if (path !== undefined && path !== '-') return openFile(path);
  if (path === undefined && process.stdin.isTTY)
    throw new JuiceError(
      'BAD_USE',
      'there is nothing to reduce: stdin is a terminal. Write: some-command 2>&1 | tinyjuice reduce -',
    );
  return process.stdin;
}

async function reduce(source: Readable, { flags, words, environment }: Call): Promise<void> {
  const profile = profileOf(flags, environment);
  const tee = flags.tee === undefined ? undefined : openTee(flags.tee);
  if (profile === 'off') {
    if (tee !== undefined) source.on('data', (chunk: Buffer) => tee.write(chunk));
    await pipeline(source, openOutput(1), { end: false });
    await tee?.end();
    return;
  }
  const collected = flags.json ? collectText() : undefined;
  const report = await juice(source, collected?.stream ?? openOutput(1), {
    profile,
    command: flags.command,
    exit: async () => ({ code: flags['exit-code'], signal: undefined }),
    maxChars: maxCharsOf(flags),
    recorder: recorderOf(flags, environment, profile),
    ...(tee === undefined ? {} : { onRaw: (chunk: Buffer) => tee.write(chunk) }),
    onWarning: warn,
    provoke: environment.provoke,
  });
  await tee?.end();
  if (collected !== undefined) await writeJson(collected.text(), report, flags.trace === true);
  if (flags.trace) writeTrace(report, words[0] ?? '-');
}

/** A file that fails while it is read. */
function readError(error: unknown, path: string | undefined): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'read') return error;
  return new JuiceError('NO_FILE', `${path ?? 'stdin'}: it cannot be read: ${error.message}.`, { cause: error });
}
