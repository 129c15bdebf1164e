import type { Line } from '../../line.js';
import { isRecordStart } from '../../text/record.js';
import { defineStage } from '../stage.js';

/** How many records of one shape are shown before the rest are counted. */
const SHOWN_PLAIN = 2;
const SHOWN_EVIDENCE = 3;
/** Shapes remembered; the oldest is forgotten first, and merely shows up again. */
const MAX_SHAPES = 8_192;

/**
 * In a log, shows the first records of each shape and calls the others noise. A record is a line that starts one and
 * the lines that belong to it. Clamp counts the errors and warnings among them and shows the last of each shape.
 */
export default defineStage({
  name: 'records',
  phase: 'select',
  after: ['rules'],
  profiles: ['full'],
  shapes: ['stream'],
  about: 'In a log, keeps the first records of each shape; the rest are counted.',
  open() {
    const seen = new Map<number, number>();
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
    const judge = (line: Line): void => {
      if (isRecordStart(line.text)) {
        const count = countOf(line.shape);
        isSuppressed = count > (line.evidence === undefined ? SHOWN_PLAIN : SHOWN_EVIDENCE);
      }
      if (!isSuppressed || line.evidence === 'cut') return;
      line.weight = 'noise';
      line.because = 'repeat';
    };
    return {
      push(batch) {
        for (const line of batch) judge(line);
        return batch;
      },
      end: () => [],
    };
  },
});
