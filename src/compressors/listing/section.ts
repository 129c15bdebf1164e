/** Runs of lines that are rows of a table, in the smallest of the layouts that they have. */
import type { Shape } from '../../line.js';
import { estimateTokens } from '../../tokens/estimate.js';
import { hasBar, layOutByBars } from './bars.js';
import { isHit } from './folders.js';
import { type Breadth, plansFor } from './forms.js';
import { type Layout, layOutByBlanks, layOutByCount, layOutWhole } from './layout.js';
import { looksListed } from './listed.js';
import { HITS_SHARE, pathColumnOf } from './path-column.js';
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

/** The lines, smaller; undefined where that does not pay. */
export function encodeSection(lines: readonly string[], shape: Shape): readonly string[] | undefined {
  if (lines.length < MIN_ROWS) return undefined;
  const best = encodeInWays(lines, waysFor(lines, shape));
  // What nothing but the count of words shows comes last.
  if (best !== undefined || lines.some(hasBar)) return best;
  if (shape !== 'enumeration' && !looksListed(lines, shape, undefined)) return undefined;
  return encodeInWays(lines, waysOf(layOutByCount));
}

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
  return layoutsFor(lines, shape).flatMap(waysOf);
}

const waysOf = (layOut: Way['layOut']): readonly Way[] =>
  [true, false].flatMap(isByFolder => BREADTHS.map((breadth): Way => ({ layOut, breadth, isByFolder })));

function layoutsFor(lines: readonly string[], shape: Shape): readonly Way['layOut'][] {
  const isListing = shape === 'enumeration';
  if (isListing && !lines.some(hasBar)) return BY_BLANKS;
  const bars = layOutByBars(lines);
  if (!isListing && !looksListed(lines, shape, bars)) return [];
  if (bars === undefined) return BY_BLANKS;
  // A row with bars is looked for with its bars; one bar is a tool's own.
  return bars.columns.length === 2 ? [layOutByBars, ...BY_BLANKS] : [layOutByBars];
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
