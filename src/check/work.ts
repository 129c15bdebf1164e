/** One check at work: how far it has come in RAW, and what OUT has shown and left out. */
import type { LineRange } from '../line.js';
import type { Dittos } from '../text/ditto.js';
import type { Echoes } from '../text/echo.js';
import type { GroupKind } from '../text/group.js';
import { leadOf } from '../text/lead.js';
import type { Mark } from '../text/marker.js';
import { isTestTotalsLine } from '../text/severity.js';
import type { ShownLines } from '../text/shown-lines.js';
import type { HitsCheck } from './hits.js';
import type { Hunks } from './hunks.js';
import type { LeftOut } from './left-out.js';
import type { Part } from './part.js';
import type { Row, RowCursor } from './rows.js';

/** State of one check. */
export interface Work {
  readonly raw: RowCursor;
  readonly rawPath: string;
  readonly isCrText: boolean;
  readonly lead: RegExp | undefined;
  readonly leftOut: LeftOut;
  readonly hunks: Hunks;
  readonly hits: HitsCheck;
  /** Long rows that were shown. */
  readonly echoes: Echoes;
  /** All rows that stand in OUT, in order. */
  readonly shownLines: ShownLines;
  /** Findings that were shown. */
  readonly dittos: Dittos;
  /** The last rows that were shown, for blocks. */
  recent: Row[];
  lastRaw: number;
  omittedBytes: number;
  shown: number;
  /** The tool's own totals are among the lines shown. */
  hasTotals: boolean;
  isFooterSeen: boolean;
  /** Quoted source is left out without further marks. */
  areQuotesOut: boolean;
  /** The next lines of OUT are another form of raw lines. */
  part: Part | undefined;
  /** The next lines of OUT that are of this group have this before them. */
  folder: { readonly prefix: string; readonly kind: GroupKind; left: number } | undefined;
}

/** How many shown rows a block may refer to. */
const MAX_RECENT = 8;

/** Takes the next row as shown. */
export async function show(work: Work): Promise<Row | undefined> {
  const row = await take(work);
  if (row === undefined) return undefined;
  work.shown += 1;
  work.hasTotals ||= isTestTotalsLine(row.text.slice(leadOf(row.text, work.lead).length));
  work.lastRaw = row.through;
  work.echoes.show(row.text);
  work.recent.push(row);
  if (work.recent.length > MAX_RECENT) work.recent.shift();
  return row;
}

async function take(work: Work): Promise<Row | undefined> {
  const row = await work.raw.take();
  if (row !== undefined) work.hunks.read(row);
  if (row !== undefined) work.hits.read(row);
  return row;
}

/** Takes the rows of a range off RAW as left out. */
export async function skip(work: Work, range: LineRange, what: string, isData = false): Promise<string | undefined> {
  let row = await work.raw.peek();
  if (row?.number !== range.from)
    return `the ${what} says it begins at line ${range.from}, but line ${row?.number ?? 'none'} is next`;
  while (row !== undefined && row.through <= range.to) {
    work.leftOut.add(row, isData);
    work.lastRaw = row.through;
    await take(work);
    row = await work.raw.peek();
  }
  work.recent = [];
  if (work.lastRaw !== range.to)
    return `the ${what} says it ends at line ${range.to}, but RAW has line ${work.lastRaw} there`;
  return undefined;
}

/** Takes the quoted rows off RAW that stand above what a line of OUT says, where they are left out. */
export async function leaveQuotes(work: Work, mark: Mark | undefined): Promise<void> {
  const from = mark === undefined ? undefined : firstOf(mark);
  while (work.areQuotesOut) {
    const row = await work.raw.peek();
    if (row?.isQuote !== true || row.number === from) return;
    work.leftOut.add(row);
    work.lastRaw = row.through;
    work.recent = [];
    await take(work);
  }
}

/** Checks a mark that says whether quoted source stands here: it turns what held so far into its opposite, at this very row. */
export async function checkQuotes(work: Work, { shownFrom }: Mark & { kind: 'quotes' }): Promise<string | undefined> {
  const isOut = shownFrom === undefined;
  if (isOut === work.areQuotesOut) return `quoted source is ${isOut ? 'left out' : 'shown'} here already`;
  const next = await work.raw.peek();
  if (isOut && next?.isQuote !== true) return 'no quoted source is left out below';
  if (!isOut && next?.number !== shownFrom)
    return `quoted source is said to be shown from line ${shownFrom} on, but line ${next?.number ?? 'none'} is next`;
  work.areQuotesOut = isOut;
  return undefined;
}

/** The raw line that a mark begins with, as far as it says. */
const firstOf = (mark: Mark): number | undefined =>
  mark.kind === 'quotes' ? mark.shownFrom : mark.kind === 'gap' || mark.kind === 'recap' ? mark.range.from : undefined;
