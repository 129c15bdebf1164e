/** Ends this process as the command ended, so that a shell sees no difference. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Exit } from '../line.js';

/** Signals whose default action writes a core file. */
const WITH_CORE: readonly NodeJS.Signals[] = [
  'SIGQUIT',
  'SIGILL',
  'SIGTRAP',
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGSEGV',
  'SIGXCPU',
  'SIGXFSZ',
  'SIGSYS',
];

/**
 * Exit with the same code, or die of the same signal. Does not return.
 * Call it last: output is flushed, the terminal restored, no listener needed any more.
 */
export function endLike(exit: Exit): never {
  if (exit.signal !== undefined) dieOf(exit.signal);
  process.exit(exit.signal === undefined ? (exit.code ?? 0) : 128 + constants.signals[exit.signal]);
}

/** Returns only where the signal does not kill us: as process 1 of a container, or where it was blocked. */
function dieOf(signal: NodeJS.Signals): void {
  if (WITH_CORE.includes(signal)) forbidCoreFile();
  if (signal !== 'SIGKILL' && signal !== 'SIGSTOP') {
    // adding and removing a listener leaves the default action behind, also where Node ignores (SIGPIPE) or uses the signal
    process.on(signal, noAction);
    process.removeAllListeners(signal);
  }
  process.kill(process.pid, signal);
  // another thread may take the signal: give it a moment before falling back to the code
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
}

const noAction = () => undefined;

/** The child's core file, if it left one, is the interesting one. `prlimit` is in util-linux; without it ours is written too. */
function forbidCoreFile(): void {
  try {
    const soft = /^Max core file size +(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    if (soft === '0' || soft === undefined) return;
  } catch {
    return; // no /proc, no prlimit
  }
  // 1 instead of 0: it also keeps a crash handler that the system pipes cores to from being started
  spawnSync('prlimit', ['--pid', String(process.pid), '--core=1:'], { stdio: 'ignore' });
}
