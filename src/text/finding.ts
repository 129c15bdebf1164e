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

/** A file's name on a line of its own, as linters print it above its findings. */
const FILE_NAME = /^(?:[A-Za-z]:)?[\w@./\\+~-]+\.\w{1,8}:?$/;
export const isFileName = (text: string): boolean => FILE_NAME.test(text);

/** A finding below its file's name: `  12:5  error  …`. */
const BELOW_NAME = /^\s+\d+:\d+[:\s]/;
export const isBelowName = (text: string): boolean => BELOW_NAME.test(text);

/** Why a line that begins with a place is worth more than a plain one. */
export const FOR_ITS_PLACE = 'place';

/** What may be a file's name at the start of a line, with a line's number behind it. */
const FINDING = /^((?:[A-Za-z]:)?[^\s:"'()[\]{}<>|]+:)\d+(?:[:\s-]|$)/;

/** The same as Microsoft's compilers write it. */
const FINDING_IN_BRACKETS = /^((?:[A-Za-z]:)?[^\s:"'()[\]{}<>|]+)\(\d+,\d+\): /;

/**
 * What stands before the number of the line in `src/a.c:12:5: error`: `src/a.c:`, and in `src/a.ts(12,5): error`:
 * `src/a.ts`; empty for a text of another form.
 */
export function placeOf(text: string): string {
  const prefix = FINDING.exec(text)?.[1] ?? FINDING_IN_BRACKETS.exec(text)?.[1] ?? '';
  return endsAsFile(prefix.endsWith(':') ? prefix.slice(0, -1) : prefix) ? prefix : '';
}

/** A dot or a slash, and a letter behind it, in the plain characters at the end. A loop: a pattern would take n³. */
function endsAsFile(name: string): boolean {
  let hasLetter = false;
  for (let at = name.length - 1; at >= 0; at -= 1) {
    const character = name.charAt(at);
    if (hasLetter && /[./\\]/.test(character)) return true;
    if (!/[\w@+~/\\.-]/.test(character)) return false;
    hasLetter ||= /[A-Za-z_]/.test(character);
  }
  return false;
}
