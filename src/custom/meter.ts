/** Linear time can be long: how much of it patterns that somebody else wrote may take of a run. */

/** A few seconds, and so much more for each character that is looked at. Honest rules take a tenth of it. */
const FREE_MS = 5_000;
const MS_PER_CHAR = 0.002;

export interface Meter {
  /** True from when too much time was taken: nothing is asked any more. */
  readonly isSpent: boolean;
  /** Does the work and counts its time. */
  run<Result>(text: string, work: () => Result): Result;
}

/** @param onSpent called once. */
export function openMeter(nowMs: () => number, onSpent: () => void): Meter {
  let spentMs = 0;
  let chars = 0;
  let last = '';
  let isSpent = false;
  return {
    get isSpent() {
      return isSpent;
    },
    run(text, work) {
      // many patterns look at one line
      if (text !== last) chars += text.length;
      last = text;
      const start = nowMs();
      try {
        return work();
      } finally {
        spentMs += nowMs() - start;
        if (!isSpent && spentMs > FREE_MS + chars * MS_PER_CHAR) {
          isSpent = true;
          onSpent();
        }
      }
    },
  };
}
