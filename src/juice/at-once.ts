/** A text that a caller holds as a whole: reduced without streams, which cost more than the work. */
import { openWindow } from '../source/window.js';
import type { Reduced } from './reduced.js';
import { type RunOptions, readCommand } from './run.js';
import { headFor, openSight } from './sight.js';
import { masked, reduceSeen } from './whole.js';

/** Beyond this, streams are the smaller part of the work, and hold less. Fewer lines than a document may have. */
const MAX_BYTES = 131_072;

/**
 * Gives what the stream would; undefined where that is another matter: the text is long, begins with lines that nobody may
 * hold back, or the store did not take all of it. Nobody has been warned then, and nothing is kept.
 */
export async function reduceAtOnce(raw: Buffer, options: RunOptions): Promise<Reduced | undefined> {
  if (raw.length > MAX_BYTES) return undefined;
  const bytes = masked(raw, options);
  const window = openWindow(headFor(options));
  window.add(bytes);
  if (window.urgentEnd > 0) return undefined;
  const warnings: string[] = [];
  const asked = { ...options, onWarning: (message: string) => void warnings.push(message) };
  const sight = openSight(asked);
  sight.see({ bytes: window.bytes(), isWhole: window.headEnd === undefined }, await readCommand(options));
  const reduced = await reduceSeen(bytes, asked, sight);
  if (options.recorder?.failure !== undefined) {
    options.recorder.discard();
    return undefined;
  }
  for (const message of warnings) options.onWarning(message);
  return reduced;
}
