/** A wrapper without reduction, for the tests of the child: what comes from the child goes to our own descriptors as it is. */
import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isatty } from 'node:tty';
import { endLike } from '../../src/cli/end-like.js';
import { chooseStderr, terminalInput, terminalOutput, terminalSize } from '../../src/cli/wrap-io.js';
import { errnoOf, JuiceError } from '../../src/errors.js';
import { type ChildRun, startChild } from '../../src/source/child.js';
import { loadPty } from '../../src/source/pty.js';
import { findPerl } from '../../src/source/session-leader.js';
import { readStartState } from '../../src/source/start-state.js';

const { TINYJUICE_STARTED: recorded, RAW_WRAP_PTY_FROM: ptyFrom, RAW_WRAP_PERL: hasPerl, ...env } = process.env;
const start = readStartState({ recorded, underscore: env._, makeFlags: env.MAKEFLAGS });
const say = (message: string) => void writeSync(2, `raw-wrap: ${message}\n`);

/** Waits for a reader who is slow, and fails when there is none. */
function descriptor(fd: number): Writable {
  const write = (chunk: Buffer, done: (error?: Error) => void) => {
    try {
      const rest = chunk.subarray(writeSync(fd, chunk));
      if (rest.length === 0) return done();
      write(rest, done);
    } catch (error) {
      if (errnoOf(error) === 'EAGAIN') setTimeout(() => write(chunk, done), 5);
      else done(error instanceof Error ? error : new Error(String(error)));
    }
  };
  return new Writable({ write: (chunk: Buffer, _encoding, done) => write(chunk, done) });
}

async function copy(run: ChildRun): Promise<void> {
  const copies = run.streams.map(({ from, readable }) =>
    pipeline(readable, descriptor(from === 'stderr' ? 2 : 1)).catch(() => run.abandon(from)),
  );
  await Promise.all(copies);
}

async function main(argv: readonly string[]): Promise<void> {
  const flags = argv.slice(0, argv.indexOf('--'));
  const mode = flags.includes('--pty') || (isatty(1) && !flags.includes('--pipe')) ? 'pty' : 'pipe';
  const forced = flags.includes('--merge') ? 'merge' : flags.includes('--separate') ? 'separate' : undefined;
  const run = await startChild({
    argv: argv.slice(flags.length + 1),
    mode,
    stderr: forced ?? chooseStderr(),
    env,
    ownPaths: process.argv.slice(0, 2).concat(process.execPath),
    start,
    temporaryFolders: [env.TMPDIR ?? '/tmp', '/tmp', '/dev/shm'],
    openPty: mode === 'pty' && ptyFrom !== undefined ? loadPty(ptyFrom) : undefined,
    perl: hasPerl === 'no' ? undefined : findPerl(),
    terminal: { inputFd: terminalInput(), outputFd: terminalOutput(), size: terminalSize },
    say,
  });
  await copy(run);
  const exit = await run.exit;
  await run.close();
  endLike(exit);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof JuiceError)) throw error;
  say(error.message);
  process.exitCode = error.code === 'NO_COMMAND' ? 127 : 126;
});
