/** The largest input that another program manages. */

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Program } from './child.js';

/** Longer than this is not managing it. */
const MAX_MS = 20_000;
/** Below this, halving on says nothing. */
const MIN_MEGABYTES = 0.5;

/**
 * Tries `megabytes`, then half of it, and so on.
 * @param prepare writes the input and names the program that reads it.
 * @returns the file of the first size that ended with 0 in 20 seconds; the others are removed.
 */
export function fits(
  prepare: (megabytes: number) => { readonly input: string; readonly program: Program },
  megabytes: number,
): string | undefined {
  for (let size = megabytes; size >= Math.min(MIN_MEGABYTES, megabytes); size = size / 2) {
    const { input, program } = prepare(size);
    const [file = '', ...args] = program.argv;
    const { status } = spawnSync(file, args, { stdio: 'ignore', env: program.env, cwd: program.cwd, timeout: MAX_MS });
    if (status === 0) return input;
    rmSync(input);
  }
  return undefined;
}
