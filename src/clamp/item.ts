/** What leaves the clamp: lines, and marks that stand for lines left out. */
import type { Line } from '../line.js';
import { CI_COMMAND } from '../text/ci.js';
import type { Mark } from '../text/marker.js';

/** A mark in its place. `from` and `through` are the raw lines that it stands for; 0 for a note at the end. */
export interface MarkItem {
  readonly mark: Mark;
  readonly from: number;
  readonly through: number;
  /** How many evidence lines it counts. */
  readonly evidence: number;
}

export type Item = Line | MarkItem;

export const isMarkItem = (item: Item): item is MarkItem => 'mark' in item;

/** One line of the input, of which nothing is left out and which nobody else reads: its text may be folded. */
export const isWholeLine = ({ end, fold, short, because }: Line): boolean =>
  end !== '' && fold === undefined && short === undefined && because !== CI_COMMAND;

/** Characters that a line takes in the output, with its end. */
export const charsOf = (line: Line): number => withEnd(line.short?.text ?? line.text, line);

/** Characters that a line takes while it is held: all of it, whatever the output will show. */
export const heldCharsOf = (line: Line): number => withEnd(line.text, line);

const withEnd = (text: string, { lead, end }: Line): number => lead.length + text.length + Math.max(1, end.length);
