import type { Line } from '../../line.js';
import { isTableRow } from '../../text/columns.js';
import { defineStage } from '../stage.js';

/** A run of this many neighbouring lines of one shape may be shown by its first, its last and its count. */
const MIN_RUN_LINES = 50;
/** Shorter lines say too little to be more than data. */
const MIN_RUN_CHARS = 12;

/**
 * Calls the inner lines of a long run of one shape noise, and its last line the run's end, so that clamp shows the
 * first line, the count and the last. Lines with evidence, and rows of tables, never join a run. Holds at most
 * `MIN_RUN_LINES` lines until the run is long enough, then one.
 */
export default defineStage({
  name: 'templates',
  phase: 'fold',
  after: ['repeats'],
  profiles: ['full'],
  shapes: ['unknown', 'verdict', 'stream'],
  about: 'Folds a long run of neighbouring lines of one shape to its first, its last and its count.',
  open() {
    let held: Line[] = [];
    let isLong = false;

    const give = (out: Line[]): void => {
      const last = held[held.length - 1];
      if (isLong && last !== undefined) last.because = 'run end';
      out.push(...held);
      held = [];
      isLong = false;
    };
    const take = (line: Line, out: Line[]): void => {
      held.push(line);
      if (!isLong && held.length < MIN_RUN_LINES) return;
      if (!isLong && isTableRow(line.text)) {
        give(out);
        return;
      }
      const from = isLong ? 0 : 1;
      isLong = true;
      for (let i = from; i < held.length - 1; i += 1) markInner(held[i]);
      out.push(...held.splice(0, held.length - 1));
    };
    const end = (): readonly Line[] => {
      const out: Line[] = [];
      give(out);
      return out;
    };
    return {
      push(batch) {
        const out: Line[] = [];
        for (const line of batch) {
          const first = held[0];
          if (first !== undefined && (first.shape !== line.shape || !canRun(line))) give(out);
          if (canRun(line)) take(line, out);
          else out.push(line);
        }
        return out;
      },
      end,
      idle: end,
    };
  },
});

function markInner(line: Line | undefined): void {
  if (line === undefined) return;
  line.weight = 'noise';
  line.because = 'run';
}

function canRun(line: Line): boolean {
  return (
    line.weight === 'plain' &&
    line.evidence === undefined &&
    line.fold === undefined &&
    line.quote === undefined &&
    line.end !== '' &&
    line.text.length >= MIN_RUN_CHARS
  );
}
