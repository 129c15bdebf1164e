import { bundled, type Line, unbundled } from '../../line.js';
import { openByShape } from '../../text/by-shape.js';
import { CI_COMMAND } from '../../text/ci.js';
import { isOwnMark } from '../../text/marker.js';
import { ODD_NUMBER } from '../../text/outliers.js';
import { isHead, LINES_BELOW_EVIDENCE, MAX_PLAIN_CHARS, NO_ROOM, REPEAT, SHOWN_PLAIN } from '../../text/record.js';
import { defineStage } from '../stage.js';

/** How many records of one shape that tell of something wrong are shown before the rest are counted. */
const SHOWN_EVIDENCE = 3;
/** So many characters of the others are shown all the same: where they are few, which ones they are may be what is asked for. */
const MORE_EVIDENCE_CHARS = 4_096;
/** Shapes remembered; plain lines of others have no room by then. */
const MAX_SHAPES = 8_192;

/** What is known of the lines of one shape. */
interface Known {
  count: number;
  /** They start a record, or stand for themselves. */
  readonly isHead: boolean;
}

/**
 * In a log, shows the first records of each shape and those with a number far out of the usual, and calls the others
 * noise, but for the last line. A record is a line that starts one and the lines below that belong to it. Clamp counts
 * the errors and warnings among the noise and shows the last of each shape. Plain neighbours that are noise go on as one
 * bundle. Holds one line.
 */
export default defineStage({
  name: 'records',
  phase: 'fold',
  after: ['severity'],
  profiles: ['full'],
  shapes: ['stream'],
  about: 'In a log, keeps the first records of each shape and the odd ones; the rest are counted.',
  open({ rule }) {
    const judge = openJudge();
    // A section of a rule may begin or end in any line.
    const canBundle = rule === undefined || rule.sections.length === 0;
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
        const lines = newest === undefined ? batch.slice() : [newest, ...batch];
        newest = lines.pop();
        return canBundle ? bundled(lines, { isRoutine: false, canJoin }) : lines;
      },
      end() {
        const lines = unbundled(release());
        const last = lines[lines.length - 1];
        if (last?.because === REPEAT) last.weight = 'note';
        return bundled(lines, { isRoutine: true, canJoin: line => line !== last });
      },
      idle: release,
    };
  },
});

/** Weighs the lines of one stream, which must come in order. */
function openJudge(): (line: Line) => void {
  const shapes = openByShape<Known>(text => ({ count: 0, isHead: isHead(text) }), undefined, MAX_SHAPES);
  let above: Line | undefined;
  let isSuppressed = false;
  let reason = REPEAT;
  let plainChars = 0;
  let moreEvidenceChars = 0;
  let belowEvidence = 0;

  const hasRoom = (line: Line): boolean => {
    if (line.evidence !== undefined || plainChars <= MAX_PLAIN_CHARS || belowEvidence > 0) return true;
    reason = NO_ROOM;
    return false;
  };
  const hasComeOften = ({ evidence, text }: Line, { count }: Known): boolean => {
    if (evidence === undefined) return count > SHOWN_PLAIN;
    if (count <= SHOWN_EVIDENCE) return false;
    moreEvidenceChars += text.length + 1;
    return moreEvidenceChars > MORE_EVIDENCE_CHARS;
  };
  const judgeRecord = (line: Line, known: Known): void => {
    known.count += 1;
    reason = REPEAT;
    isSuppressed = hasComeOften(line, known) || !hasRoom(line);
    if (line.because !== ODD_NUMBER || !isSuppressed) return;
    isSuppressed = false;
    if (line.weight === 'plain') line.weight = 'note';
  };
  const judgeNew = (line: Line): void => {
    if (shapes.isFull && line.evidence === undefined && belowEvidence <= 0 && shapes.find(line.shape) === undefined) {
      if (!isHead(line.text)) return;
      isSuppressed = true;
      reason = NO_ROOM;
      return;
    }
    const known = shapes.get(line.shape, line.text);
    // A line in the midst of a record that says what went wrong stands for itself.
    if (known.isHead || line.evidence !== undefined) judgeRecord(line, known);
  };
  return line => {
    const bundle = line.fold?.bundle;
    if (bundle !== undefined) {
      isSuppressed = true;
      reason = REPEAT;
      above = undefined;
      belowEvidence -= bundle.count;
      return;
    }
    // What is said over and over shares its fate, and is folded if it stays.
    const isAgain = above !== undefined && above.shape === line.shape && isSame(above, line);
    if (!isAgain) judgeNew(line);
    above = line;
    belowEvidence -= 1;
    if (isSuppressed && line.evidence !== 'cut') {
      line.weight = 'noise';
      line.because = reason;
    } else if (line.evidence !== undefined) belowEvidence = LINES_BELOW_EVIDENCE;
    else plainChars += line.text.length;
  };
}

const isSame = (above: Line, line: Line): boolean => above.text === line.text && above.lead === line.lead;

const canJoin = ({ weight, because, evidence, end, text }: Line): boolean =>
  weight === 'noise' &&
  (because === REPEAT || because === NO_ROOM) &&
  evidence === undefined &&
  end !== '' &&
  !isOwnMark(text);
