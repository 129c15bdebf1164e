/** The clamp as a link, with the promise that a fault inside it loses nothing. */
import type { Faults } from '../errors.js';
import { batchOf, type Line, type Link, unbundled } from '../line.js';
import type { Clamp } from './clamp.js';
import type { Item } from './item.js';

export interface ClampLinkOptions {
  readonly faults: Faults;
  /** Sees each line before it is judged. */
  onLine(line: Line): void;
}

/** Batches of lines in, arrays of items out. After a fault, what was in hand and all that comes goes out as it is. */
export function clampLink(clamp: Clamp, options: ClampLinkOptions): Link<readonly Line[], readonly Item[]> {
  const { faults } = options;
  let wasFaulty = false;

  const run = (batch: readonly Line[], work: () => readonly Item[]): readonly Item[] => {
    try {
      if (!faults.hasFailed) {
        faults.provoke('clamp');
        return work();
      }
    } catch (error) {
      faults.fail('clamp', error);
    }
    const held = wasFaulty ? [] : clamp.release();
    wasFaulty = true;
    const rest = unbundled(batch);
    return held.includes(rest[0] as Line) ? held : [...held, ...rest];
  };
  return {
    push(batch) {
      for (const line of batch) options.onLine(line);
      return batchOf(run(batch, () => clamp.push(batch)));
    },
    end: () => batchOf(run([], () => clamp.end())),
    idle: () => batchOf(run([], () => clamp.idle())),
  };
}
