/** Whether a text of which nobody has said what it is is a table or a listing: its rows are then no sentences. */
import type { Shape } from '../../line.js';
import { isTableRow } from '../../text/columns.js';
import type { Layout } from './layout.js';

/** Lines that are looked at. */
const MAX_LINES = 200;
const HEAD_LINES = 8;
const LISTED_SHARE = 0.5;
/** So many of a document's lines must be rows; fewer stand in a text of another kind. */
const ROWS_SHARE = 0.8;
/** So many lines with their bars in the same places are a table. */
const BARRED_SHARE = 0.9;
const MIN_BARRED = 8;

const PERMISSIONS = /^[-dlbcps][-rwxsStT]{9}/;
/** `PID TTY      TIME CMD`. */
const TITLES = /^ *(?:[A-Z%][A-Z0-9%_()/#:-]*(?: +|$)){3}/;
/** `------- --------` or `---+----`, below the titles. */
const RULE = /^[-=+| ]*[-=]{2}[ +|][-=]{2}[-=+| ]*$/;
/** An address, a checksum. */
const HEX_FIRST = /^ *(?:0x)?(?=[0-9a-f]*\d)[0-9a-f]{8,128}[ :]/;
const PATH_FIRST = /^ *\S*[\w.~-]\/\S*(?:[ \t]|$)/;
const PATH_LAST = /(?:^|[ \t])[\w@.~+/-]*[A-Za-z][\w@.~+-]*\/[\w@.~+/-]*$/;
const PATHS: readonly RegExp[] = [PATH_FIRST, PATH_LAST];

/** @param bars how the lines are laid out by bars, where they are. */
export function looksListed(lines: readonly string[], shape: Shape, bars: Layout | undefined): boolean {
  const barred = bars?.cells.filter(cells => cells !== undefined).length ?? 0;
  if (barred >= Math.max(MIN_BARRED, lines.length * BARRED_SHARE)) return true;
  const some = lines.slice(0, MAX_LINES).map(line => line.slice(0, 512));
  const share = (isSo: (line: string) => boolean): number => some.filter(isSo).length / some.length;
  // A path is looked for where it may stand, which costs a tenth.
  const isOf = (pattern: RegExp) => (line: string) =>
    (!PATHS.includes(pattern) || line.includes('/')) && pattern.test(line);
  if (shape === 'document' && share(isTableRow) < ROWS_SHARE)
    return [...PATHS, HEX_FIRST].some(pattern => share(isOf(pattern)) >= ROWS_SHARE);
  if (some.slice(0, HEAD_LINES).some(line => TITLES.test(line) || RULE.test(line))) return true;
  return [PERMISSIONS, ...PATHS, HEX_FIRST].some(pattern => share(isOf(pattern)) >= LISTED_SHARE);
}
