import type { Line } from '../../line.js';
import { CI_COMMAND } from '../../text/ci.js';
import { openOutliers } from '../../text/outliers.js';
import { isRecordStart } from '../../text/record.js';
import { defineStage } from '../stage.js';

/** How many records of one shape are shown before the rest are counted. */
const SHOWN_PLAIN = 2;
const SHOWN_EVIDENCE = 3;
/** Shapes remembered; the oldest is forgotten first, and merely shows up again. */
const MAX_SHAPES = 8_192;

/**
 * In a log, shows the first records of each shape and those with a number far out of the usual, and calls the others
 * noise, but for the last line. A record is a line that starts one and the lines below that belong to it. Clamp counts
 * the errors and warnings among the noise and shows the last of each shape. Holds one line.
 */
export default defineStage({
  name: 'records',
  phase: 'select',
  after: ['rules'],
  profiles: ['full'],
  shapes: ['stream'],
  about: 'In a log, keeps the first records of each shape and the odd ones; the rest are counted.',
  open() {
    const seen = new Map<number, number>();
    const outliers = openOutliers();
    let isSuppressed = false;

    const countOf = (shape: number): number => {
      const count = (seen.get(shape) ?? 0) + 1;
      if (count === 1 && seen.size >= MAX_SHAPES) {
        const oldest = seen.keys().next().value;
        if (oldest !== undefined) seen.delete(oldest);
      }
      seen.set(shape, count);
      return count;
    };
    /** True for a line that stands for itself: it starts a record, or says in the midst of one what went wrong. */
    const isHead = (line: Line): boolean =>
      isRecordStart(line.text) || line.evidence !== undefined || !isContinuation(line.text);
    const judge = (line: Line): void => {
      if (isHead(line)) {
        const count = countOf(line.shape);
        isSuppressed = count > (line.evidence === undefined ? SHOWN_PLAIN : SHOWN_EVIDENCE);
        if (outliers.isOdd(line.shape, line.text) && isSuppressed) {
          isSuppressed = false;
          if (line.weight === 'plain') line.weight = 'note';
          line.because = 'odd number';
        }
      }
      if (!isSuppressed || line.evidence === 'cut') return;
      line.weight = 'noise';
      line.because = 'repeat';
    };
    /** The newest line: it may be the last, which says how far the log goes. */
    let newest: Line | undefined;
    const release = (): readonly Line[] => {
      const lines = newest === undefined ? [] : [newest];
      newest = undefined;
      return lines;
    };
    return {
      push(batch) {
        for (const line of batch) if (line.because !== CI_COMMAND) judge(line);
        const out = [...release(), ...batch];
        newest = out.pop();
        return out;
      },
      end() {
        if (newest?.because === 'repeat') newest.weight = 'note';
        return release();
      },
      idle: release,
    };
  },
});

/** Blank, indented, closing, or a stack's own words: belongs to the record above. */
const isContinuation = (text: string): boolean => text === '' || /^(?:\s|[})\]]|\.\.\. |goroutine \d)/.test(text);
