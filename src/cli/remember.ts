/** Tells `stats` of what has been done, once its output is out: counts, never content. */
import type { RetrieveFacts, RunFacts } from '../stats/event.js';
import type { Environment } from './env.js';
import { sinceStartMs } from './since-start.js';

/** One run, or one retrieval. */
export type Done =
  | ({ readonly kind: 'run' } & Omit<RunFacts, 'timeMs' | 'ms'> & Partial<Pick<RunFacts, 'ms'>>)
  | ({ readonly kind: 'retrieve' } & Omit<RetrieveFacts, 'timeMs'>);

/**
 * Remembers it, unless that is switched off, or the bytes were only copied. Never fails: what was asked for is done by now.
 * @param isWanted the setting `record_stats`.
 */
export async function remember(done: Done, { eventsFolder, recordStats }: Environment, isWanted = true): Promise<void> {
  if (!recordStats || !isWanted || (done.kind === 'run' && done.profile === 'off')) return;
  try {
    const [{ record }, { retrieveEventOf, runEventOf }] = await Promise.all([
      import('../stats/record.js'),
      import('../stats/event.js'),
    ]);
    const timeMs = Date.now();
    const event =
      done.kind === 'run' ? runEventOf({ ms: sinceStartMs(), ...done, timeMs }) : retrieveEventOf({ ...done, timeMs });
    if (event !== undefined) record(eventsFolder, event);
  } catch (error) {
    void error; // `doctor` looks for what is wrong
  }
}
