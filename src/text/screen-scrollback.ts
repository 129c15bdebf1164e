/** Rows above the live part of the screen: finished, numbered, and held for as long as a cursor may come back. */
import { type Line, makeLine } from '../line.js';
import { Row } from './screen-row.js';

const NOTHING: readonly Line[] = [];

/**
 * A queue of lines. Released ones are out of reach at once, but stay in the array until `takeReleased`: what is in
 * reach must hang on lines alone, and `takeReleased` is called once a batch.
 */
export class Scrollback {
  #lines: Line[] = [];
  /** How many of `#lines` are released. */
  #released = 0;
  /** Characters in the others. */
  #chars = 0;
  /** Rows that nothing stands on: kept for their place, not part of the output. */
  readonly #blanks = new Set<Line>();
  /** Last raw line that released rows cover. */
  #releasedThrough = 0;
  #covered = 0;

  /** Last raw line that the rows cover. */
  get covered(): number {
    return this.#covered;
  }

  get held(): number {
    return this.#lines.length - this.#released;
  }

  /** Says before the first line which raw line came before it. */
  start(before: number): void {
    this.#releasedThrough = before;
    this.#covered = before;
  }

  /** Adds the line that follows the last one. */
  push(line: Line): void {
    this.#lines.push(line);
    this.#chars += line.text.length;
    this.#covered = line.through;
  }

  /** Adds rows. `through`: the raw line that has been read last, where no row of the screen is left below. */
  add(rows: readonly Row[], through: number | undefined): void {
    let before = this.#lastHeld();
    for (const row of rows) {
      if (row.isBlank) {
        const blank = makeLine('', '\n', row.number);
        this.#blanks.add(blank);
        this.#lines.push(blank);
        continue;
      }
      if (before !== undefined) before.through = Math.max(before.number, row.number - 1);
      const covered = before?.through ?? this.#releasedThrough;
      const line = row.toLine();
      line.number = Math.min(Math.max(row.number, covered), covered + 1);
      line.through = line.number;
      this.#lines.push(line);
      this.#chars += line.text.length;
      before = line;
    }
    if (before !== undefined && through !== undefined) before.through = Math.max(before.number, through);
    this.#covered = before?.through ?? this.#releasedThrough;
  }

  /** Takes back the newest rows in reach, because the cursor returns to them. */
  takeBack(count: number): Row[] {
    const taken = this.#lines.splice(Math.max(this.#released, this.#lines.length - count));
    return taken.map(line => {
      this.#chars -= line.text.length;
      return Row.from(line, !this.#blanks.delete(line));
    });
  }

  /** Puts all but the newest rows out of reach. */
  release(maxRows: number, maxChars: number): void {
    while (this.held > 0 && (this.held > maxRows || this.#chars > maxChars)) {
      const line = this.#lines[this.#released];
      if (line !== undefined) {
        this.#chars -= line.text.length;
        if (this.#blanks.size === 0 || !this.#blanks.has(line)) this.#releasedThrough = line.through;
      }
      this.#released += 1;
    }
  }

  /** Stands for raw lines of which no row is left, where no row above can: an empty text. */
  cover(through: number): void {
    if (through <= this.#covered) return;
    const line = makeLine('', '', this.#covered + 1);
    line.through = through;
    this.push(line);
  }

  takeReleased(): readonly Line[] {
    if (this.#released === 0) return NOTHING;
    const lines = this.#lines.splice(0, this.#released);
    this.#released = 0;
    if (this.#blanks.size === 0) return lines;
    return lines.filter(line => !this.#blanks.delete(line));
  }

  /** The last row whose range can still grow. */
  #lastHeld(): Line | undefined {
    for (let at = this.#lines.length - 1; at >= this.#released; at -= 1) {
      const line = this.#lines[at];
      if (line !== undefined && (this.#blanks.size === 0 || !this.#blanks.has(line))) return line;
    }
    return undefined;
  }
}
