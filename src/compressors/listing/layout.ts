/** How the rows of a table are laid out: which columns, where the blanks are that part them. */
import { padTo } from './form.js';

export interface Column {
  /** What stands between the column before, filled up, and this one: blanks, a tab. */
  readonly before: string;
  readonly align: '' | '<' | '>';
  readonly width: number;
  /** What stands in it may hold blanks, one at a time. */
  readonly isWordy?: boolean;
}

/** What a row holds in each column. */
export type Cells = readonly string[];

/** Lines as rows of a table. */
export interface Layout {
  /** The last one takes the rest of the line, whatever stands there. */
  readonly columns: readonly Column[];
  /** What stands behind the last column. */
  readonly tail: string;
  /** What parts one cell from the next where the rest is in the form. */
  readonly between: string;
  /** For each line what it has in each column; undefined where it is laid out otherwise. */
  readonly cells: readonly (Cells | undefined)[];
  /** Nothing but its looks shows that a row has columns: plain words may be those of a sentence. */
  readonly isByCount: boolean;
}

/** So many blanks, or a tab, part one column from the next; fewer are a part of what stands in it. */
export type MinBlanks = 1 | 2;

/** More columns are one: the rest. */
const MAX_COLUMNS = 20;
/** So many of the rows must agree on where a column begins or ends; the others are left as they are. */
const ALIGNED_SHARE = 0.7;
const SAME_GAP_SHARE = 0.95;
/** Rows that may have fewer columns than the table: titles, totals. */
const SHORT_SHARE = 0.1;

/** Where the words of a line begin and end. */
interface Words {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const TAB = 0x09;
const isBlank = (code: number): boolean => code === 0x20 || code === TAB;

function wordsOf(text: string, minBlanks: MinBlanks): Words {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length && starts.length < MAX_COLUMNS; ) {
    while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
    if (at === text.length) break;
    starts.push(at);
    while (at < text.length && !endsWord(text, at, minBlanks)) at += 1;
    ends.push(at);
  }
  return { text, starts, ends };
}

function endsWord(text: string, at: number, minBlanks: MinBlanks): boolean {
  const code = text.charCodeAt(at);
  if (minBlanks === 1 || code === TAB || !isBlank(code)) return isBlank(code);
  return at + 1 === text.length || isBlank(text.charCodeAt(at + 1));
}

/** The value that most rows have, and how many. */
export function modeOf<Value>(values: readonly Value[]): { readonly value: Value; readonly share: number } {
  const counts = new Map<Value, number>();
  let value = values[0] as Value;
  let most = 0;
  for (const each of values) {
    const count = (counts.get(each) ?? 0) + 1;
    counts.set(each, count);
    if (count > most) [value, most] = [each, count];
  }
  return { value, share: most / values.length };
}

/** One column, which is all of the line. */
export const layOutWhole = (lines: readonly string[]): Layout => ({
  columns: [{ before: '', align: '', width: 0 }],
  tail: '',
  between: ' ',
  cells: lines.map(line => (line === '' ? undefined : [line])),
  isByCount: false,
});

/** Rows that have as many words as the others. */
const SAME_COUNT_SHARE = 0.75;
const MIN_COUNT = 3;

/** The columns of rows that all have as many words. */
export function layOutByCount(lines: readonly string[]): Layout | undefined {
  const words = lines.map(line => wordsOf(line, 1));
  const count = modeOf(words.map(({ starts }) => starts.length));
  if (count.value < MIN_COUNT || count.share < SAME_COUNT_SHARE) return undefined;
  const rows = words.filter(({ starts }) => starts.length === count.value);
  const columns = columnsOf(rows, count.value);
  if (columns.length < count.value || isSentence(rows)) return undefined;
  return { columns, tail: '', between: ' ', cells: words.map(each => cellsOf(each, columns)), isByCount: true };
}

const PLAIN_WORD = /^\p{L}{2,}$/u;
/** Plain words stand in each row, at the same places. */
function isSentence(rows: readonly Words[]): boolean | undefined {
  const [first] = rows;
  return first?.starts.some((start, at) => {
    const word = first.text.slice(start, first.ends[at]);
    return PLAIN_WORD.test(word) && rows.every(row => row.text.slice(row.starts[at], row.ends[at]) === word);
  });
}

/** The columns that most of the lines have, parted by blanks; undefined where there are none. */
export function layOutByBlanks(lines: readonly string[], minBlanks: MinBlanks): Layout | undefined {
  const words = lines.map(line => wordsOf(line, minBlanks));
  const counts = words.map(({ starts }) => starts.length).sort((one, other) => one - other);
  const most = counts[Math.floor(counts.length * SHORT_SHARE)] ?? 0;
  const rows = words.filter(({ starts }) => starts.length >= most);
  if (most < minBlanks) return undefined;
  const columns = columnsOf(rows, most);
  columns.length = columnsBefore(rows, columns);
  if (columns.length === 0) columns.push({ before: '', align: '', width: 0 });
  const cells = words.map(each => cellsOf(each, columns));
  return { columns, tail: '', between: ' '.repeat(minBlanks), cells, isByCount: false };
}

/** @param most columns that there may be. */
function columnsOf(rows: readonly Words[], most: number): Column[] {
  const columns: Column[] = [];
  for (let at = 0; at < most; at += 1) {
    const column = columnAt(rows, at, columns);
    if (column === undefined) break;
    columns.push(column);
  }
  const last = columns.at(-1);
  if (columns.length < most || last?.align !== '') return columns;
  // What fills up the last column stands at the end of each row.
  const length = modeOf(rows.map(({ text }) => text.length));
  const start = modeOf(rows.map(({ starts }) => starts[most - 1] as number));
  const isFilled = rows.filter(({ text }) => text.endsWith(' ')).length > rows.length / 2;
  if (isFilled && length.share >= SAME_GAP_SHARE && start.share >= ALIGNED_SHARE)
    columns[most - 1] = { ...last, align: '<', width: length.value - start.value };
  return columns;
}

/**
 * How many of the columns are not words of a sentence, whose places shift from row to row. None, where nothing shows that
 * there are columns at all: what all rows have in common is then a part of what each says.
 */
function columnsBefore(rows: readonly Words[], columns: readonly Column[]): number {
  let last = 0;
  for (let at = 1; at < columns.length; at += 1) if (isColumn(rows, columns, at)) last = at;
  if (last === 0) return 0;
  for (let at = last + 1; at < columns.length; at += 1)
    if (modeOf(rows.map(({ starts }) => starts[at] as number)).share < ALIGNED_SHARE) return at;
  return columns.length;
}

/** Filled up, set apart by more than a blank, or behind words that differ and are all as long. */
function isColumn(rows: readonly Words[], columns: readonly Column[], at: number): boolean {
  const column = columns[at] as Column;
  if (column.before !== ' ' || column.align === '>' || columns[at - 1]?.align !== '') return true;
  const before = new Set(rows.map(({ text, starts, ends }) => text.slice(starts[at - 1], ends[at - 1])));
  return before.size > 1 && modeOf(rows.map(({ starts }) => starts[at] as number)).share >= SAME_GAP_SHARE;
}

/** May also fill up the column before. Undefined: from the column before on, the rest of the line is one. */
function columnAt(rows: readonly Words[], at: number, columns: Column[]): Column | undefined {
  const gap = modeOf(rows.map(({ text, starts, ends }) => text.slice(at === 0 ? 0 : ends[at - 1], starts[at])));
  if (gap.share >= SAME_GAP_SHARE) return { before: gap.value, align: '', width: 0 };
  const start = modeOf(rows.map(({ starts }) => starts[at] as number));
  const end = modeOf(rows.map(({ ends }) => ends[at] as number));
  const before = columns[at - 1];
  if (before === undefined) return end.share < ALIGNED_SHARE ? undefined : { before: '', align: '>', width: end.value };
  const last = modeOf(rows.map(({ ends }) => ends[at - 1] as number));
  if (start.share >= ALIGNED_SHARE && start.share >= end.share && before.align === '') {
    const from = modeOf(rows.map(({ starts }) => starts[at - 1] as number)).value;
    columns[at - 1] = { ...before, align: '<', width: start.value - from - 1 };
    return { before: ' ', align: '', width: 0 };
  }
  if (end.share < ALIGNED_SHARE) return undefined;
  if (before.align === '>' || last.share === 1) return { before: ' ', align: '>', width: end.value - last.value - 1 };
  const from = modeOf(rows.map(({ starts }) => starts[at - 1] as number)).value;
  const width = rows.reduce(
    (most, { ends }) => (ends[at] === end.value ? Math.max(most, (ends[at - 1] as number) - from) : most),
    1,
  );
  columns[at - 1] = { ...before, align: '<', width };
  return { before: ' ', align: '>', width: end.value - from - width - 1 };
}

function cellsOf({ text, starts, ends }: Words, columns: readonly Column[]): Cells | undefined {
  const last = columns.length - 1;
  if (starts.length < columns.length) return undefined;
  const isFilled = columns[last]?.align === '<';
  const cells = columns.map((_, at) => text.slice(starts[at], at === last && !isFilled ? undefined : ends[at]));
  if (isFilled) cells[last] = text.slice(starts[last]).trimEnd();
  const [first] = columns;
  if (last === 0) cells[0] = text.slice(first?.align === '>' ? starts[0] : first?.before.length);
  return render(cells, columns) === text ? cells : undefined;
}

/** The line that has these cells, without what stands behind them. */
export const render = (cells: Cells, columns: readonly Column[]): string =>
  columns.map((column, at) => column.before + padTo(cells[at] ?? '', column)).join('');
