/** Runs of lines that are rows of a table, in the smallest of the layouts that they have. */
import type { Shape } from '../../line.js';
import { isTableRow } from '../../text/columns.js';
import { estimateTokens } from '../../tokens/estimate.js';
import { hasBar, layOutByBars } from './bars.js';
import { isHit } from './folders.js';
import { type Breadth, plansFor } from './forms.js';
import { type Layout, layOutByBlanks, layOutByCount, layOutWhole } from './layout.js';
import { looksListed } from './listed.js';
import { HITS_SHARE, pathColumnOf } from './path-column.js';
import { layOutByClearPlaces, layOutByPlaces } from './places.js';
import { rowOf, writeRows } from './rows.js';

const MIN_ROWS = 4;
/** The layout that is best for so many lines is so for all. */
const MAX_TRIED_LINES = 300;
const MIN_SAVED_SHARE = 0.1;
/** Of what the estimate takes a slash for, what it does not cost. */
const SLASH_TOKENS = 0.6;
const MIN_SAVED_TOKENS = 8;
/** So many of the lines must have the table's layout. */
const FITTING_SHARE = 0.6;
/** So many lines of a text that nobody has called a table must look like rows. */
const TABLE_SHARE = 0.8;

/** The lines, smaller; undefined where that does not pay. */
export function encodeSection(lines: readonly string[], shape: Shape): readonly string[] | undefined {
  if (lines.length < MIN_ROWS) return undefined;
  const best = encodeInWays(lines, waysFor(lines, shape));
  // What nothing but the count of words shows comes last.
  if (best !== undefined || lines.some(hasBar)) return best;
  const isListed = shape === 'enumeration' || looksListed(lines, shape, undefined);
  return encodeInWays(
    lines,
    isListed ? waysOf(layOutByCount) : areTableRows(lines) ? waysOf(layOutByClearPlaces, STEADY) : [],
  );
}

/** What is no table may be the steps of a run, each of them as long. */
const areTableRows = (lines: readonly string[]): boolean =>
  lines.filter(isTableRow).length >= lines.length * TABLE_SHARE;

function encodeInWays(lines: readonly string[], ways: readonly Way[]): readonly string[] | undefined {
  const isTried = lines.length > MAX_TRIED_LINES;
  const tried = bestOf(isTried ? someOf(lines) : lines, ways);
  const best = isTried && tried !== undefined ? bestOf(lines, [tried.way]) : tried;
  if (best === undefined) return undefined;
  const before = tokensOf(lines);
  const saved = before - best.tokens;
  return saved >= MIN_SAVED_TOKENS && saved >= before * MIN_SAVED_SHARE ? best.encoded : undefined;
}

/** From the start, and from the middle. */
function someOf(lines: readonly string[]): readonly string[] {
  const [half, middle] = [MAX_TRIED_LINES / 2, lines.length >> 1];
  return [...lines.slice(0, half), ...lines.slice(middle, middle + half)];
}

const BREADTHS: readonly Breadth[] = ['wide', 'narrow', 'whole'];
/** For lines that nobody has called a listing: several forms, taken in turns, are rather the steps of a run. */
const STEADY: readonly Breadth[] = ['wide', 'whole'];

interface Way {
  layOut(lines: readonly string[]): Layout | undefined;
  readonly breadth: Breadth;
  /** Paths stand below lines that name their folders. */
  readonly isByFolder: boolean;
}

interface Tried {
  readonly way: Way;
  readonly encoded: readonly string[];
  readonly tokens: number;
}

function bestOf(lines: readonly string[], ways: readonly Way[]): Tried | undefined {
  let best: Tried | undefined;
  for (const way of ways) {
    const encoded = encodeBy(lines, way);
    if (encoded === undefined) continue;
    const tokens = tokensOf(encoded);
    if (best === undefined || tokens < best.tokens) best = { way, encoded, tokens };
  }
  return best;
}

const byWords: Way['layOut'] = lines => layOutByBlanks(lines, 1);
const byWideBlanks: Way['layOut'] = lines => layOutByBlanks(lines, 2);

const BY_BLANKS = [byWords, byWideBlanks];

function waysFor(lines: readonly string[], shape: Shape): readonly Way[] {
  if (lines.filter(isHit).length >= lines.length * HITS_SHARE)
    return [{ layOut: layOutWhole, breadth: 'wide', isByFolder: true }];
  const breadths = shape === 'unknown' && !areTableRows(lines) ? STEADY : BREADTHS;
  return layoutsFor(lines, shape).flatMap(layOut => waysOf(layOut, breadths));
}

const waysOf = (layOut: Way['layOut'], breadths: readonly Breadth[] = BREADTHS): readonly Way[] =>
  [true, false].flatMap(isByFolder => breadths.map((breadth): Way => ({ layOut, breadth, isByFolder })));

function layoutsFor(lines: readonly string[], shape: Shape): readonly Way['layOut'][] {
  const isListing = shape === 'enumeration';
  const byBlanks = isListing || areTableRows(lines) ? [...BY_BLANKS, layOutByPlaces] : BY_BLANKS;
  if (isListing && !lines.some(hasBar)) return byBlanks;
  const bars = layOutByBars(lines);
  if (!isListing && !looksListed(lines, shape, bars)) return [];
  if (bars === undefined) return byBlanks;
  // A row with bars is looked for with its bars; one bar is a tool's own.
  return bars.columns.length === 2 ? [layOutByBars, ...byBlanks] : [layOutByBars];
}

function encodeBy(lines: readonly string[], { layOut, breadth, isByFolder }: Way): readonly string[] | undefined {
  const layout = layOut(lines);
  if (layout === undefined) return undefined;
  const { between, cells } = layout;
  const fitting = cells.filter(each => each !== undefined);
  if (fitting.length < Math.max(MIN_ROWS, lines.length * FITTING_SHARE)) return undefined;
  const paths = isByFolder ? pathColumnOf(fitting, layout.columns) : undefined;
  const plans = plansFor(fitting, layout, { paths, breadth });
  const table = { plans, between, areHits: paths?.areHits === true };
  const rows = lines.map((line, at) => rowOf(line, cells[at], table, paths));
  const from = rows.findIndex(({ plan }) => plan !== undefined);
  const through = rows.findLastIndex(({ plan }) => plan !== undefined);
  if (from < 0 || through - from + 1 < MIN_ROWS) return undefined;
  const written = writeRows(rows.slice(from, through + 1), table);
  return [...lines.slice(0, from), ...written, ...lines.slice(through + 1)];
}

/** Estimated. A slash mostly is one token with the word behind it, which the estimate does not know. */
export function tokensOf(lines: readonly string[]): number {
  let slashes = 0;
  for (const line of lines) for (let at = line.indexOf('/'); at >= 0; at = line.indexOf('/', at + 1)) slashes += 1;
  return estimateTokens(lines.join('\n')) - slashes * SLASH_TOKENS;
}
