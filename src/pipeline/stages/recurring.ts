import type { Line } from '../../line.js';
import { openByShape } from '../../text/by-shape.js';
import { isBelowName, isFileName, warningShapeOf } from '../../text/finding.js';
import { defineStage, gather, gatherEach } from '../stage.js';

/** So many warnings that say the same of other places are shown before the rest are counted. */
const SHOWN = 5;
/** Errors that a program under test logs, each like the others but for its numbers: so many are shown. */
const SHOWN_LOGGED = 5;
/** A level inside a line. At its start it may name a failed test, and with a place it is a compiler's. */
const LOGGED = /^(?!\W*(?:ERROR|SEVERE|CRITICAL|FATAL)\b).*\b(?:ERROR|SEVERE|CRITICAL|FATAL)\b/;
const WITH_PLACE = /\w\.\w+[:(]\d|\[\d+,\d+\]/;
/** Each of them is shown while the output is no longer than this (DESIGN §4). */
const MAX_SHOWN_CHARS = 16_000;
/** Longer lists under one name are not waited for. */
const MAX_HELD_LINES = 512;

/**
 * Calls a linter's warning noise that has been shown for several other places, with the file's name above where nothing
 * else stands below it. Errors all stay, but for those that are only logged, over and over. Clamp counts what is left out, and shows the last of each kind. Holds a file's
 * name until a line below it stays.
 */
export default defineStage({
  name: 'recurring',
  phase: 'select',
  after: ['rules', 'codeframes'],
  profiles: ['full'],
  shapes: ['verdict'],
  about:
    'Of warnings that say the same of many places, and errors logged over and over, keeps the first; the rest are counted.',
  open() {
    const counts = openByShape(() => ({ count: 0 }));
    const logged = openByShape(text => ({ isLogged: LOGGED.test(text) && !WITH_PLACE.test(text), count: 0 }));
    /** A file's name, and what stands below it so far: nothing that stays. */
    let held: Line[] = [];
    let chars = 0;

    const isRepeat = (line: Line): boolean => {
      if (line.fold !== undefined) return false;
      if (line.evidence === 'error') return isLoggedAgain(line);
      if (line.evidence !== 'warning' || line.weight !== 'note') return false;
      const shape = warningShapeOf(line.text);
      if (shape === undefined) return false;
      const kind = counts.get(shape, line.text);
      kind.count += 1;
      return kind.count > SHOWN && chars > MAX_SHOWN_CHARS;
    };
    const isLoggedAgain = (line: Line): boolean => {
      const kind = logged.get(line.shape, line.text);
      if (kind.isLogged) kind.count += 1;
      return kind.count > SHOWN_LOGGED && chars > MAX_SHOWN_CHARS;
    };
    const release = (isEmpty: boolean, out: Line[]): void => {
      const [heading, ...below] = held;
      if (isEmpty && heading !== undefined && below.some(line => line.because === 'recurring')) {
        heading.weight = 'noise';
        heading.because = 'recurring';
      }
      out.push(...held);
      held = [];
    };
    const step = (line: Line, out: Line[]): void => {
      const isHeading = line.weight === 'plain' && line.evidence === undefined && isFileName(line.text);
      if (isHeading) {
        release(true, out);
        held = [line];
        return;
      }
      if (isRepeat(line)) {
        line.weight = 'noise';
        line.because = 'recurring';
      } else if (line.weight !== 'noise') chars += line.text.length;
      if (held.length === 0) out.push(line);
      else if (line.text === '' || line.weight === 'noise') {
        held.push(line);
        if (held.length > MAX_HELD_LINES) release(false, out);
      } else {
        // Findings are shown however many they are, and say nothing without their file.
        if (held[0] !== undefined && isBelowName(line.text)) held[0].weight = 'must';
        release(false, out);
        out.push(line);
      }
    };
    return {
      push: batch => gatherEach(batch, step),
      end: () => gather(out => release(true, out)),
      idle: () => gather(out => release(false, out)),
    };
  },
});
