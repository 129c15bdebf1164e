/** A document of which less is shown than there is: what that must save, and its original, which is kept first. */
import type { Gaps } from '../ccr/gaps.js';
import type { Recovery } from '../ccr/recorder.js';
import { keepSaying, whyNotStored } from './footer.js';
import type { Reduced } from './reduced.js';
import type { RunOptions } from './run.js';
import type { Sight } from './sight.js';

/** What is smaller by less is not worth its original's way back. */
export const MIN_SAVING = 0.1;
/** Of a token that is no longer than any is: for the decision alone. */
export const SOME_TOKEN = 'tj_0000000000';

export interface DocumentParts {
  readonly bytes: Buffer;
  /** As a terminal would show it. */
  readonly text: string;
  readonly sight: Sight;
  isLate(): boolean;
  /** All of it, where it cannot be kept. */
  whole(): Promise<Reduced>;
}

/** Keeps the original, or warns and gives undefined: then all must be shown. */
export function keepOriginal(bytes: Buffer, options: RunOptions, gaps?: Gaps): Recovery | undefined {
  const { recorder, onWarning } = options;
  recorder?.write(bytes);
  const recovery = keepSaying(options, gaps);
  if (!recovery?.isPrefix) return recovery;
  onWarning(`the original could not be kept: ${whyNotStored(recorder)}`);
  return undefined;
}
