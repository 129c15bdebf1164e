/** Findings that say what another one in the same file says: the place above stands for it. Lossless: that one is shown whole. */
import type { Faults } from '../errors.js';
import { type Line, type Link, wholeOf } from '../line.js';
import { openDittos } from '../text/ditto.js';
import { formatMark } from '../text/marker.js';
import { estimateTokens, SURE_SHARE } from '../tokens/estimate.js';
import { foldLink } from './fold-link.js';
import { type Item, isMarkItem, isWholeLine } from './item.js';

/** A fold that saves next to nothing only puzzles. */
const MIN_SAVED_TOKENS = 3;

/**
 * Puts `[as 12:5]` for a message that was said of line 12 above. Holds no item. Comes after the folds of names.
 * @param mayFoldErrors a linter's errors are findings as its warnings are; others stay as they are.
 */
export function foldDittos(
  faults: Faults,
  { mayFoldErrors }: { mayFoldErrors: boolean },
): Link<readonly Item[], readonly Item[]> {
  const dittos = openDittos();
  const dittoOf = (line: Line): Line => {
    const whole = line.short?.text ?? wholeOf(line);
    const pays = (short: string): boolean =>
      estimateTokens(whole) * SURE_SHARE - estimateTokens(short) >= MIN_SAVED_TOKENS;
    const short = dittos.shorten(whole);
    const mayFold = mayFoldErrors || line.evidence !== 'error';
    const isFit = short !== undefined && mayFold && line.lead === '' && isWholeLine(line) && pays(short);
    return isFit ? { ...line, text: short } : line;
  };
  return foldLink('dittos', faults, {
    take(item, out) {
      if (isMarkItem(item) && item.mark.kind !== 'quiet') dittos.pass(formatMark(item.mark));
      out.push(isMarkItem(item) ? item : dittoOf(item));
    },
    finish: () => undefined,
    held: () => [],
  });
}
