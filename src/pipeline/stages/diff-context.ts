import type { Line } from '../../line.js';
import { CI_COMMAND } from '../../text/ci.js';
import { CONFLICT, DIFF_BODY, openDiff } from '../../text/diff.js';
import { defineStage, gather, gatherEach } from '../stage.js';

/** Unchanged lines that stay on each side of what has changed: more than any tool shows unasked. */
const KEPT_LINES = 10;
/** Fewer far lines are not left out. */
const MIN_FAR_LINES = 20;

/**
 * In a diff with whole functions or files around its changes, calls noise the unchanged lines that are far from any of them.
 * Holds `KEPT_LINES + MIN_FAR_LINES` lines.
 */
export default defineStage({
  name: 'diff-context',
  phase: 'select',
  after: ['diffs'],
  profiles: ['full'],
  shapes: ['document'],
  kinds: ['diff'],
  about: 'In a diff, leaves out unchanged lines that are far from any change, where they are many.',
  open() {
    const diff = openDiff();
    /** Unchanged lines so far, in a row. */
    let unchanged = 0;
    let held: Line[] = [];
    let isFar = false;
    let isSame = false;
    let above: Line | undefined;

    const release = (out: Line[]): void => {
      out.push(...held);
      held = [];
      isFar = false;
    };
    const take = (line: Line, out: Line[]): void => {
      const isPiece = above?.end === '' && above.number === line.number;
      above = line;
      if (!isPiece) isSame = diff.read(line.text) === 'same' && !isSettled(line);
      if (!isSame) {
        release(out);
        unchanged = 0;
        out.push(line);
        return;
      }
      if (!isPiece) unchanged += 1;
      if (unchanged <= KEPT_LINES) {
        out.push(line);
        return;
      }
      held.push(line);
      if (!isFar && held.length < KEPT_LINES + MIN_FAR_LINES) return;
      isFar = true;
      for (const far of held.splice(0, held.length - KEPT_LINES)) {
        far.evidence = undefined;
        far.weight = 'noise';
        far.because = DIFF_BODY;
        out.push(far);
      }
    };
    return {
      push: batch => gatherEach(batch, take),
      end: () => gather(release),
      idle: () => gather(release),
    };
  },
});

/** It is noise already, or to be seen wherever it stands. */
const isSettled = ({ text, weight, because }: Line): boolean =>
  weight === 'noise' || because === CI_COMMAND || CONFLICT.test(text);
