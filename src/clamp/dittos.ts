/** Findings that say what another one in the same file says: the place above stands for it. Lossless: that one is shown whole. */
import type { Faults } from '../errors.js';
import { type Line, type Link, wholeOf } from '../line.js';
import { joinDittos, openDittos } from '../text/ditto.js';
import { formatMark } from '../text/marker.js';
import { estimateTokens, SURE_SHARE } from '../tokens/estimate.js';
import { foldLink } from './fold-link.js';
import { type Item, isMarkItem, isWholeLine } from './item.js';

/** A fold that saves next to nothing only puzzles. */
const MIN_SAVED_TOKENS = 3;

/** Rows of one line: it is still read at a glance. */
const MAX_JOINED_ROWS = 16;

/**
 * Puts `[as 12:5]` for a message that was said of line 12 above, and neighbours that say the same into one line. Holds
 * these, and the marks of quoted source among them, which show nothing. Comes after the folds of names.
 * @param mayFoldErrors a linter's errors are findings as its warnings are; others stay as they are.
 */
export function foldDittos(
  faults: Faults,
  { mayFoldErrors }: { mayFoldErrors: boolean },
): Link<readonly Item[], readonly Item[]> {
  const dittos = openDittos();
  let held: Item[] = [];
  let rows: Line[] = [];

  const canJoin = (row: Line): boolean =>
    rows.length > 0 &&
    rows.length < MAX_JOINED_ROWS &&
    rows[0]?.end === row.end &&
    joinDittos([...rows, row].map(({ text }) => text)) !== undefined;
  const dittoOf = (line: Line): Line | undefined => {
    const whole = line.short?.text ?? wholeOf(line);
    const short = dittos.shorten(whole);
    const mayFold = mayFoldErrors || line.evidence !== 'error';
    if (short === undefined || !mayFold || line.lead !== '' || !isWholeLine(line)) return undefined;
    const row = { ...line, text: short };
    const cost = estimateTokens(canJoin(row) ? placeOf(row) : short);
    return estimateTokens(whole) * SURE_SHARE - cost >= MIN_SAVED_TOKENS ? row : undefined;
  };
  const settle = (out: Item[]): void => {
    const last = rows[rows.length - 1];
    for (const item of held) out.push(isMarkItem(item) || item === last ? item : withoutMessage(item));
    held = [];
    rows = [];
  };
  const hold = (row: Line, out: Item[]): void => {
    if (!canJoin(row)) settle(out);
    rows.push(row);
    held.push(row);
  };
  return foldLink('dittos', faults, {
    take(item, out) {
      if (isMarkItem(item) && item.mark.kind === 'quiet') {
        if (held.length > 0) held.push(item);
        else out.push(item);
        return;
      }
      const row = isMarkItem(item) ? undefined : dittoOf(item);
      if (row !== undefined) {
        hold(row, out);
        return;
      }
      settle(out);
      if (isMarkItem(item)) dittos.pass(formatMark(item.mark));
      out.push(item);
    },
    finish: settle,
    held: () => held,
  });
}

/** All of the row but what is said at its end. */
const placeOf = ({ text }: Line): string => text.slice(0, text.lastIndexOf('['));

/** The next row stands behind it, and the last one says what it is of. */
const withoutMessage = (row: Line): Line => ({ ...row, text: placeOf(row), end: '' });
