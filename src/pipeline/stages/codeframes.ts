import type { Line } from '../../line.js';
import { openByShape } from '../../text/by-shape.js';
import { NUMBER_BAR } from '../../text/quotes.js';
import { defineStage, gatherEach } from '../stage.js';

/** A place in a source file, as diagnostics and failed assertions print it; the code below it can be read there. */
const LOCATION = /^\s*-->\s|[\w)\]]:\d+:\d+\b|\(\d+,\d+\)|^\S+:\d+: |^\s*> *\d+ \|/;
/** A quoted source line behind its number, and the bars and marks around it. A label under a mark is a message. */
const CODE = new RegExp(`^\\s*\\d+${NUMBER_BAR}(?:\\s|$)`);
const MARKS = /^\s*(?:[|│][\s|│]*_*)?[\^~+-]+\s*$|^\s*[|│]\s*$|^\s*\.\.\.\s*$/;
/** Marks with a label behind them, or several marks, whose labels then follow: the label speaks of the line above. */
const LABELLED = /^\s*[|│][\s|│_]*[\^~+-]+[\s|│]+\S/;
/** Marks under what is to be written: the line above is a proposal and stands in no file. */
const ADDED = /^\s*[|│]\s*[+~]+\s*$/;
/** Lines between the location and its code. */
const MAX_DISTANCE = 3;
const MAX_CHARS = 400;

/**
 * Calls the source lines that a compiler or a test runner quotes below a location noise: those that stage `quotes` is sure
 * of, and what looks like them. Labels stay with the line that
 * they speak of, and so do proposals, messages and the line that is marked with `>`. Holds one source line, since the
 * line below says whether it is spoken of.
 */
export default defineStage({
  name: 'codeframes',
  phase: 'select',
  after: ['rules', 'frames'],
  profiles: ['full'],
  shapes: ['verdict', 'unknown'],
  about: 'Calls quoted source lines below a location noise; labels, the lines they speak of and marked lines stay.',
  open() {
    let left = 0;
    const locations = openByShape(text => LOCATION.test(text));
    let held: Line | undefined;
    const judge = (line: Line): boolean => {
      const isFrame = left > 0 && (CODE.test(line.text) || MARKS.test(line.text));
      if (isFrame) left = MAX_DISTANCE;
      else left = line.evidence !== undefined || locations.get(line.shape, line.text) ? MAX_DISTANCE : left - 1;
      return (isFrame || line.quote === 'sure') && line.weight === 'plain';
    };
    const step = (line: Line, out: Line[]): void => {
      const isShort = line.text.length < MAX_CHARS;
      if (held !== undefined) {
        if (!isShort || !(LABELLED.test(line.text) || ADDED.test(line.text))) toNoise(held);
        out.push(held);
        held = undefined;
      }
      if (!isShort || !judge(line)) out.push(line);
      else if (line.quote !== 'sure' && CODE.test(line.text)) held = line;
      else {
        toNoise(line);
        out.push(line);
      }
    };
    const release = (): readonly Line[] => {
      const out = held === undefined ? [] : [held];
      held = undefined;
      return out;
    };
    return {
      push: batch => gatherEach(batch, step),
      end() {
        if (held !== undefined) toNoise(held);
        return release();
      },
      idle: release,
    };
  },
});

function toNoise(line: Line): void {
  line.weight = 'noise';
  line.because = 'code frame';
}
