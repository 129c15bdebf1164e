import type { Line } from '../../line.js';
import { formatMark, holdsOwnMark, MIN_REPEAT_SAVING, repeatSaving } from '../../text/marker.js';
import { isFoldable } from '../foldable.js';
import { defineStage, type OpenStage } from '../stage.js';

/** A fold ends here and a new one begins, so that what is held stays bounded. */
const MAX_FOLD_LINES = 65_536;
/** More equal lines than this, be they empty, always pay for their fold. */
const MAX_UNPAID_LINES = 2 * MIN_REPEAT_SAVING;

/** Folds equal neighbouring lines into one with its count. Lossless. Holds lines only while they repeat. */
export default defineStage({
  name: 'repeats',
  phase: 'fold',
  after: ['severity', 'records'],
  // Each line of a hunk is counted by its header, and looked for as it stands.
  notKinds: ['diff', 'rows'],
  notExact: true,
  about: 'Folds equal neighbouring lines into one with a count.',
  open: openEqualFold,
});

function openEqualFold(): OpenStage {
  let first: Line | undefined;
  let last: Line | undefined;
  let count = 0;
  /** The first of them, for where a fold does not pay. */
  let lines: Line[] = [];
  /** A mark stands above: the text has been reduced before, and stays as it is. */
  let isReduced = false;

  const give = (out: Line[]): void => {
    if (first === undefined || last === undefined) return;
    const mark = { kind: 'repeat', text: first.text, count } as const;
    if (repeatSaving(mark) < MIN_REPEAT_SAVING) out.push(...lines);
    else {
      const fold = { count, isLossless: true, base: first.text, block: undefined };
      out.push({ ...first, text: formatMark(mark), through: last.through, fold });
    }
    first = undefined;
    count = 0;
  };
  const begin = (line: Line): void => {
    first = line;
    last = line;
    count = 1;
    lines = [line];
  };
  const end = (): readonly Line[] => {
    const out: Line[] = [];
    give(out);
    return out;
  };
  return {
    push(batch) {
      if (isReduced) return batch;
      const hasMark = batch.some(holdsOwnMark);
      const newest = batch[batch.length - 1];
      if (!hasMark && first === undefined && newest !== undefined && isFoldable(newest) && !hasEqualNeighbours(batch)) {
        begin(newest);
        return batch.slice(0, -1);
      }
      const out: Line[] = [];
      for (const line of batch) {
        isReduced ||= hasMark && holdsOwnMark(line);
        if (isReduced) {
          give(out);
          out.push(line);
          continue;
        }
        const isNext =
          first !== undefined && line.text === first.text && line.lead === first.lead && line.end === first.end;
        if (isNext && count < MAX_FOLD_LINES && isFoldable(line)) {
          last = line;
          count += 1;
          if (lines.length < MAX_UNPAID_LINES) lines.push(line);
          continue;
        }
        give(out);
        if (isFoldable(line)) begin(line);
        else out.push(line);
      }
      return out;
    },
    end,
    idle: end,
  };
}

const hasEqualNeighbours = (batch: readonly Line[]): boolean => {
  let above = batch[0];
  for (let i = 1; i < batch.length; i += 1) {
    const line = batch[i];
    // Other shapes are other texts, and quicker told apart.
    if (line?.shape === above?.shape && line?.text === above?.text) return true;
    above = line;
  }
  return false;
};
