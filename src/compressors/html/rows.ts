/** Cells of a table's row as lines. */
import type { TextLine } from './text-lines.js';

/** A longer cell of several lines stands for itself. */
const MAX_CELL_CHARS = 400;

/** Columns of one listing may end with some empty lines more or less. */
const MAX_UNEVEN = 2;

/** The lines of one row: one, where the cells are short; columns of equal length side by side; else cell by cell. */
export function linesOfRow(cells: readonly (readonly TextLine[])[], isOfNav: boolean): readonly TextLine[] {
  const heights = cells.map(cell => cell.length);
  const tallest = Math.max(0, ...heights);
  const line = (texts: readonly string[], isExact: boolean): readonly TextLine[] => {
    const text = texts.join(' | ').replace(/[ |]+$/, '');
    return text.trim() === '' ? [] : [{ text, isExact, isOfNav }];
  };
  if (tallest <= 1)
    return line(
      cells.map(cell => cell[0]?.text ?? ''),
      false,
    );
  const isExact = cells.some(cell => cell.some(each => each.isExact));
  const areListings =
    tallest > MAX_UNEVEN + 1 && cells.length > 1 && cells.every(cell => cell.every(each => each.isExact));
  if (areListings && heights.every(height => height >= tallest - MAX_UNEVEN))
    return Array.from({ length: tallest }, (_, at) =>
      line(
        cells.map(cell => cell[at]?.text ?? ''),
        true,
      ),
    ).flat();
  const isShort =
    !isExact && cells.every(cell => cell.reduce((sum, { text }) => sum + text.length, 0) < MAX_CELL_CHARS);
  if (isShort && cells.length > 1)
    return line(
      cells.map(cell => cell.map(({ text }) => text).join(' / ')),
      false,
    );
  return cells.flat();
}
