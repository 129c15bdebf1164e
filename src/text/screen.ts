/**
 * What a person would finally see of a program's output: raw lines go in, the rows of a terminal come out. Text without
 * control codes comes out as it went in.
 */
import { type Bundle, type Line, type LineEnd, makeLine } from '../line.js';
import { CI_COMMAND, holdsCiCommand, isCiCommand } from './ci.js';
import { formatMark } from './marker.js';
import { CONTROL, interpret, type Terminal } from './screen-codes.js';
import { WINDOW_ROWS } from './screen-cursor.js';
import { Grid, LONG_ROW_COLUMNS } from './screen-grid.js';
import { withoutColours } from './screen-plain.js';
import { Row } from './screen-row.js';
import { Scrollback } from './screen-scrollback.js';

/** Stands for the content of an alternate screen (`vim`, `less`), which is gone once the program gives it back. */
export const ALTERNATE_SCREEN_NOTE = formatMark({ kind: 'screen' });

/** How many rows stay in reach of a cursor that has not moved up lately: a first frame of plain lines. */
export const PLAIN_ROWS = 50;

/** Rows whose texts are longer than this together are out of reach, whatever their number. */
const MAX_HELD_CHARS = 1_048_576;

/**
 * The terminal. Push batches, then end.
 *
 * Numbers: the rows' ranges `number..through` rise and leave no raw line out. A row begins at the raw line that wrote
 * it first and reaches to the next row's beginning, so frames that were drawn over are covered by what replaced them.
 * Rows of one raw line (it moved the cursor down) share its number, as pieces of an overlong line do.
 *
 * Held: the last 200 rows while 200 lines have not passed since the stream's start or the last sign of redrawing (cursor
 * moved up or placed, saved or hidden, screen erased); else the last 50; at most 1 Mi characters. This hangs on lines
 * only, never on batches, so the output does not either; a cursor that moves higher stops at the first held row.
 * `idle` gives back everything; what comes after starts below it.
 */
export class Screen implements Terminal {
  readonly #scrollback = new Scrollback();
  readonly #main = new Grid(count => this.#scrollback.takeBack(count));
  #alternate: { readonly grid: Grid; readonly from: number } | undefined;
  /** Beginning of a code that the end of a piece cut off. */
  #carry = '';
  /** The last line was a piece, or the stream's last line. */
  #isOpen = false;
  /** The last line was a piece of a CI command. */
  #isCommandOpen = false;
  /** A plain line would simply become the next row. */
  #isCalm = true;
  /** Rows since then, of which the screen does not know yet. */
  #passed = 0;
  #lastNumber = 0;
  /** How rows end that no line feed has left. */
  #newline: LineEnd = '\n';
  #lastRedraw = 0;

  get grid(): Grid {
    return this.#alternate?.grid ?? this.#main;
  }

  /** Gives the rows that the batch made final: most of the batch, or of the one before it. */
  push(batch: readonly Line[]): readonly Line[] {
    const first = batch[0];
    if (first !== undefined && this.#lastNumber === 0) this.#start(first.number - 1);
    this.#drawAll(batch);
    this.#release();
    return this.#scrollback.takeReleased();
  }

  #drawAll(batch: readonly Line[]): void {
    for (const line of batch) {
      if (line.fold?.bundle !== undefined) {
        this.#passBundle(line, line.fold.bundle);
        continue;
      }
      const isPlain = line.isPlain ?? !CONTROL.test(line.text);
      if (this.#isCommand(line, isPlain)) {
        this.#passCommand(line);
      } else if (this.#isCalm && line.end !== '' && isPlain) {
        this.#pass(line);
      } else {
        this.#release();
        this.#feed(line);
      }
    }
  }

  /** Gives everything that is held, an unfinished row too. The cursor cannot come back to it. */
  idle(): readonly Line[] {
    this.#releaseAll('piece');
    return this.#scrollback.takeReleased();
  }

  /** Gives the rest. A program that never gave the alternate screen back has left its last state there to be seen. */
  end(): readonly Line[] {
    const alternate = this.#alternate;
    if (alternate !== undefined) {
      this.leaveAlternate();
      const rows = alternate.grid.rows.filter(row => !row.isBlank);
      for (const row of rows) row.number = this.#lastNumber;
      this.#main.insertAbove(rows);
    }
    this.#releaseAll('end');
    this.#scrollback.cover(this.#lastNumber);
    this.#scrollback.release(0, 0);
    return this.#scrollback.takeReleased();
  }

  /** A program takes the alternate screen. */
  enterAlternate(): void {
    if (this.#alternate !== undefined) return;
    const grid = new Grid(() => []);
    grid.line = this.#main.line;
    this.#alternate = { grid, from: grid.line };
  }

  /** A program gives the alternate screen back: of what stood there, a note is left. */
  leaveAlternate(): void {
    if (this.#alternate === undefined) return;
    const note = new Row(this.#alternate.from);
    note.adopt(makeLine(ALTERNATE_SCREEN_NOTE, this.#newline, this.#alternate.from));
    note.end = this.#newline;
    note.isEnded = true;
    this.#alternate = undefined;
    this.#main.insertAbove([note]);
  }

  #start(before: number): void {
    this.#scrollback.start(before);
    this.#lastRedraw = before;
  }

  #pass(line: Line): void {
    this.#scrollback.push(line);
    this.#passed += 1;
    this.#lastNumber = line.number;
  }

  /** Plain lines; where the cursor is among them, each of them is drawn. */
  #passBundle(line: Line, bundle: Bundle): void {
    if (!this.#isCalm || this.#isCommandOpen) {
      this.#drawAll(bundle.lines());
      return;
    }
    this.#scrollback.push(line);
    this.#passed += bundle.count;
    this.#lastNumber = line.through;
  }

  #isCommand(line: Line, isPlain: boolean): boolean {
    if (this.#isCommandOpen) return true;
    return !this.#isOpen && (isCiCommand(line.text) || (!isPlain && holdsCiCommand(line.text)));
  }

  /** A CI service acts on the raw line, so it is not rendered. What stands above goes out first, out of reach. */
  #passCommand(line: Line): void {
    this.#release();
    this.#releaseAll('piece');
    this.#scrollback.cover(this.#lastNumber);
    line.because = CI_COMMAND;
    this.#isCommandOpen = line.end === '';
    this.#pass(line);
    this.#scrollback.release(0, 0);
    this.#isCalm = this.#alternate === undefined;
  }

  #feed(line: Line): void {
    const shown = this.#isCalm && line.end !== '' ? withoutColours(line.text) : undefined;
    if (shown !== undefined) {
      this.#pass(makeLine(shown, line.end, line.number));
      return;
    }
    this.#isCalm = false;
    this.#lastNumber = line.number;
    this.#main.pass(this.#passed);
    this.#passed = 0;
    this.#main.line = line.number;
    if (this.#alternate !== undefined) this.#alternate.grid.line = line.number;
    if (this.#isOpen) this.#boundRow();
    if (this.#carry === '' && !CONTROL.test(line.text)) this.grid.putLine(line);
    else this.#carry = interpret(this.#carry + line.text, this);
    this.#isOpen = line.end === '';
    if (line.end !== '') {
      this.#carry = '';
      this.#newline = line.end;
      this.grid.newline(line.end);
    }
    if (this.#main.isRedrawing) this.#lastRedraw = line.number;
    this.#main.isRedrawing = false;
    this.#settle();
    this.#release();
  }

  /** A raw line goes on: what is too long to be drawn over goes out as a piece. */
  #boundRow(): void {
    if ((this.grid.row?.size ?? 0) <= LONG_ROW_COLUMNS) return;
    if (this.#alternate === undefined) this.#releaseAll('piece');
    else this.#forget(this.grid);
  }

  /** Moves rows that are at rest to the scrollback, and holds what is live to its bounds. */
  #settle(): void {
    const { grid } = this;
    grid.dropBlankEnd();
    if (grid !== this.#main) {
      grid.shift(Math.max(0, grid.y - WINDOW_ROWS));
      if (grid.size > MAX_HELD_CHARS) this.#forget(grid);
    } else if (!this.#isOpen && grid.isResting) {
      this.#keep(grid.shift(grid.rows.length), this.#lastNumber);
      this.#isCalm = this.#scrollback.covered === this.#lastNumber;
    } else if (grid.size > MAX_HELD_CHARS && !this.#isOpen) {
      this.#releaseAll('piece');
    } else if (grid.y > WINDOW_ROWS) {
      this.#keep(grid.shift(grid.y - WINDOW_ROWS), undefined);
    }
  }

  /** Moves rows to the scrollback. `open` is the one whose raw line goes on behind it. */
  #keep(rows: readonly Row[], through: number | undefined, open?: Row): void {
    for (const row of rows) {
      row.close();
      if (row === open) row.end = '';
      else row.end ||= this.#newline;
    }
    this.#scrollback.add(rows, through);
  }

  /** An alternate screen that has grown too long begins anew. */
  #forget(grid: Grid): void {
    grid.shift(grid.rows.length);
    grid.rest();
  }

  #release(): void {
    const rows = this.#lastNumber - this.#lastRedraw <= WINDOW_ROWS ? WINDOW_ROWS : PLAIN_ROWS;
    this.#scrollback.release(Math.max(0, rows - this.#main.rows.length), MAX_HELD_CHARS);
  }

  /**
   * Everything goes out. The row of the cursor stays without an end where its raw line goes on, and at the stream's end
   * the last row does, if the last raw line had none.
   */
  #releaseAll(when: 'piece' | 'end'): void {
    const grid = this.#main;
    const cursor = grid.row;
    const rows = grid.shift(grid.rows.length);
    if (this.#isOpen && when === 'piece') cursor?.close('keepBlanks');
    for (const row of rows) row.close();
    const last = rows.findLast(row => !row.isBlank);
    const open = this.#isOpen && (when === 'end' || last === cursor) ? last : undefined;
    grid.rest();
    this.#keep(rows, this.#lastNumber, open);
    this.#scrollback.release(0, 0);
    this.#isCalm = !this.#isOpen && this.#alternate === undefined && this.#scrollback.covered === this.#lastNumber;
  }
}

/** A row of `renderText`. */
export type RenderedRow = Pick<Line, 'text' | 'number' | 'through' | 'end'>;

/** Renders a whole text at once: the rows that the `terminal` stage gives for it. */
export function renderText(raw: string): readonly RenderedRow[] {
  const screen = new Screen();
  return [...screen.push(splitLines(raw)), ...screen.end()];
}

function splitLines(raw: string): Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < raw.length; ) {
    const feed = raw.indexOf('\n', at);
    const stop = feed < 0 ? raw.length : feed;
    const hasReturn = feed > at && raw.charCodeAt(feed - 1) === 0x0d;
    const end = feed < 0 ? '' : hasReturn ? '\r\n' : '\n';
    lines.push(makeLine(raw.slice(at, hasReturn ? stop - 1 : stop), end, lines.length + 1));
    at = stop + 1;
  }
  return lines;
}
