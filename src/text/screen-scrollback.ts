/** Rows above the live part of the screen: finished, numbered, and held for as long as a cursor may come back. */
import { bundled, bundledCount, type Line, makeLine, unbundled } from '../line.js';
import { Row } from './screen-row.js';
import { ROUTINE_SHAPE } from './shape.js';

const NOTHING: readonly Line[] = [];

/** It has come in a bundle, and nothing was written over it. */
const isRoutine = ({ shape }: Line): boolean => shape === ROUTINE_SHAPE;

const charsOf = ({ text, fold }: Line): number => fold?.bundle?.chars ?? text.length;

/**
 * A queue of lines. Released ones are out of reach at once, but stay in the array until `takeReleased`: what is in
 * reach must hang on lines alone, and `takeReleased` is called once a batch.
 */
export class Scrollback {
  #lines: Line[] = [];
  /** How many of `#lines` are released. */
  #released = 0;
  /** How many rows the others are. */
  #heldRows = 0;
  /** How many of them a cursor may come back to. */
  #reach = 0;
  #hasBundles = false;
  /** Among them are lines that have come in a bundle. */
  #hasLoose = false;
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

  /** Says before the first line which raw line came before it. */
  start(before: number): void {
    this.#releasedThrough = before;
    this.#covered = before;
  }

  /** Adds the line that follows the last one, or a bundle of such. */
  push(line: Line): void {
    this.#lines.push(line);
    this.#heldRows += bundledCount(line);
    this.#chars += charsOf(line);
    this.#covered = line.through;
    if (line.fold?.bundle !== undefined) this.#hasBundles = true;
  }

  /** Adds rows. `through`: the raw line that has been read last, where no row of the screen is left below. */
  add(rows: readonly Row[], through: number | undefined): void {
    this.#unbundle();
    let before = this.#lastHeld();
    this.#heldRows += rows.length;
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
    this.#unbundle();
    this.release(this.#reach, Number.POSITIVE_INFINITY);
    const taken = this.#lines.splice(Math.max(this.#released, this.#lines.length - count));
    this.#heldRows -= taken.length;
    return taken.map(line => {
      this.#chars -= line.text.length;
      return Row.from(line, !this.#blanks.delete(line));
    });
  }

  /** Puts all but the newest rows out of reach; of a bundle that is partly in reach, nothing goes yet. */
  release(maxRows: number, maxChars: number): void {
    this.#reach = maxRows;
    while (this.#heldRows > 0 && (this.#heldRows > maxRows || this.#chars > maxChars)) {
      const line = this.#lines[this.#released];
      const rows = line === undefined ? 1 : bundledCount(line);
      if (rows > 1 && this.#heldRows - rows < maxRows) {
        if (this.#chars <= maxChars) return;
        this.#unbundle();
        continue;
      }
      if (line !== undefined) {
        this.#chars -= charsOf(line);
        if (this.#blanks.size === 0 || !this.#blanks.has(line)) this.#releasedThrough = line.through;
      }
      this.#heldRows -= rows;
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
    const taken = this.#lines.splice(0, this.#released);
    this.#released = 0;
    const lines = this.#blanks.size === 0 ? taken : taken.filter(line => !this.#blanks.delete(line));
    if (!this.#hasLoose) return lines;
    this.#hasLoose = this.#lines.some(isRoutine);
    // Whether a bundle was opened is chance: the stages see none of its lines.
    return bundled(lines, { isRoutine: true, canJoin: isRoutine });
  }

  /** Each held row as a line of its own. */
  #unbundle(): void {
    if (!this.#hasBundles) return;
    this.#lines.splice(this.#released, this.#lines.length, ...unbundled(this.#lines.slice(this.#released)));
    this.#chars = this.#lines.slice(this.#released).reduce((sum, line) => sum + charsOf(line), 0);
    this.#hasBundles = false;
    this.#hasLoose = true;
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
