/** What `reduce` and `wrap` make of their flags. */

import { CHARS_PER_TOKEN, hardCharsOf, MIN_HARD_CHARS } from '../clamp/policy.js';
import { hintOf } from '../classify/hint.js';
import { JuiceError } from '../errors.js';
import type { RunOptions } from '../juice/run.js';
import type { Call } from './command.js';
import type { Flags } from './flags.js';
import { warn } from './output-now.js';
import type { RunSetup, Setup } from './setup.js';

/**
 * The hard limit in characters, from `--max-chars` or `--budget`, whichever is smaller.
 * @throws {JuiceError} BAD_USE where it is too small to be held.
 */
export function maxCharsOf(flags: Flags): number | undefined {
  const limit = hardCharsOf({ maxChars: flags['max-chars'], budgetTokens: flags.budget });
  if (limit === undefined || limit >= MIN_HARD_CHARS) return limit;
  const [flag, least] =
    limit === hardCharsOf({ budgetTokens: flags.budget })
      ? [`--budget ${flags.budget}`, `--budget ${Math.ceil(MIN_HARD_CHARS / CHARS_PER_TOKEN)}`]
      : [`--max-chars ${limit}`, `--max-chars ${MIN_HARD_CHARS}`];
  throw new JuiceError('BAD_USE', `${flag}: the marks that say what is left out need more. Write ${least} or more.`);
}

/**
 * How `reduce` runs; undefined: the bytes are copied.
 * @throws {JuiceError} BAD_USE, see `maxCharsOf`.
 */
export async function reduceOptions(
  { flags, words: [file], environment }: Call,
  setup: Setup,
  { profile, tuning, recorder }: RunSetup,
): Promise<RunOptions | undefined> {
  if (profile === 'off') return undefined;
  return {
    ...tuning,
    book: await setup.book(),
    profile,
    command: flags.command,
    hint: hintOf({ ...flags, file }, '--kind'),
    query: flags.query,
    exit: async () => ({ code: flags['exit-code'], signal: undefined }),
    maxChars: maxCharsOf(flags),
    recorder: recorder(),
    onWarning: warn,
    provoke: environment.provoke,
  };
}
