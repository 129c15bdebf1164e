/** One row of the screen: plain text until something writes into its middle, then cells. */
import { type Line, type LineEnd, makeLine } from '../line.js';
import { columnsOf, isNarrow, joins, widens } from './screen-width.js';

const TAB_COLUMNS = 8;

/** The next tab stop behind a column. */
export const nextTabStop = (column: number): number => column - (column % TAB_COLUMNS) + TAB_COLUMNS;

/** A longer row is edited as cells: each overwriting of a text copies it. */
const MAX_TEXT_COLUMNS = 1024;

/** Codes that would move or blank more cells than this at once do nothing: no terminal has such a row. */
const MAX_EDIT_COLUMNS = 65_536;

/**
 * Cells hold one grapheme each. A wide character is followed by an empty cell, a tab written behind the end of the row
 * by as many as it skips: so a tab stays a tab in the text until something overwrites a part of it.
 */
type Cells = string[];

/** A row of the screen. Columns count from 0; rows have no right edge. */
export class Row {
  /** Raw line that wrote first on this row. */
  number: number;
  /** How the raw line ended that ended this row last. */
  end: LineEnd = '';
  /** False until a line feed leaves the row, and again once it is erased. */
  isEnded = false;
  #text = '';
  #cells: Cells | undefined;
  /** Columns of `#text`; undefined until needed. */
  #columns: number | undefined = 0;
  #source: Line | undefined;
  /** Something on it has been overwritten: blanks at its end may be what wiped it. */
  #isEdited = false;

  constructor(number: number) {
    this.number = number;
  }

  /** A row that was thought finished, taken back because the cursor returns to it. */
  static from(line: Line, isEnded: boolean): Row {
    const row = new Row(line.number);
    row.#text = line.text;
    row.#columns = undefined;
    row.#source = line;
    row.end = line.end;
    row.isEnded = isEnded;
    return row;
  }

  /** Nothing stands on it and no line feed made it a line: not a row of the output. */
  get isBlank(): boolean {
    return !this.isEnded && (this.#cells === undefined ? this.#text === '' : this.#cells.length === 0);
  }

  /** The column behind what stands on it. */
  get columns(): number {
    if (this.#cells !== undefined) return this.#cells.length;
    this.#columns ??= isNarrow(this.#text) ? this.#text.length : writeCells([], 0, this.#text);
    return this.#columns;
  }

  /** Length of what stands on it, for limits. */
  get size(): number {
    return this.#cells?.length ?? this.#text.length;
  }

  /** Takes a whole raw line that needs no work; the line itself comes out again if nothing changes it. */
  adopt(line: Line): void {
    this.#text = line.text;
    this.#columns = undefined;
    this.#source = line;
  }

  /** Writes text without control codes except tabs. Returns the column behind it. */
  write(column: number, text: string, isInserting: boolean): number {
    const isText = this.#cells === undefined && !isInserting && isNarrow(text);
    if (isText && this.#overwrite(column, text)) return column + text.length;
    const cells = this.#open();
    if (isInserting) loosen(cells, column);
    const behind = isInserting && cells.length <= MAX_EDIT_COLUMNS ? cells.splice(column) : undefined;
    const after = writeCells(cells, column, text);
    if (behind !== undefined) cells.push(...behind);
    return after;
  }

  /** Erases the columns `from` to `to`, without `to`; all behind `from` where `to` is not given. */
  erase(from: number, to = Number.POSITIVE_INFINITY): void {
    if (from <= 0 && to >= this.size * TAB_COLUMNS) {
      this.clear();
      return;
    }
    if (this.#cells === undefined && from >= this.columns) return;
    const cells = this.#open();
    if (to >= cells.length) {
      cutCells(cells, from);
      return;
    }
    if (to - from > MAX_EDIT_COLUMNS) return;
    splitAt(cells, from);
    splitAt(cells, to);
    cells.fill(' ', from, to);
  }

  /** Empties the row, which then counts as never written. */
  clear(): void {
    this.#text = '';
    this.#columns = 0;
    this.#cells = undefined;
    this.#source = undefined;
    this.#isEdited = false;
    this.isEnded = false;
  }

  /** Shifts the columns from `column` on to the right. */
  insert(column: number, count: number): void {
    if (this.#cells === undefined && column >= this.columns) return;
    const cells = this.#open();
    if (column >= cells.length || cells.length > MAX_EDIT_COLUMNS) return;
    loosen(cells, column);
    cells.splice(column, 0, ...Array<string>(count).fill(' '));
  }

  /** Removes columns; what is behind them moves left. */
  remove(column: number, count: number): void {
    if (this.#cells === undefined && column >= this.columns) return;
    const cells = this.#open();
    if (cells.length > MAX_EDIT_COLUMNS) return;
    loosen(cells, column);
    splitAt(cells, column + count);
    cells.splice(column, count);
  }

  /**
   * Gives up the cells once the cursor has left: a row at rest is text. Blanks at its end cannot be seen and go, unless
   * the row goes on elsewhere.
   */
  close(blanks: 'dropBlanks' | 'keepBlanks' = 'dropBlanks'): void {
    if (this.#cells === undefined && !this.#isEdited) return;
    const text = this.#cells?.join('') ?? this.#text;
    this.#text = blanks === 'keepBlanks' ? text : dropBlankEnd(text);
    this.#isEdited = false;
    this.#columns = undefined;
    this.#cells = undefined;
  }

  /** The line that this row is; the raw line itself where it shows unchanged. */
  toLine(): Line {
    this.close();
    if (this.#source !== undefined && this.#source.end === this.end) return this.#source;
    return makeLine(this.#text, this.end, this.number);
  }

  /** Writes narrow text without cells: behind the end, or over narrow text. False where that is not so. */
  #overwrite(column: number, text: string): boolean {
    const columns = this.columns;
    if (column < columns) {
      if (columns > MAX_TEXT_COLUMNS || !isNarrow(this.#text)) return false;
      this.#text = this.#text.slice(0, column) + text + this.#text.slice(column + text.length);
      this.#isEdited = true;
    } else if (column === columns) {
      this.#text += text;
    } else {
      return false;
    }
    this.#columns = Math.max(columns, column + text.length);
    this.#source = undefined;
    return true;
  }

  #open(): Cells {
    if (this.#cells === undefined) {
      this.#cells = [];
      writeCells(this.#cells, 0, this.#text);
      this.#source = undefined;
    }
    return this.#cells;
  }
}

/** Not a pattern: that would try every run of blanks in a long row. */
function dropBlankEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0x20) end -= 1;
  return text.slice(0, end);
}

/** Blanks what is left of a wide character or tab that `column` would divide. */
function splitAt(cells: Cells, column: number): void {
  if (cells[column] !== '') return;
  let start = column;
  while (start > 0 && cells[start] === '') start -= 1;
  cells[start] = ' ';
  for (let at = start + 1; cells[at] === ''; at += 1) cells[at] = ' ';
}

/** Makes the cells from `column` on fit to be moved: a tab there becomes the blanks that it was. */
function loosen(cells: Cells, column: number): void {
  splitAt(cells, column);
  for (let at = column; at < cells.length; at += 1) {
    if (cells[at]?.startsWith('\t') !== true) continue;
    cells[at] = ' ';
    for (let next = at + 1; cells[next] === ''; next += 1) cells[next] = ' ';
  }
}

function cutCells(cells: Cells, column: number): void {
  splitAt(cells, column);
  if (cells.length > column) cells.length = column;
}

function writeCells(cells: Cells, column: number, text: string): number {
  let at = column;
  if (!isNarrow(text)) {
    for (const character of text) at = writeCharacter(cells, at, character);
    return at;
  }
  if (text === '') return at;
  openCells(cells, at, text.length);
  for (let index = 0; index < text.length; index += 1) {
    cells[at] = text.charAt(index);
    at += 1;
  }
  return at;
}

/** Makes room for `count` cells at `column`: fills up to there, and blanks wide characters cut by either edge. */
function openCells(cells: Cells, column: number, count: number): void {
  while (cells.length < column) cells.push(' ');
  splitAt(cells, column);
  splitAt(cells, column + count);
}

function writeCharacter(cells: Cells, column: number, character: string): number {
  if (character === '\t') return writeTab(cells, column);
  const columns = columnsOf(character);
  if (column > 0 && character >= '\u0300') {
    const owner = ownerOf(cells, column - 1);
    const before = cells[owner] ?? '';
    if (before !== '' && (columns === 0 || joins(before, character))) {
      cells[owner] = before + character;
      if (owner !== column - 1 || !widens(before, character)) return column;
      openCells(cells, column, 1);
      cells[column] = '';
      return column + 1;
    }
  }
  openCells(cells, column, columns === 2 ? 2 : 1);
  cells[column] = character;
  if (columns < 2) return column + 1;
  cells[column + 1] = '';
  return column + 2;
}

/** A tab only moves; behind the end of the row it stays in the text as what it is. */
function writeTab(cells: Cells, column: number): number {
  const stop = nextTabStop(column);
  if (column < cells.length) return stop;
  openCells(cells, column, 1);
  cells[column] = '\t';
  while (cells.length < stop) cells.push('');
  return stop;
}

function ownerOf(cells: Cells, column: number): number {
  let at = column;
  while (at > 0 && cells[at] === '') at -= 1;
  return at;
}
