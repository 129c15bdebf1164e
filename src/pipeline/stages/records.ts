import type { Line } from '../../line.js';
import { openByShape } from '../../text/by-shape.js';
import { CI_COMMAND } from '../../text/ci.js';
import { openUsual, type Usual } from '../../text/outliers.js';
import { isRecordStart } from '../../text/record.js';
import { defineStage } from '../stage.js';

/** How many records of one shape are shown before the rest are counted. */
const SHOWN_PLAIN = 2;
const SHOWN_EVIDENCE = 3;
/** Shapes remembered; then all are forgotten, and merely show up again. */
const MAX_SHAPES = 8_192;

/** What is known of the lines of one shape. */
interface Known {
  count: number;
  /** They start a record, or stand for themselves. */
  readonly isHead: boolean;
  usual: Usual | undefined;
}

const isHead = (text: string): boolean => isRecordStart(text) || !isContinuation(text);

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
    const shapes = openByShape<Known>(
      text => ({ count: 0, isHead: isHead(text), usual: undefined }),
      undefined,
      MAX_SHAPES,
    );
    let isSuppressed = false;

    const isOdd = (known: Known, text: string): boolean => {
      if (known.usual !== undefined) return known.usual.isOdd(text);
      known.usual = openUsual(text);
      return false;
    };
    const judge = (line: Line): void => {
      const known = shapes.get(line.shape, line.text);
      // A line in the midst of a record that says what went wrong stands for itself.
      if (known.isHead || line.evidence !== undefined) {
        known.count += 1;
        isSuppressed = known.count > (line.evidence === undefined ? SHOWN_PLAIN : SHOWN_EVIDENCE);
        if (isOdd(known, line.text) && isSuppressed) {
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
