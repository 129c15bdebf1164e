/** Stages that begin below lines which could not wait until it was known what the run is. */
import type { OpenStage, Stage, StageContext } from './stage.js';

/** Where the reduction begins. */
export interface Start {
  /** Lines up to this one are only rendered. Raised at most until the run is known, always before the lines come. */
  through: number;
}

/**
 * The same stage, but lines up to `start` pass it untouched, and it is opened at the first line below.
 * @param contextOf asked then; undefined: the stage has no part in this run, and all lines pass.
 */
export function stageBelow(stage: Stage, start: Start, contextOf: () => StageContext | undefined): Stage {
  return {
    ...stage,
    open() {
      let inner: OpenStage | undefined;
      const begin = (): OpenStage => {
        const context = contextOf();
        return context === undefined ? PASS : stage.open(context);
      };
      return {
        push(batch) {
          const first = inner === undefined ? batch.findIndex(({ through }) => through > start.through) : 0;
          if (first === -1) return batch;
          inner ??= begin();
          return first === 0 ? inner.push(batch) : [...batch.slice(0, first), ...inner.push(batch.slice(first))];
        },
        end: () => inner?.end() ?? [],
        idle: () => inner?.idle?.() ?? [],
      };
    },
  };
}

const PASS: OpenStage = { push: batch => batch, end: () => [] };
