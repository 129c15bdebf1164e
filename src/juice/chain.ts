/** The line road as a chain of Transforms, for an input of any length. */
import type { Report } from '../line.js';
import { createLines } from '../pipeline/split.js';
import { linkTransform } from '../pipeline/transform.js';
import { openRun, type RunOptions, type RunParts } from './run.js';
import type { Sight } from './sight.js';
import { skimFor } from './skimming.js';
import { storeFirst } from './store-first.js';

export interface Chain {
  readonly chain: NodeJS.ReadWriteStream[];
  /** Gives out what every link holds. */
  idle(): void;
  finish(): Report;
}

/** Its links, in order: to be piped into one another. */
export function openChain(options: RunOptions, sight: Sight, parts: RunParts): Chain {
  const run = openRun(options, sight, parts);
  const stored = options.recorder === undefined ? [] : [storeFirst(options.recorder)];
  const links = [
    createLines({ isCrText: sight.kind?.isCrText === true, skim: skimFor(options, sight) }),
    ...run.stages.map(stage => linkTransform(stage, { takes: 'batches', gives: 'batches' })),
    linkTransform(run.clamp, { takes: 'batches', gives: 'batches', beforeEnd: run.beforeClampEnds }),
    ...run.folds.map(fold => linkTransform(fold, { takes: 'batches', gives: 'batches' })),
    linkTransform(run.sink, { takes: 'batches', gives: 'bytes' }),
  ];
  return {
    chain: [...stored, ...links.map(({ transform }) => transform)],
    idle() {
      const rest = [...links];
      // Each link's output reaches the next one on a later turn of the event loop.
      const next = (): void => {
        rest.shift()?.idle();
        if (rest.length > 0) setImmediate(next);
      };
      next();
    },
    finish: run.finish,
  };
}
