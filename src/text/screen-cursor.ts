/**
 * The cursor and its screen: which rows it can reach, where the screen's top is, what scrolls. The terminal's height is
 * learnt from what the program addresses.
 */
import { type Charsets, PLAIN_CHARSETS } from './screen-charset.js';
import { nextTabStop, Row } from './screen-row.js';

/** How far up a program can reach, and the tallest screen that is believed. */
export const WINDOW_ROWS = 200;

/** A terminal's usual height: where the top of the screen is taken to be until a program shows that it is taller. */
const USUAL_HEIGHT = 24;

/** Moves stop here, as at a right edge; text goes on (`ESC[999C` asks for the edge, whose column is not known). */
export const LAST_COLUMN = 199;

interface Cursor {
  readonly x: number;
  readonly y: number;
  readonly charsets: Charsets;
}

interface Region {
  /** 1-based rows of the screen, both in it. */
  readonly from: number;
  readonly to: number;
}

/** Rows and cursor. `pull` gives rows back that have left at the top: the newest of them, at most `count`. */
export class CursorScreen {
  /** Raw line that is being read. */
  line = 0;
  /** Set when a code shows that the program redraws; whoever reads it resets it. */
  isRedrawing = false;
  isInserting = false;
  charsets = PLAIN_CHARSETS;
  rows: Row[] = [];
  x = 0;
  /** Index into `rows`; may lie behind its end, on a row that nothing has been written on. */
  y = 0;
  /** Index of the screen's first row; negative where that has left `rows`. */
  protected top = 0;
  /** How many rows of the stream stand before `rows`. */
  #above = 0;
  protected height = USUAL_HEIGHT;
  #isHeightKnown = false;
  protected region: Region | undefined;
  #saved: Cursor | undefined;
  readonly #pull: (count: number) => Row[];

  constructor(pull: (count: number) => Row[]) {
    this.#pull = pull;
  }

  get row(): Row | undefined {
    return this.rows[this.y];
  }

  /** Takes the first rows off, because they are out of reach. */
  shift(count: number): Row[] {
    const taken = this.rows.splice(0, count);
    this.#move(-count);
    return taken;
  }

  /** Rows have gone by above the cursor, which is at rest, without being written here. */
  pass(count: number): void {
    this.#move(-count);
    this.y += count;
    this.top = Math.max(this.top, this.y - this.height + 1);
  }

  /** Begins anew below all rows, once these are gone. */
  rest(): void {
    this.x = 0;
    this.y = this.rows.length;
    this.isInserting = false;
  }

  /** Down one row; at the bottom of a scroll region the rows below it (a status line) move down with the screen. */
  index(): void {
    if (this.region !== undefined && this.y === this.top + this.region.to - 1) {
      if (this.rows.length > this.y + 1) this.rows.splice(this.y + 1, 0, new Row(this.line));
      this.top += 1;
    }
    this.y += 1;
    this.top = Math.max(this.top, this.y - this.height + 1);
    this.dropGap();
  }

  moveUp(count: number): void {
    this.isRedrawing = true;
    this.#goTo(this.y - count);
  }

  moveDown(count: number): void {
    this.#goTo(Math.max(this.y, Math.min(this.y + count, this.#bottom())));
  }

  moveToColumn(column: number): void {
    this.x = Math.max(0, Math.min(column, Math.max(LAST_COLUMN, this.x)));
  }

  tab(count: number): void {
    for (let left = Math.min(count, LAST_COLUMN); left > 0; left -= 1) this.moveToColumn(nextTabStop(this.x));
  }

  backTab(count: number): void {
    for (let left = count; left > 0 && this.x > 0; left -= 1) this.x = Math.floor((this.x - 1) / 8) * 8;
  }

  /** To a row of the screen, counted from 1. */
  moveToRow(row: number): void {
    this.isRedrawing = true;
    if (row > this.height && row <= WINDOW_ROWS && !this.#isHeightKnown) this.#setHeight(row);
    this.#goTo(this.top + Math.min(row, this.height) - 1);
  }

  /** A region that ends above the last row of the screen shows how tall the screen is. */
  setRegion(from: number, to: number): void {
    const isWhole = to === 0 || to === this.height || to >= WINDOW_ROWS || from >= to;
    this.region = undefined;
    if (!isWhole && !(this.#isHeightKnown && to > this.height)) {
      if (!this.#isHeightKnown) this.#setHeight(to + 1);
      this.#isHeightKnown = true;
      this.region = { from: Math.max(1, from), to };
    }
    this.moveToRow(1);
    this.x = 0;
  }

  saveCursor(): void {
    this.isRedrawing = true;
    this.#saved = { x: this.x, y: this.y, charsets: this.charsets };
  }

  /** Without a saved cursor a terminal goes to the top left corner; staying hides nothing. */
  restoreCursor(): void {
    if (this.#saved === undefined) return;
    this.#goTo(this.#saved.y);
    this.x = this.#saved.x;
    this.charsets = this.#saved.charsets;
  }

  /** Rows that nothing has been written on are no output: more of them than a screen holds need not be kept apart. */
  protected dropGap(): void {
    const excess = this.y - this.rows.length - WINDOW_ROWS;
    if (excess <= 0) return;
    this.y -= excess;
    this.top -= excess;
  }

  /** Makes rows up to index `y`. */
  protected fill(y: number): void {
    while (this.rows.length <= y) this.rows.push(new Row(this.line));
  }

  #bottom(): number {
    if (this.region !== undefined && this.y < this.top + this.region.to) return this.top + this.region.to - 1;
    return Math.max(this.rows.length - 1, this.top + this.height - 1);
  }

  #goTo(target: number): void {
    if (target < this.y) this.fill(this.y);
    const pulled = this.reach(target);
    this.y = Math.max(0, target + pulled);
    if (this.y < this.top) this.#setHeight(this.rows.length - this.y);
  }

  /** Takes rows back until `index` is one of `rows`, or none is left. Returns by how many all indexes have grown. */
  protected reach(index: number): number {
    if (index >= 0) return 0;
    const pulled = this.#pull(-index);
    this.rows.unshift(...pulled);
    this.#move(pulled.length);
    return pulled.length;
  }

  #move(count: number): void {
    this.y += count;
    this.top += count;
    this.#above -= count;
    if (this.#saved !== undefined) this.#saved = { ...this.#saved, y: this.#saved.y + count };
  }

  #setHeight(rows: number): void {
    this.height = Math.min(rows, WINDOW_ROWS);
    const bottom = Math.max(this.rows.length - 1, this.y);
    this.top = Math.max(-this.#above, bottom - this.height + 1);
  }

  /** Index of the last row of the scroll region. */
  protected margin(): number | undefined {
    return this.region === undefined ? undefined : this.top + this.region.to - 1;
  }
}
