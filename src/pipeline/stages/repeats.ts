import { type Line, makeLine } from '../../line.js';
import { formatMark, isOwnMark, parseTailMark } from '../../text/marker.js';
import { defineStage } from '../stage.js';

/** Longest block of lines that is looked for as a unit. */
const MAX_BLOCK_LINES = 8;
/** A fold ends here and a new one begins, so that what is held stays bounded. */
const MAX_FOLD_LINES = 65_536;
/** A fold must save this many characters; below, equal rows are easier to read as they are. */
const MIN_SAVED_CHARS = 64;
/** More equal lines than this, be they empty, always pay for their fold. */
const MAX_UNPAID_LINES = 2 * MIN_SAVED_CHARS;

/** Rows that come again in the same order may be data; a block is folded only where it pays well. */
const MIN_SAVED_BLOCK_CHARS = 160;

/**
 * Folds equal neighbouring lines into one with its count, and a block of up to 8 lines that comes again and again
 * into one block with its count. Lossless. Holds at most `MAX_FOLD_LINES` lines, and only while they repeat.
 */
export default defineStage({
  name: 'repeats',
  phase: 'fold',
  about: 'Folds equal neighbouring lines, and repeated blocks of up to 8 lines, into one with a count.',
  open() {
    const equal = openEqualFold();
    const blocks = openBlockFold();
    return {
      push: batch => blocks.push(equal.push(batch)),
      end: () => [...blocks.push(equal.end()), ...blocks.end()],
      idle: () => [...blocks.push(equal.end()), ...blocks.end()],
    };
  },
});

interface Fold {
  push(batch: readonly Line[]): readonly Line[];
  end(): readonly Line[];
}

const isFoldable = (line: Line): boolean =>
  line.end !== '' && line.because !== 'ci command' && !isOwnMark(line.text) && parseTailMark(line.text) === undefined;

function openEqualFold(): Fold {
  let first: Line | undefined;
  let last: Line | undefined;
  let count = 0;
  /** The first of them, for where a fold does not pay. */
  let lines: Line[] = [];

  const give = (out: Line[]): void => {
    if (first === undefined || last === undefined) return;
    const mark = formatMark({ kind: 'repeat', text: first.text, count });
    const saved = (count - 1) * (first.text.length + 1) - (mark.length - first.text.length);
    if (saved < MIN_SAVED_CHARS) out.push(...lines);
    else {
      const fold = { count, isLossless: true, base: first.text, block: undefined };
      out.push({ ...first, text: mark, through: last.through, fold });
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
  return {
    push(batch) {
      const newest = batch[batch.length - 1];
      if (first === undefined && newest !== undefined && isFoldable(newest) && !hasEqualNeighbours(batch)) {
        begin(newest);
        return batch.slice(0, -1);
      }
      const out: Line[] = [];
      for (const line of batch) {
        const isNext = first !== undefined && line.text === first.text && line.end === first.end;
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
    end() {
      const out: Line[] = [];
      give(out);
      return out;
    },
  };
}

const hasEqualNeighbours = (batch: readonly Line[]): boolean => {
  for (let i = 1; i < batch.length; i += 1) if (batch[i]?.text === batch[i - 1]?.text) return true;
  return false;
};

/**
 * Looks `MAX_BLOCK_LINES` lines back. While the lines that come equal those one period before, they are held; once
 * they differ, whole periods become one mark and the rest goes out as it is.
 */
function openBlockFold(): Fold {
  let past: Line[] = [];
  let held: Line[] = [];
  let period = 0;

  const give = (out: Line[]): void => {
    const copies = period === 0 ? 0 : Math.floor(held.length / period);
    const folded = copies * period;
    const block = held.slice(0, period);
    const chars = block.reduce((sum, line) => sum + line.text.length + 1, 0);
    if (copies * chars - 24 >= MIN_SAVED_BLOCK_CHARS && block.some(line => line.text.trim() !== '')) {
      out.push(blockMark(held.slice(0, folded), period));
      out.push(...held.slice(folded));
    } else out.push(...held);
    past = held.length >= MAX_BLOCK_LINES ? held.slice(-MAX_BLOCK_LINES) : [...past, ...held].slice(-MAX_BLOCK_LINES);
    held = [];
    period = 0;
  };
  /** The shortest period at which `line` equals a line of the past, 0 if none. */
  const findPeriod = (line: Line): number => {
    for (let back = 2; back <= past.length; back += 1) {
      if (past[past.length - back]?.text === line.text && isFoldable(line)) return back;
    }
    return 0;
  };
  const before = (line: Line): boolean => {
    const other = held.length >= period ? held[held.length - period] : past[past.length - period + held.length];
    return other !== undefined && other.text === line.text && other.end === line.end && isFoldable(line);
  };
  return {
    push(batch) {
      const out: Line[] = [];
      for (const line of batch) {
        if (period > 0 && (!before(line) || held.length >= MAX_FOLD_LINES)) give(out);
        if (period === 0) period = line.text === '' ? 0 : findPeriod(line);
        if (period > 0) {
          held.push(line);
          continue;
        }
        out.push(line);
        past.push(line);
        if (past.length > MAX_BLOCK_LINES) past.shift();
      }
      return out;
    },
    end() {
      const out: Line[] = [];
      give(out);
      return out;
    },
  };
}

function blockMark(lines: readonly Line[], size: number): Line {
  const count = lines.length / size + 1;
  const line = makeLine(formatMark({ kind: 'block', size, count }), '\n', lines[0]?.number ?? 0);
  line.through = lines[lines.length - 1]?.through ?? line.number;
  const weights = lines.map(each => each.weight);
  line.weight = weights.includes('must') ? 'must' : weights.includes('note') ? 'note' : 'plain';
  line.evidence = lines.find(each => each.evidence !== undefined)?.evidence;
  line.fold = { count: lines.length, isLossless: true, base: undefined, block: { size, lines } };
  return line;
}
