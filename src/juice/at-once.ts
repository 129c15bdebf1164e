/** A text that a caller holds as a whole: reduced without streams, which cost more than the work. */
import { openWindow } from '../source/window.js';
import type { Reduced } from './reduced.js';
import type { RunOptions } from './run.js';
import { headFor } from './sight.js';
import { reduceWhole } from './whole.js';

/** Beyond this, streams are the smaller part of the work, and hold less. Fewer lines than a document may have. */
const MAX_BYTES = 131_072;

/**
 * Gives what the stream would; undefined where that is another matter: the text is long, begins with lines that nobody may
 * hold back, or the store did not take all of it. Nobody has been warned then, and nothing is kept.
 */
export async function reduceAtOnce(bytes: Buffer, options: RunOptions): Promise<Reduced | undefined> {
  if (bytes.length > MAX_BYTES) return undefined;
  const window = openWindow(headFor(options));
  window.add(bytes);
  if (window.urgentEnd > 0) return undefined;
  const warnings: string[] = [];
  const asked = { ...options, onWarning: (message: string) => void warnings.push(message) };
  const reduced = await reduceWhole(bytes, asked);
  if (options.recorder?.failure !== undefined) {
    options.recorder.discard();
    return undefined;
  }
  for (const message of warnings) options.onWarning(message);
  return reduced;
}
