/** What a row need not say because the row above it says the same, and where that pays. */
import { estimateTokens } from '../../tokens/estimate.js';
import { BadForm } from '../compressor.js';
import type { Hole } from './form.js';

/** A shorter cell is said again as cheaply; rows that need not say it again. */
const MIN_DITTO_TOKENS = 4;
const MIN_DITTOS_SHARE = 0.2;

/** As in the row above; before the rest of a time: on the same day. */
export const DITTO = '"';
const DAY = /^\d{4}-\d\d-\d\d(?=[T ])/;

/** A search's hit up to its text: the file, where it is said, the line, and the column. */
const HIT = /^(?:[^\s:]{0,1024}:)?\d{1,9}(?::\d{1,9}[: ]|[:-])(?=.)/;
const textOf = (hit: string): string => hit.slice(HIT.exec(hit)?.[0].length ?? hit.length);

/** What a row says where the one above says `above`. Of a hit in another line or file, it is the text that is the same. */
export function toDitto(part: string, above: string | undefined, { isPath }: Pick<Hole, 'isPath'>): string {
  if (isPath) {
    const text = textOf(part);
    return text.length > 1 && above !== undefined && text === textOf(above)
      ? part.slice(0, part.length - text.length) + DITTO
      : part;
  }
  if (part === above) return DITTO;
  const day = DAY.exec(part)?.[0];
  return day !== undefined && above?.startsWith(day) === true && DAY.test(above)
    ? DITTO + part.slice(day.length)
    : part;
}

/** A part that would be read as one that says less than it does. */
export const looksLikeDitto = (part: string, { isPath }: Pick<Hole, 'isPath'>): boolean =>
  isPath ? textOf(part) === DITTO : part.startsWith(DITTO);

/** @param at line of the body. @throws {BadForm} where the row above says nothing of the kind. */
export function fromDitto(part: string, above: string | undefined, hole: Pick<Hole, 'isPath'>, at: number): string {
  if (!looksLikeDitto(part, hole)) return part;
  const said = hole.isPath ? textOf(above ?? '') : part === DITTO ? above : DAY.exec(above ?? '')?.[0];
  if (said === undefined || (hole.isPath && said === ''))
    throw new BadForm(at, `nothing stands above for ${part.slice(0, 80)}`);
  return hole.isPath ? part.slice(0, -1) + said : said + part.slice(1);
}

/** Many rows say what the one above says, or a time of the same day, and that is long. */
export function areDittos(cells: readonly string[]): boolean {
  let dittos = 0;
  for (let at = 1; at < cells.length; at += 1) {
    const [above, cell] = [cells[at - 1] as string, cells[at] as string];
    const short = toDitto(cell, above, { isPath: false });
    if (short !== cell && estimateTokens(cell) - estimateTokens(short) >= MIN_DITTO_TOKENS - 1) dittos += 1;
  }
  return dittos >= cells.length * MIN_DITTOS_SHARE;
}

/** So much less must be said of hits whose text stands right above: as much as it costs to say what the mark means, and more. */
const MIN_HIT_DITTO_TOKENS = 12;

export function areHitDittos(cells: readonly string[]): boolean {
  let saved = 0;
  for (let at = 1; at < cells.length && saved < MIN_HIT_DITTO_TOKENS; at += 1) {
    const cell = cells[at] as string;
    const short = toDitto(cell, cells[at - 1], { isPath: true });
    if (short !== cell) saved += estimateTokens(cell) - estimateTokens(short);
  }
  return saved >= MIN_HIT_DITTO_TOKENS;
}
