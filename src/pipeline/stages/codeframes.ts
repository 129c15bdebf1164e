import type { Line } from '../../line.js';
import { defineStage } from '../stage.js';

/** A place in a source file, as diagnostics and failed assertions print it; the code below it can be read there. */
const LOCATION = /^\s*-->\s|[\w)\]]:\d+:\d+\b|\(\d+,\d+\)|^\S+:\d+: |^\s*> *\d+ \|/;
/** A quoted source line behind its number, and the bars and marks around it. A label under a mark is a message. */
const CODE = /^\s*\d+\s*[|│](?:\s|$)/;
const MARKS = /^\s*(?:[|│]\s*)?[\^~+-]+\s*$|^\s*[|│]\s*$|^\s*\.\.\.\s*$/;
/** Lines between the location and its code. */
const MAX_DISTANCE = 3;

/**
 * Calls the source lines that a compiler or a test runner quotes below a location noise. Labels, messages and the line
 * that is marked with `>` stay.
 */
export default defineStage({
  name: 'codeframes',
  phase: 'select',
  after: ['rules', 'frames'],
  profiles: ['full'],
  shapes: ['verdict', 'unknown'],
  about: 'Calls quoted source lines below a location noise; labels and marked lines stay.',
  open() {
    let left = 0;
    const judge = (line: Line): void => {
      const isFrame = left > 0 && (CODE.test(line.text) || MARKS.test(line.text));
      if (!isFrame) {
        left = LOCATION.test(line.text) || line.evidence !== undefined ? MAX_DISTANCE : left - 1;
        return;
      }
      left = MAX_DISTANCE;
      if (line.weight !== 'plain') return;
      line.weight = 'noise';
      line.because = 'code frame';
    };
    return {
      push(batch) {
        for (const line of batch) if (line.text.length < 400) judge(line);
        return batch;
      },
      end: () => [],
    };
  },
});
