/** What the outlet decides on: lines that stay, gaps, and runs. */
import type { Line } from '../line.js';
import { estimateTokens, SURE_SHARE } from '../tokens/estimate.js';
import type { Gap } from './gap.js';

/** A gap that the last line of a run closes; that line is shown in the run's mark. */
export interface Run {
  readonly inner: Gap;
  readonly last: Line;
}

/** What waits in the queue, or is given. */
export type Entry = { readonly line: Line } | { readonly gap: Gap } | { readonly run: Run };

/** The gap in it. */
export const innerOf = (entry: Entry): Gap | undefined =>
  'line' in entry ? undefined : 'gap' in entry ? entry.gap : entry.run.inner;

/** Left out of one line, that many bytes are worth a footer, whatever they are. */
const MANY_BYTES = 4_096;

/** Tokens that a line's short form saves. */
export function shortSaves({ text, short }: Line): number {
  if (short === undefined) return 0;
  if (short.omittedBytes > MANY_BYTES) return Number.POSITIVE_INFINITY;
  return estimateTokens(text) * SURE_SHARE - estimateTokens(short.text);
}
