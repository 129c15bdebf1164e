/** Runs of lines that are rows of a table, in the smallest of the layouts that they have. */
import type { Shape } from '../../line.js';
import { isTableRow } from '../../text/columns.js';
import { estimateTokens } from '../../tokens/estimate.js';
import { hasBar, layOutByBars } from './bars.js';
import { isHit } from './folders.js';
import { type Breadth, openPlans, type PathColumn, type Plan } from './forms.js';
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
  const isTable = areTableRows(lines);
  const best = encodeInWays(lines, waysFor(lines, shape, isTable));
  // What nothing but the count of words shows comes last.
  if (best !== undefined || lines.some(hasBar)) return best;
  const isListed = shape === 'enumeration' || looksListed(lines, shape, undefined);
  return encodeInWays(lines, isListed ? waysOf(layOutByCount) : isTable ? waysOf(layOutByClearPlaces, STEADY) : []);
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
  const look: Look = new Map();
  let best: Tried | undefined;
  for (const way of ways) {
    const encoded = encodeBy(lines, way, look);
    if (encoded === undefined) continue;
    const tokens = tokensOf(encoded);
    if (best === undefined || tokens < best.tokens) best = { way, encoded, tokens };
  }
  return best;
}

const byWords: Way['layOut'] = lines => layOutByBlanks(lines, 1);
const byWideBlanks: Way['layOut'] = lines => layOutByBlanks(lines, 2);

const BY_BLANKS = [byWords, byWideBlanks];

function waysFor(lines: readonly string[], shape: Shape, isTable: boolean): readonly Way[] {
  if (lines.filter(isHit).length >= lines.length * HITS_SHARE)
    return [{ layOut: layOutWhole, breadth: 'wide', isByFolder: true }];
  const breadths = shape === 'unknown' && !isTable ? STEADY : BREADTHS;
  return layoutsFor(lines, shape, isTable).flatMap(layOut => waysOf(layOut, breadths));
}

const waysOf = (layOut: Way['layOut'], breadths: readonly Breadth[] = BREADTHS): readonly Way[] =>
  [true, false].flatMap(isByFolder => breadths.map((breadth): Way => ({ layOut, breadth, isByFolder })));

function layoutsFor(lines: readonly string[], shape: Shape, isTable: boolean): readonly Way['layOut'][] {
  const isListing = shape === 'enumeration';
  const byBlanks = isListing || isTable ? [...BY_BLANKS, layOutByPlaces] : BY_BLANKS;
  if (isListing && !lines.some(hasBar)) return byBlanks;
  const bars = layOutByBars(lines);
  if (!isListing && !looksListed(lines, shape, bars)) return [];
  if (bars === undefined) return byBlanks;
  // A row with bars is looked for with its bars; one bar is a tool's own.
  return bars.columns.length === 2 ? [layOutByBars, ...byBlanks] : [layOutByBars];
}

/** A layout that enough of the lines have. */
interface Found {
  readonly layout: Layout;
  /** With paths below their folders, and without. */
  readonly byFolder: Planned;
  readonly plain: Planned;
  /** What its rows have been written by, as text: another way that comes to the same gives the same. */
  readonly written: Set<string>;
}

interface Planned {
  readonly paths: PathColumn | undefined;
  plansFor(breadth: Breadth): readonly Plan[];
}

/** Each layout of the lines is looked for once, however many ways there are to write it. */
type Look = Map<Way['layOut'], Found | undefined>;

function foundIn(look: Look, lines: readonly string[], layOut: Way['layOut']): Found | undefined {
  if (!look.has(layOut)) look.set(layOut, foundBy(lines, layOut));
  return look.get(layOut);
}

function foundBy(lines: readonly string[], layOut: Way['layOut']): Found | undefined {
  const layout = layOut(lines);
  const fitting = layout?.cells.filter(each => each !== undefined) ?? [];
  if (layout === undefined || fitting.length < Math.max(MIN_ROWS, lines.length * FITTING_SHARE)) return undefined;
  const paths = pathColumnOf(fitting, layout.columns);
  const plain = { paths: undefined, plansFor: openPlans(fitting, layout, undefined) };
  const byFolder = paths === undefined ? plain : { paths, plansFor: openPlans(fitting, layout, paths) };
  return { layout, byFolder, plain, written: new Set() };
}

function encodeBy(
  lines: readonly string[],
  { layOut, breadth, isByFolder }: Way,
  look: Look,
): readonly string[] | undefined {
  const found = foundIn(look, lines, layOut);
  if (found === undefined) return undefined;
  const { between, cells } = found.layout;
  const { paths, plansFor } = isByFolder ? found.byFolder : found.plain;
  const plans = plansFor(breadth);
  const by = JSON.stringify({ plans, paths });
  if (found.written.has(by)) return undefined;
  found.written.add(by);
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
  const text = lines.join('\n');
  let slashes = 0;
  for (let at = text.indexOf('/'); at >= 0; at = text.indexOf('/', at + 1)) slashes += 1;
  return estimateTokens(text) - slashes * SLASH_TOKENS;
}
