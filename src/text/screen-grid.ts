/**
 * What the control codes do to the rows. Rows have no right edge: nothing wraps, because how wide the terminal was is
 * not known.
 */
import type { Line, LineEnd } from '../line.js';
import { draw, isDrawing, PLAIN_CHARSETS } from './screen-charset.js';
import { CursorScreen, LAST_COLUMN, WINDOW_ROWS } from './screen-cursor.js';
import { Row } from './screen-row.js';
import { columnsOf } from './screen-width.js';

/** A row longer than this goes out as a piece when another piece of its raw line comes. */
export const LONG_ROW_COLUMNS = 65_536;

/** Screen, cursor and modes. `pull` gives rows back that have left at the top: the newest of them, at most `count`. */
export class Grid extends CursorScreen {
  /** What was written last, if no code has come since. */
  #lastText = '';

  /** True where a plain line would simply become the next row. */
  get isResting(): boolean {
    return (
      this.x === 0 &&
      this.y === this.rows.length &&
      this.region === undefined &&
      !this.isInserting &&
      !isDrawing(this.charsets)
    );
  }

  /** Characters on all rows. */
  get size(): number {
    let size = 0;
    for (const row of this.rows) size += row.size;
    return size;
  }

  /** Blank rows from the cursor on are as good as none. */
  dropBlankEnd(): void {
    while (this.rows.length > this.y && this.rows[this.rows.length - 1]?.isBlank === true) this.rows.pop();
  }

  /** Puts finished rows above the one of the cursor, which keeps what it has. */
  insertAbove(rows: readonly Row[]): void {
    this.fill(this.y - 1);
    this.rows.splice(this.y, 0, ...rows);
    this.y += rows.length;
    this.top = Math.max(this.top, this.y - this.height + 1);
  }

  put(text: string): void {
    const tab = this.isInserting ? text.indexOf('\t') : -1;
    if (tab < 0) {
      this.#write(text);
      return;
    }
    if (tab > 0) this.#write(text.slice(0, tab));
    this.tab(1);
    if (tab + 1 < text.length) this.put(text.slice(tab + 1));
  }

  #write(text: string): void {
    const shown = isDrawing(this.charsets) ? draw(text) : text;
    this.x = this.#writable().write(this.x, shown, this.isInserting);
    this.#lastText = shown;
  }

  /** Writes a whole line without control codes. */
  putLine(line: Line): void {
    const row = this.rows[this.y];
    const isFresh = this.x === 0 && (row === undefined || row.isBlank) && !isDrawing(this.charsets);
    if (!isFresh) {
      if (line.text !== '') this.put(line.text);
      return;
    }
    const fresh = this.#writable();
    fresh.adopt(line);
    // Nobody asks for the column behind it: a line feed follows, or the next piece, for which a long row is let go.
    if (line.end === '' && line.text.length <= LONG_ROW_COLUMNS) this.x = fresh.columns;
  }

  /** The end of a raw line: the cursor goes to the start of the next row. */
  newline(end: LineEnd): void {
    const row = this.#writable();
    row.isEnded = true;
    row.end = end;
    row.close();
    this.#lastText = '';
    this.x = 0;
    this.index();
  }

  /** Writes the last character again. */
  repeat(count: number): void {
    const character = /[^\t]$/u.exec(this.#lastText)?.[0] ?? '';
    if (character !== '' && columnsOf(character) > 0) this.put(character.repeat(Math.min(count, LAST_COLUMN)));
  }

  /** A code has come: there is nothing to repeat. */
  endText(): void {
    this.#lastText = '';
  }

  reverseIndex(): void {
    if (this.y === this.top + (this.region?.from ?? 1) - 1) this.scrollDown(1);
    else this.moveUp(1);
  }

  eraseLine(mode: number): void {
    const row = this.rows[this.y];
    if (row === undefined || mode > 2) return;
    if (mode === 2) row.clear();
    else if (mode === 1) row.erase(0, this.x + 1);
    else row.erase(this.x);
  }

  /** Erased rows below the cursor are no rows any more. What has scrolled off the screen stays (mode 3 as well). */
  eraseDisplay(mode: number): void {
    this.isRedrawing = true;
    if (mode > 2) return;
    this.eraseLine(mode);
    if (mode === 0) this.rows.length = Math.min(this.rows.length, this.y + 1);
    else this.#clearRows(mode === 1 ? this.y : this.rows.length);
  }

  insertLines(count: number): void {
    this.x = 0;
    if (this.y < this.rows.length) this.#insertRows(this.y, count);
  }

  deleteLines(count: number): void {
    this.x = 0;
    this.isRedrawing = true;
    const removed = this.rows.splice(this.y, Math.min(count, this.height)).length;
    const margin = this.margin();
    if (margin !== undefined && this.rows.length > margin - removed) {
      this.rows.splice(Math.max(this.y, margin + 1 - removed), 0, ...this.#blanks(removed));
    }
  }

  /** Rows that leave the screen at its top are history, not lost. */
  scrollUp(count: number): void {
    const rows = Math.min(count, this.height);
    const margin = this.margin();
    if (margin !== undefined && this.rows.length > margin + 1) this.rows.splice(margin + 1, 0, ...this.#blanks(rows));
    this.top += rows;
    this.y += rows;
    this.dropGap();
  }

  scrollDown(count: number): void {
    this.isRedrawing = true;
    this.reach(this.top);
    this.#insertRows(Math.max(0, this.top + (this.region?.from ?? 1) - 1), count);
  }

  /** Soft reset: modes only. */
  resetModes(): void {
    this.region = undefined;
    this.charsets = PLAIN_CHARSETS;
    this.isInserting = false;
  }

  /** Hard reset: a cleared screen. */
  reset(): void {
    this.resetModes();
    this.eraseDisplay(2);
    this.moveToRow(1);
    this.x = 0;
  }

  #writable(): Row {
    this.fill(this.y);
    const row = this.rows[this.y] ?? new Row(this.line);
    if (row.isBlank) row.number = this.line;
    return row;
  }

  #blanks(count: number): Row[] {
    return Array.from({ length: count }, () => new Row(this.line));
  }

  /** Inserts blank rows. What a scroll region pushes over its lower margin is lost, as on a terminal; so is what leaves any screen. */
  #insertRows(at: number, count: number): void {
    const rows = Math.min(count, this.height);
    this.fill(at - 1);
    this.rows.splice(at, 0, ...this.#blanks(rows));
    const margin = this.margin();
    if (margin !== undefined && margin >= at) this.rows.splice(margin + 1, rows);
    this.rows.length = Math.min(this.rows.length, Math.max(0, this.top) + 2 * WINDOW_ROWS);
  }

  /** Clears the screen's rows above index `end`. */
  #clearRows(end: number): void {
    const pulled = this.reach(this.top);
    for (const row of this.rows.slice(Math.max(0, this.top), end + pulled)) row.clear();
  }
}
