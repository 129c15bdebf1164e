/** The clamp as a Node Transform, with the promise that a fault inside it loses nothing. */
import type { Transform } from 'node:stream';
import through2 from 'through2';
import type { Faults } from '../errors.js';
import type { Line } from '../line.js';
import type { Clamp } from './clamp.js';
import type { Item } from './item.js';

export interface ClampTransformOptions {
  readonly faults: Faults;
  /** Sees each line before it is judged. */
  onLine(line: Line): void;
  /** Waited for before the end is decided: the exit code comes last. */
  beforeEnd(): Promise<void>;
}

export interface ClampTransform {
  readonly transform: Transform;
  /** Gives out what is in hand, for a person who waits at a terminal. */
  idle(): void;
}

/** Batches of lines in, arrays of items out. After a fault, what was in hand and all that comes goes out as it is. */
export function clampTransform(clamp: Clamp, options: ClampTransformOptions): ClampTransform {
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
    return held.includes(batch[0] as Line) ? held : [...held, ...batch];
  };
  const transform = through2.obj(
    { highWaterMark: 1 },
    function (this: Transform, batch: readonly Line[], _encoding, done) {
      for (const line of batch) options.onLine(line);
      const items = run(batch, () => clamp.push(batch));
      done(null, items.length > 0 ? items : undefined);
    },
    function (this: Transform, done) {
      options.beforeEnd().then(
        () => {
          const items = run([], () => clamp.end());
          if (items.length > 0) this.push(items);
          done();
        },
        error => done(error as Error),
      );
    },
  ) as unknown as Transform;
  return {
    transform,
    idle() {
      const items = run([], () => clamp.idle());
      if (items.length > 0) transform.push(items);
    },
  };
}
