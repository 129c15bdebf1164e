/** Lines that stand above already: the mark says how they begin. Lossless: those above are the same. */
import type { Faults } from '../errors.js';
import { type Line, type Link, wholeOf } from '../line.js';
import { openEchoes } from '../text/echo.js';
import { frameOf } from '../text/frames.js';
import { formatMark, isOwnMark, type Mark } from '../text/marker.js';
import { beginningAt, openShownLines } from '../text/shown-lines.js';
import { estimateTokens, SURE_SHARE } from '../tokens/estimate.js';
import { foldLink } from './fold-link.js';
import { type Item, isMarkItem, isWholeLine, type MarkItem } from './item.js';

/** A mark that saves next to nothing only puzzles; one for several lines makes the reader look for them. */
const MIN_SAVED_TOKENS = 6;
const MIN_SAVED_BLOCK_TOKENS = 12;
/** Fewer calls of a stack are read faster than looked for. */
const MIN_FRAMES = 6;
/** Shown lines among which a block is looked for, and lines of one block. */
const MAX_SHOWN_LINES = 2_048;
const MAX_BLOCK_LINES = 128;
/** A block is told by its first line: no ruler, and no bracket. */
const HAS_WORD = /[\p{L}\p{N}]{2}/u;
/** A longer line stands for itself. */
const MAX_CHARS = 2_048;

export interface EchoOptions {
  /** Only calls in a stack may come again: how often any other line stands there may be what is asked for. */
  readonly areFrames: boolean;
}

/**
 * Puts a mark for lines that have been shown, one below the other, and for one long line. A line of evidence stays,
 * unless all that stands around it comes again with it. Holds a block's lines while they come again.
 */
export function foldEchoes(faults: Faults, { areFrames }: EchoOptions): Link<readonly Item[], readonly Item[]> {
  const echoes = openEchoes();
  const shown = openShownLines(MAX_SHOWN_LINES);
  /** Lines that stand above, from `source` on, and where they would stand. */
  let block: Line[] = [];
  let source = 0;
  let start = 0;

  const canComeAgain = (line: Line): boolean => isFoldable(line) && (!areFrames || frameOf(line.text) !== undefined);
  const echoOf = (line: Line): MarkItem | undefined => {
    const isLone = !areFrames && line.evidence === undefined && isFoldable(line);
    const beginning = isLone ? echoes.beginningOf(line.text) : undefined;
    return beginning === undefined ? undefined : markOf([line], { kind: 'again', beginning }, MIN_SAVED_TOKENS);
  };
  const give = (line: Line, out: Item[]): void => {
    const echo = echoOf(line);
    if (echo === undefined) {
      echoes.show(wholeOf(line));
      shown.show(line.short?.text ?? wholeOf(line));
    } else shown.break();
    out.push(echo ?? line);
  };
  const blockMark = (): MarkItem | undefined => {
    const beginning = block.length >= (areFrames ? MIN_FRAMES : 2) ? beginningAt(shown, source) : undefined;
    if (beginning === undefined) return undefined;
    return markOf(block, { kind: 'again', beginning, lines: block.length }, MIN_SAVED_BLOCK_TOKENS);
  };
  /** A mark for the block, or its first line: those behind it may come again from elsewhere. */
  const settle = (out: Item[]): void => {
    const mark = blockMark();
    const [first, ...rest] = block;
    block = [];
    if (mark === undefined) {
      if (first !== undefined) give(first, out);
      for (const line of rest) take(line, out);
      return;
    }
    shown.break();
    out.push(mark);
  };
  const settleAll = (out: Item[]): void => {
    while (block.length > 0) settle(out);
  };
  const goesOn = (line: Line): boolean =>
    canComeAgain(line) &&
    block.length < MAX_BLOCK_LINES &&
    source + block.length < start &&
    shown.at(source + block.length) === line.text;
  const take = (line: Line, out: Item[]): void => {
    while (block.length > 0 && !goesOn(line)) settle(out);
    const place = block.length === 0 && canComeAgain(line) ? shown.placeOf(line.text) : undefined;
    if (place !== undefined && HAS_WORD.test(line.text)) {
      source = place;
      start = shown.end;
    } else if (block.length === 0) {
      give(line, out);
      return;
    }
    block.push(line);
  };
  return foldLink('echoes', faults, {
    take(item, out) {
      if (!isMarkItem(item)) {
        take(item, out);
        return;
      }
      settleAll(out);
      shown.break();
      out.push(item);
    },
    finish: settleAll,
    held: () => block,
  });
}

/** The lines as a mark; undefined where that saves next to nothing. */
function markOf(lines: readonly Line[], mark: Mark, minSavedTokens: number): MarkItem | undefined {
  const [first, last] = [lines[0], lines[lines.length - 1]];
  if (first === undefined || last === undefined) return undefined;
  const tokens = lines.reduce((sum, line) => sum + estimateTokens(line.text) + 1, -1);
  if (tokens * SURE_SHARE - estimateTokens(formatMark(mark)) < minSavedTokens) return undefined;
  const evidence = lines.filter(line => line.evidence !== undefined).length;
  return { mark, from: first.number, through: last.through, evidence };
}

const isFoldable = (line: Line): boolean =>
  line.lead === '' && line.text.length <= MAX_CHARS && isWholeLine(line) && !isOwnMark(line.text);
