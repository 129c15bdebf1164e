import type { Line } from '../../line.js';
import { openSeries } from '../../text/series.js';
import { defineStage, gather, gatherEach } from '../stage.js';

/** Shorter series are shown whole. */
const MIN_ROWS = 40;
/** Rows shown at both ends of a series, and around an odd one. */
const SHOWN_FIRST = 4;
const SHOWN_AROUND = 2;
/** Where more of the rows are odd, none is. */
const MAX_ODD_SHARE = 0.15;

interface Row {
  readonly line: Line;
  isShown: boolean;
}

/**
 * Of a program that counts its steps (`iter 17  residual 2.5e-3`), shows the first and the last rows and the odd ones
 * with their neighbours, and calls the others noise. Holds `MIN_ROWS` rows until the series is long enough, then two.
 */
export default defineStage({
  name: 'series',
  phase: 'fold',
  after: ['repeats'],
  profiles: ['full'],
  shapes: ['unknown'],
  about: 'Of rows that count the steps of a run, keeps the first, the last and the odd ones with their neighbours.',
  open() {
    const series = openSeries();
    let held: Row[] = [];
    let rows = 0;
    let odd = 0;
    /** Rows to come that are shown for the odd one above them. */
    let below = 0;

    const give = (row: Row, out: Line[]): void => {
      if (!row.isShown && row.line.weight === 'plain') {
        row.line.weight = 'noise';
        row.line.because = 'series';
      }
      out.push(row.line);
    };
    /** The rows in hand are the last of theirs. */
    const end = (out: Line[]): void => {
      for (const { line } of held) out.push(line);
      held = [];
      rows = 0;
      odd = 0;
      below = 0;
    };
    const take = (line: Line, isOdd: boolean, out: Line[]): void => {
      rows += 1;
      if (isOdd) {
        odd += 1;
        below = SHOWN_AROUND + 1;
        for (const row of held.slice(-SHOWN_AROUND)) row.isShown = true;
      }
      const isUsual = odd <= Math.max(2, rows * MAX_ODD_SHARE);
      held.push({ line, isShown: rows <= SHOWN_FIRST || below > 0 || !isUsual });
      below = Math.max(0, below - 1);
      if (rows < MIN_ROWS) return;
      if (rows === MIN_ROWS && !isUsual) for (const row of held) row.isShown = true;
      for (const row of held.splice(0, held.length - SHOWN_AROUND)) give(row, out);
    };
    const step = (line: Line, out: Line[]): void => {
      const row = line.fold === undefined ? series.read(line.text) : undefined;
      if (row?.goesOn !== true) end(out);
      if (row === undefined) out.push(line);
      else take(line, row.isOdd || line.weight !== 'plain', out);
    };
    return {
      push: batch => gatherEach(batch, step),
      end: () => gather(end),
      idle: () => gather(end),
    };
  },
});
