/** A linter's or compiler's warning on one line, told apart from others by what it says, not by where. */
import { shapeOf } from './shape.js';

/** The place: in a file, or under the file's name. */
const PLACE = /^(?:\s+|[^\s:]+:)\d+:\d+[:\s]\s*(?=warning\b)/;

/** Shape of what a warning of this form says, `  16:24  warning  Use "===" …`, without its place; undefined: it is none. */
export function warningShapeOf(text: string): number | undefined {
  const place = PLACE.exec(text)?.[0];
  return place === undefined ? undefined : shapeOf(text.slice(place.length).replace(/\s+/g, ' '));
}

/**
 * Which lines say the same: those of one shape, and warnings of one message, whatever their place and their columns.
 * @param shape of the text.
 */
export const kindOf = (text: string, shape: number): number => warningShapeOf(text) ?? shape;

/** Why a line that begins with a place is worth more than a plain one. */
export const FOR_ITS_PLACE = 'place';

/** A file's name at the start of a line, with a line's number behind it. */
const FINDING = /^((?:[A-Za-z]:)?[^\s:"'()[\]{}<>|]*[./\\][\w@+~/\\.-]*[A-Za-z_][\w@+~/\\.-]*:)\d+(?:[:\s-]|$)/;

/** What stands before the number of the line in `src/a.c:12:5: error`: `src/a.c:`; empty for a text of another form. */
export const placeOf = (text: string): string => FINDING.exec(text)?.[1] ?? '';
