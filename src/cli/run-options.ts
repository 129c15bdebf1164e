/** What `reduce` and `wrap` make of their flags. */
import { openRecorder, type Recorder } from '../ccr/recorder.js';
import { MIN_HARD_CHARS } from '../clamp/policy.js';
import { JuiceError } from '../errors.js';
import type { RunOptions } from '../juice/run.js';
import type { Profile } from '../line.js';
import type { Call } from './command.js';
import type { Environment } from './env.js';
import type { Flags } from './flags.js';
import { warn } from './output-now.js';
import { runBook } from './run-book.js';

/** Defaults of the store (DESIGN §7). */
export const STORE = { ttlSecs: 86_400, maxEntries: 4_096, maxBytes: 4_294_967_296 };

/** Characters that a token holds, for a budget given in tokens; on the safe side. */
const CHARS_PER_TOKEN = 3;

/** The recorder of one stream; none for `light` (it leaves nothing out) and for `--no-store`. */
export function recorderOf(flags: Flags, environment: Environment, profile: Profile): Recorder | undefined {
  if (profile !== 'full' || flags.store === false) return undefined;
  return openRecorder({ dir: environment.storeDir, ...STORE, now: Date.now });
}

/**
 * The hard limit in characters, from `--max-chars` or `--budget`, whichever is smaller.
 * @throws {JuiceError} BAD_USE where it is too small to be held.
 */
export function maxCharsOf(flags: Flags): number | undefined {
  const budget = flags.budget === undefined ? undefined : flags.budget * CHARS_PER_TOKEN;
  const limits = [flags['max-chars'], budget].filter(limit => limit !== undefined);
  if (limits.length === 0) return undefined;
  const limit = Math.min(...limits);
  if (limit >= MIN_HARD_CHARS) return limit;
  const [flag, least] =
    limit === budget
      ? [`--budget ${flags.budget}`, `--budget ${Math.ceil(MIN_HARD_CHARS / CHARS_PER_TOKEN)}`]
      : [`--max-chars ${limit}`, `--max-chars ${MIN_HARD_CHARS}`];
  throw new JuiceError('BAD_USE', `${flag}: the marks that say what is left out need more. Write ${least} or more.`);
}

/**
 * How `reduce` runs.
 * @throws {JuiceError} BAD_USE, see `maxCharsOf`.
 */
export async function reduceOptions({ flags, environment }: Call, profile: RunOptions['profile']): Promise<RunOptions> {
  return {
    book: await runBook(environment),
    profile,
    command: flags.command,
    exit: async () => ({ code: flags['exit-code'], signal: undefined }),
    maxChars: maxCharsOf(flags),
    recorder: recorderOf(flags, environment, profile),
    onWarning: warn,
    provoke: environment.provoke,
  };
}
