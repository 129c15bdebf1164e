/** Links that begin below lines which could not wait until it was known what the run is. */
import type { Clamp } from '../clamp/clamp.js';
import type { Item } from '../clamp/item.js';
import type { Line } from '../line.js';
import type { OpenStage, Stage, StageContext } from '../pipeline/stage.js';

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
      const late = openBelow<Line, OpenStage>(start, () => {
        const context = contextOf();
        return context === undefined ? PASS : stage.open(context);
      });
      return { push: late.push, end: () => late.inner?.end() ?? [], idle: () => late.inner?.idle?.() ?? [] };
    },
  };
}

/** @param open asked at the first line below `start`. */
export function clampBelow(start: Start, open: () => Clamp): Clamp {
  const late = openBelow<Item, Clamp>(start, open);
  return {
    push: late.push,
    end: () => late.inner?.end() ?? [],
    idle: () => late.inner?.idle() ?? [],
    release: () => late.inner?.release() ?? [],
  };
}

const PASS: OpenStage = { push: batch => batch, end: () => [] };

interface Link<Out> {
  push(batch: readonly Line[]): readonly Out[];
}

/** A link that is opened at the first line below `start`; what stands above goes past it. */
function openBelow<Out, Inner extends Link<Out>>(start: Start, open: () => Inner) {
  let inner: Inner | undefined;
  return {
    get inner() {
      return inner;
    },
    push(batch: readonly Line[]): readonly (Line | Out)[] {
      const first = inner === undefined ? batch.findIndex(({ through }) => through > start.through) : 0;
      if (first === -1) return batch;
      inner ??= open();
      return first === 0 ? inner.push(batch) : [...batch.slice(0, first), ...inner.push(batch.slice(first))];
    },
  };
}
