/** A clamp that begins below lines which could not wait until it was known what the run is. */
import type { Clamp } from './clamp.js';

/** Lines up to this one go out as they are. Raised at most until the run is known, always before the lines come. */
interface Start {
  readonly through: number;
}

/** @param open asked at the first line below `start`. */
export function clampBelow(start: Start, open: () => Clamp): Clamp {
  let inner: Clamp | undefined;
  return {
    push(batch) {
      const first = inner === undefined ? batch.findIndex(({ through }) => through > start.through) : 0;
      if (first === -1) return batch;
      inner ??= open();
      return first === 0 ? inner.push(batch) : [...batch.slice(0, first), ...inner.push(batch.slice(first))];
    },
    end: () => inner?.end() ?? [],
    idle: () => inner?.idle() ?? [],
    release: () => inner?.release() ?? [],
  };
}
