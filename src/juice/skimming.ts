/** Where lines may be passed on by the bundle: in a plain log, of which lines may be left out. */
import { openSkim, type Skim } from '../text/skim.js';
import { canOmit, type RunOptions } from './run.js';
import type { Sight } from './sight.js';

/** What tells the routine lines of this run, once it is known what the run is; undefined where every line is looked at. */
export function skimFor(options: RunOptions, sight: Sight): () => Skim | undefined {
  let skim: Skim | undefined;
  return () => {
    const { kind, start } = sight;
    const isPlainLog = kind?.found?.shape === 'stream' && kind.found.rule === undefined && kind.lead === undefined;
    if (!isPlainLog || kind.isCrText || start.through > 0 || !canOmit(options)) return undefined;
    if (options.maxChars !== undefined || options.onLine !== undefined || options.query !== undefined) return undefined;
    skim ??= openSkim();
    return skim;
  };
}
