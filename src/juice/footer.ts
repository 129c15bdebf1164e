/** The last line of what is reduced, and the original that it names. */
import type { Gaps } from '../ccr/gaps.js';
import type { Recorder, Recovery } from '../ccr/recorder.js';
import type { SinkCounts } from '../sink/sink.js';
import type { Mark } from '../text/marker.js';
import { programOf, type RunOptions } from './run.js';

/**
 * Says how to get back what is left out; the original is kept only if it is asked for. Where it cannot be, after all that was
 * stored and all that was tried, that is said instead.
 */
export function openFooter(options: RunOptions, rawBytes: () => number) {
  let recovery: Recovery | undefined;
  return {
    recovery: () => recovery,
    footer(counts: SinkCounts): Mark {
      recovery = keepSaying(options, gapsOf(counts));
      const stored = { token: recovery?.token, storedBytes: recovery?.isPrefix ? recovery.bytes : undefined };
      return counts.omittedLines > 0
        ? { kind: 'footer', omitted: counts.omittedLines, total: counts.through, unit: 'lines', ...stored }
        : { kind: 'footer', omitted: counts.omittedBytes, total: rawBytes(), unit: 'bytes', ...stored };
    },
  };
}

/** Keeps the original. Says where it is not in its place, and why it could not be kept. */
export function keepSaying({ recorder, command, onWarning }: RunOptions, gaps: Gaps | undefined): Recovery | undefined {
  const recovery = recorder?.keep({ program: programOf(command), gaps });
  if (recovery === undefined) onWarning(`the original could not be kept: ${whyNotStored(recorder)}`);
  else if (recorder?.refuge !== undefined)
    onWarning(`the recovery store takes nothing any more: the original of this run is in ${recorder.refuge}`);
  return recovery;
}

/** In the store's own words. */
export const whyNotStored = (recorder: Recorder | undefined): string =>
  recorder?.failure?.message ?? 'there is no store';

/** Rows of one raw line may be apart in the list, and more may have been left out than it holds. */
function gapsOf({ omitted, omittedLines }: SinkCounts): Gaps {
  const listed = omitted.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return { ranges: omitted, isCut: listed < omittedLines };
}
