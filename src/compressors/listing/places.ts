/** Tables whose columns begin at the same place in each row, as of docker, kubectl and npm: cells may be empty, and hold blanks. */
import { type Cells, type Column, type Layout, render } from './layout.js';

/** More columns are one: the rest. */
const MAX_COLUMNS = 20;
/** Of fewer the form itself costs what it saves. */
const MIN_ROWS = 8;
const MIN_COLUMNS = 2;
/** Places that are looked at: what stands further right is a part of the last column. */
const MAX_PLACES = 400;
/** So many lines may be no rows: titles, legends, totals. */
const OTHERS_SHARE = 0.3;
/** A line with more characters where nearly all others have none is no row. */
const MAX_ODD_CHARS = 6;
/** So many rows may not fit their columns. */
const ODD_SHARE = 0.1;
/** So many rows must have a word right behind a gap of one blank, or right before it, or it is one between two words. */
const BEGUN_SHARE = 0.9;

/** What nobody has called a table has so many columns, in so many of its lines. */
const MIN_CLEAR_COLUMNS = 4;
const CLEAR_SHARE = 0.9;

/** From where, up to where a column reaches. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Undefined where no places are blank in nearly all of the lines. */
export function layOutByPlaces(lines: readonly string[]): Layout | undefined {
  if (lines.length < MIN_ROWS || lines.some(line => line.includes('\t'))) return undefined;
  const rows = rowsOf(lines);
  const most = Math.floor(rows.length * ODD_SHARE);
  if (rows.length < Math.max(MIN_ROWS, lines.length * (1 - OTHERS_SHARE))) return undefined;
  const spans = spansOf(countsOf(rows), most, rows.length - most);
  if (spans.length < MIN_COLUMNS) return undefined;
  const columns = columnsOf(spans, rows);
  const cells = lines.map(line => cellsOf(line, columns));
  const last = columns.length - 1;
  const laidOut = columns.map((column, at) => ({ ...column, isWordy: at < last && isWordy(cells, at) }));
  return {
    columns: laidOut,
    tail: '',
    between: ' ',
    cells,
    isByCount: false,
  };
}

const isWordy = (cells: readonly (Cells | undefined)[], at: number): boolean =>
  cells.filter(each => each?.[at]?.includes(' ')).length > Math.max(1, cells.length * ODD_SHARE);

/** The same, where nobody has said that the text is a table: many columns, in as good as all lines. */
export function layOutByClearPlaces(lines: readonly string[]): Layout | undefined {
  const layout = layOutByPlaces(lines);
  if (layout === undefined || layout.columns.length < MIN_CLEAR_COLUMNS) return undefined;
  const fitting = layout.cells.filter(each => each !== undefined).length;
  return fitting >= lines.length * CLEAR_SHARE ? { ...layout, isByCount: true } : undefined;
}

/** How many lines have something at each place. */
function countsOf(lines: readonly string[]): readonly number[] {
  const counts: number[] = [];
  for (const line of lines) {
    const length = Math.min(line.length, MAX_PLACES);
    while (counts.length < length) counts.push(0);
    for (let at = 0; at < length; at += 1) if (isWordAt(line, at)) counts[at] = (counts[at] as number) + 1;
  }
  return counts;
}

const isWordAt = (line: string, at: number): boolean => line.charCodeAt(at) > 0x20;

/** The lines that have little where most have nothing. */
function rowsOf(lines: readonly string[]): readonly string[] {
  const most = lines.length * OTHERS_SHARE;
  const counts = countsOf(lines);
  // Behind it stands what is left of the longest ones in the last column.
  const end = counts.findLastIndex(count => count > most);
  return lines.filter(line => {
    let odd = 0;
    for (let at = 0; at < line.length && at < end && odd <= MAX_ODD_CHARS; at += 1)
      if (isWordAt(line, at) && (counts[at] as number) <= most) odd += 1;
    return odd <= MAX_ODD_CHARS && line !== '';
  });
}

function spansOf(counts: readonly number[], most: number, rows: number): readonly Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < counts.length; at += 1) {
    if ((counts[at] as number) <= most) continue;
    const from = at;
    while (at < counts.length && (counts[at] as number) > most) at += 1;
    const last = spans.at(-1);
    const isWord = last !== undefined && from - last.to === 1 && !isGap(counts, last.to, rows);
    if (last !== undefined && (isWord || spans.length === MAX_COLUMNS)) spans[spans.length - 1] = { ...last, to: at };
    else spans.push({ from, to: at });
  }
  return spans;
}

/** One blank that parts columns: on one of its sides nearly all rows have a word. */
const isGap = (counts: readonly number[], at: number, rows: number): boolean =>
  Math.max(counts[at - 1] as number, counts[at + 1] as number) >= rows * BEGUN_SHARE;

/** A column takes the blanks up to the next one: where a cell is longer than most, they are fewer. */
function columnsOf(spans: readonly Span[], rows: readonly string[]): readonly Column[] {
  const aligns = spans.map(span => alignOf(span, rows));
  let end = 0;
  return spans.map((span, at): Column => {
    const next = spans[at + 1];
    const isLeft = aligns[at] === '<';
    const from = isLeft || at === 0 ? span.from : end + 1;
    const before = ' '.repeat(from - end);
    end = isLeft && next !== undefined && aligns[at + 1] === '<' ? next.from - 1 : span.to;
    return isLeft && next === undefined
      ? { before, align: '', width: 0 }
      : { before, align: isLeft ? '<' : '>', width: end - from };
  });
}

function alignOf({ from, to }: Span, rows: readonly string[]): '<' | '>' {
  const begun = rows.filter(row => isWordAt(row, from)).length;
  const ended = rows.filter(row => isWordAt(row, to - 1)).length;
  return begun >= ended ? '<' : '>';
}

function cellsOf(line: string, columns: readonly Column[]): Cells | undefined {
  let from = 0;
  const cells = columns.map(({ before, align, width }) => {
    const start = from + before.length;
    from = start + width;
    return align === '' ? line.slice(start) : line.slice(start, from).trim();
  });
  // Words two blanks apart are those of two columns.
  if (cells.slice(0, -1).some(cell => cell.includes('  '))) return undefined;
  return render(cells, columns) === line ? cells : undefined;
}
