/** The largest input that another program manages. */

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import type { Program } from './child.js';

/** Longer than this is not managing it. */
const MAX_MS = 20_000;
/** Below this, halving on says nothing. */
const MIN_MEGABYTES = 0.5;

/**
 * Tries `megabytes`, then half of it, and so on. The program gets the text as its stdin, with no shell between: what is
 * ended after `MAX_MS` must be the program itself.
 * @param write writes an input of that size; gives its path.
 * @returns the file of the first size that ended with 0 in 20 seconds; the others are removed.
 */
export function fits(
  program: Omit<Program, 'input'>,
  write: (megabytes: number) => string,
  megabytes: number,
): string | undefined {
  const [file = '', ...args] = program.argv;
  const rest = { env: program.env, cwd: program.cwd, timeout: MAX_MS, killSignal: 'SIGKILL' } as const;
  for (let size = megabytes; size >= Math.min(MIN_MEGABYTES, megabytes); size = size / 2) {
    const input = write(size);
    const stdin = openSync(input, 'r');
    const { status } = spawnSync(file, args, { stdio: [stdin, 'ignore', 'ignore'], ...rest });
    closeSync(stdin);
    if (status === 0) return input;
    rmSync(input);
  }
  return undefined;
}
