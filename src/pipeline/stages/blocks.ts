import { type Line, makeLine } from '../../line.js';
import { formatMark, holdsOwnMark } from '../../text/marker.js';
import { isFoldable } from '../foldable.js';
import { defineStage, type OpenStage } from '../stage.js';

/** Longest block of lines that is looked for as a unit. */
const MAX_BLOCK_LINES = 8;
/** A fold ends here and a new one begins, so that what is held stays bounded. */
const MAX_FOLD_LINES = 65_536;
/** Rows that come again in the same order may be data; a block is folded only where it pays well. */
const MIN_SAVED_BLOCK_CHARS = 160;

/**
 * Folds a block of up to 8 lines that comes again and again into one block with its count. Comes last, so that only
 * lines that are to stay are blocks. Lossless. Holds at most `MAX_FOLD_LINES` lines, and only while they repeat.
 */
export default defineStage({
  name: 'blocks',
  phase: 'note',
  // Each line of a hunk is counted by its header, and looked for as it stands.
  notKinds: ['diff', 'rows'],
  notExact: true,
  about: 'Folds repeated blocks of up to 8 lines into one with a count.',
  open: openBlockFold,
});

const canRepeat = (line: Line): boolean =>
  line.weight !== 'noise' && line.short === undefined && line.fold === undefined && isFoldable(line);

/**
 * Looks `MAX_BLOCK_LINES` lines back. While the lines that come equal those one period before, they are held; once
 * they differ, whole periods become one mark and the rest goes out as it is.
 */
function openBlockFold(): OpenStage {
  let past: Line[] = [];
  let held: Line[] = [];
  let period = 0;
  /** A mark stands above: the text has been reduced before, and stays as it is. */
  let isReduced = false;

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
      const above = past[past.length - back];
      if (above?.shape === line.shape && above.text === line.text && above.lead === line.lead && canRepeat(line))
        return back;
    }
    return 0;
  };
  const before = (line: Line): boolean => {
    const other = held.length >= period ? held[held.length - period] : past[past.length - period + held.length];
    return (
      other !== undefined &&
      other.text === line.text &&
      other.lead === line.lead &&
      other.end === line.end &&
      canRepeat(line)
    );
  };
  const end = (): readonly Line[] => {
    const out: Line[] = [];
    give(out);
    return out;
  };
  return {
    push(batch) {
      const out: Line[] = [];
      for (const line of batch) {
        isReduced ||= holdsOwnMark(line);
        if (isReduced) {
          if (period > 0) give(out);
          out.push(line);
          continue;
        }
        if (line.weight === 'noise') {
          // A block with a gap in it is none; and of noise that goes by the bundle, chance says how many items it is.
          if (period > 0) give(out);
          past = [];
          out.push(line);
          continue;
        }
        if (period > 0 && (!before(line) || held.length >= MAX_FOLD_LINES)) give(out);
        if (period === 0 && line.text !== '') period = findPeriod(line);
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
    end,
    idle: end,
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
