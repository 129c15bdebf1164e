/** Sums and medians of some runs and retrievals, in memory that does not grow with their number. */
import type { RetrieveEvent, RunEvent } from './event.js';

/** What adds up. */
const NOTHING = {
  calls: 0,
  rawBytes: 0,
  outBytes: 0,
  rawTokens: 0,
  outTokens: 0,
  /** Calls that gave as many bytes as they got, and their tokens. */
  untouched: 0,
  untouchedTokens: 0,
  lossy: 0,
  /** Calls whose result was longer than their input, in bytes or in tokens, and by how much in all. */
  inflated: 0,
  inflatedTokens: 0,
  inflatedBytes: 0,
  storeBytes: 0,
  /** Calls of whose original something was asked for again. */
  retrievedCalls: 0,
  retrievals: 0,
  retrievedTokens: 0,
};

type Sums = Readonly<typeof NOTHING>;
const NAMES = Object.keys(NOTHING) as readonly (keyof Sums)[];

export interface Totals extends Sums {
  /** Calls where nothing was tried, by why. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Raw less result; below nothing where results were longer. */
  readonly savedTokens: number;
  /** Less what was retrieved. */
  readonly netTokens: number;
  readonly median: Medians;
}

/** Of one call; undefined where there was none. */
export interface Medians {
  readonly rawTokens: number | undefined;
  readonly outTokens: number | undefined;
  /** Tokens of the result, of 100 that came in. */
  readonly leftPercent: number | undefined;
  readonly ms: number | undefined;
}

export interface Tally {
  addRun(run: RunEvent): void;
  addRetrieval(retrieval: RetrieveEvent): void;
  /** Of a run counted here, something was asked for again, for the first time. */
  addRetrievedCall(): void;
  totals(): Totals;
}

export function openTally(): Tally {
  const sums = { ...NOTHING };
  const skipped = new Map<string, number>();
  const medians = openMedians();
  const add = (more: Partial<Sums>): void => {
    for (const name of NAMES) sums[name] += more[name] ?? 0;
  };
  return {
    addRun(run) {
      add(sumsOf(run));
      medians.add(run);
      if (run.skip !== undefined) skipped.set(run.skip, (skipped.get(run.skip) ?? 0) + 1);
    },
    addRetrieval: ({ tokens }) => add({ retrievals: 1, retrievedTokens: tokens }),
    addRetrievedCall: () => add({ retrievedCalls: 1 }),
    totals() {
      const savedTokens = sums.rawTokens - sums.outTokens;
      const netTokens = savedTokens - sums.retrievedTokens;
      return { ...sums, skipped: Object.fromEntries(skipped), savedTokens, netTokens, median: medians.values() };
    },
  };
}

function sumsOf({ rawBytes, outBytes, rawTokens, outTokens, isLossy, storeBytes }: RunEvent): Sums {
  const isUntouched = outBytes === rawBytes;
  return {
    ...NOTHING,
    calls: 1,
    rawBytes,
    outBytes,
    rawTokens,
    outTokens,
    untouched: isUntouched ? 1 : 0,
    untouchedTokens: isUntouched ? rawTokens : 0,
    lossy: isLossy ? 1 : 0,
    inflated: outBytes > rawBytes || outTokens > rawTokens ? 1 : 0,
    inflatedTokens: Math.max(0, outTokens - rawTokens),
    inflatedBytes: Math.max(0, outBytes - rawBytes),
    storeBytes,
  };
}

function openMedians() {
  const [rawTokens, outTokens, leftPercent, ms] = [openMedian(), openMedian(), openMedian(), openMedian()];
  return {
    add(run: RunEvent): void {
      rawTokens.add(run.rawTokens);
      outTokens.add(run.outTokens);
      leftPercent.add(run.rawTokens === 0 ? 100 : (100 * run.outTokens) / run.rawTokens);
      ms.add(run.ms);
    },
    values: (): Medians => ({
      rawTokens: rawTokens.value(),
      outTokens: outTokens.value(),
      leftPercent: leftPercent.value(),
      ms: ms.value(),
    }),
  };
}

/** Values are told apart by three digits: at most 900 for each power of ten are held, however many come. */
function openMedian() {
  const counts = new Map<number, number>();
  let total = 0;
  return {
    add(value: number): void {
      const step = value === 0 ? 1 : 10 ** (Math.floor(Math.log10(value)) - 2);
      const rounded = Math.round(value / step) * step;
      counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
      total += 1;
    },
    /** The lower one of the two in the middle. */
    value(): number | undefined {
      let seen = 0;
      for (const [value, count] of [...counts].sort(([a], [b]) => a - b)) {
        seen += count;
        if (2 * seen >= total) return Number(value.toPrecision(3));
      }
      return undefined;
    },
  };
}
