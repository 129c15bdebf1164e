/** What `reduce` and `wrap` make of their flags. */
import { openRecorder, type Recorder } from '../ccr/recorder.js';
import type { Profile } from '../line.js';
import type { Environment } from './env.js';
import type { Flags } from './flags.js';

/** Defaults of the store (DESIGN §7). */
const STORE = { ttlSecs: 86_400, maxEntries: 4_096, maxBytes: 4_294_967_296 };

/** Characters that a token holds, for a budget given in tokens; on the safe side. */
const CHARS_PER_TOKEN = 3;

/** The recorder of one stream; none for `light` (it leaves nothing out) and for `--no-store`. */
export function recorderOf(flags: Flags, environment: Environment, profile: Profile): Recorder | undefined {
  if (profile !== 'full' || flags.store === false) return undefined;
  return openRecorder({ dir: environment.storeDir, ...STORE, now: Date.now });
}

/** The hard limit in characters, from `--max-chars` or `--budget`, whichever is smaller. */
export function maxCharsOf(flags: Flags): number | undefined {
  const budget = flags.budget === undefined ? undefined : flags.budget * CHARS_PER_TOKEN;
  const limits = [flags['max-chars'], budget].filter(limit => limit !== undefined);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}
