/** Tables whose columns are parted by bars, as of psql and mysql: `| id  | name    |`. Cells may be empty, and hold blanks. */
import { type Cells, type Column, type Layout, modeOf, render } from './layout.js';

const BARS = ['|', '│'];
/** What parts cells in the rows: such a row reads as it did. */
const BETWEEN = ' | ';
const MAX_BARS = 40;
/** Rows among lines, that have their bars in the same places. */
const ROWS_SHARE = 0.6;

export const hasBar = (line: string): boolean => BARS.some(bar => line.includes(bar));

/** Undefined where most lines have no bars, or each has its own. */
export function layOutByBars(lines: readonly string[]): Layout | undefined {
  for (const bar of BARS) {
    const places = lines.map(line => placesOf(line, bar));
    const usual = modeOf(places.map(each => each.join(' ')));
    if (usual.value === '' || usual.share < ROWS_SHARE) continue;
    const at = usual.value.split(' ').map(Number);
    const rows = lines.filter((_, index) => places[index]?.join(' ') === usual.value);
    return layOut(lines, rows, { bar, at });
  }
  return undefined;
}

function placesOf(line: string, bar: string): readonly number[] {
  const places: number[] = [];
  for (let at = line.indexOf(bar); at >= 0 && places.length < MAX_BARS; at = line.indexOf(bar, at + 1)) places.push(at);
  return places;
}

interface Bars {
  readonly bar: string;
  readonly at: readonly number[];
}

function layOut(lines: readonly string[], rows: readonly string[], { bar, at }: Bars): Layout | undefined {
  const isClosed = rows.every(row => row.endsWith(bar));
  const starts = at[0] === 0 ? at.map(each => each + 1) : [0, ...at.map(each => each + 1)];
  if (isClosed) starts.pop();
  if (starts.length < 2) return undefined;
  const ends = starts.map((_, column) => at[at[0] === 0 ? column + 1 : column]);
  const columns = starts.map((start, column): Column => {
    const before = column === 0 ? (at[0] === 0 ? `${bar} ` : ' ') : ` ${bar} `;
    const end = ends[column];
    const slots = rows.map(row => row.slice(start, end));
    return { before, ...alignOf(slots, end === undefined ? undefined : end - start - 2) };
  });
  const tail = isClosed ? ` ${bar}` : '';
  const cells = lines.map(line => cellsOf(line, { starts, ends, columns, tail }));
  return { columns, tail, between: BETWEEN, cells, isByCount: false };
}

/** @param width undefined: no bar closes the column, and what fills it up may be missing. */
function alignOf(slots: readonly string[], width: number | undefined): Pick<Column, 'align' | 'width'> {
  const isRight = (slot: string): boolean => slot.startsWith('  ') && slot.trim() !== '';
  const right = slots.filter(isRight).length;
  const left = slots.filter(slot => slot.endsWith('  ') && slot.trim() !== '').length;
  if (width !== undefined) return { align: right > left ? '>' : '<', width };
  // The heading of such a column may be filled up behind, and so be longer.
  const usual = modeOf(slots.map(slot => slot.length)).value;
  return right > 0 && left === 0 ? { align: '>', width: usual - 1 } : { align: '', width: 0 };
}

interface Slots {
  readonly starts: readonly number[];
  readonly ends: readonly (number | undefined)[];
  readonly columns: readonly Column[];
  readonly tail: string;
}

function cellsOf(line: string, { starts, ends, columns, tail }: Slots): Cells | undefined {
  const cells = starts.map((start, column) => {
    const slot = line.slice(start, ends[column]);
    // What no bar closes is kept as it is.
    if (ends[column] === undefined && columns[column]?.align === '') return slot.slice(1);
    return slot.trim();
  });
  return render(cells, columns) + tail === line ? cells : undefined;
}
