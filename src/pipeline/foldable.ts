/** Which lines a fold may join: whole ones that nobody else acts on or reads back, and that are not quoted. */
import type { Line } from '../line.js';
import { CI_COMMAND } from '../text/ci.js';
import { isOwnMark, parseTailMark } from '../text/marker.js';

/** False for a piece of a line, a line that a CI service acts on, and a line that looks like a mark of ours. */
export const isFoldable = ({ text, end, because, quote }: Line): boolean =>
  end !== '' && quote === undefined && because !== CI_COMMAND && !isOwnMark(text) && parseTailMark(text) === undefined;
