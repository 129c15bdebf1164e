/** Which of the two character sets is in use: ASCII, or the line drawing of DEC terminals. */

/** DEC special graphics, from `_` to `~`. */
const LINE_DRAWING = ' ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·';

/** G0 or G1. */
export type Slot = 0 | 1;

/** The sets' state. Immutable, because a saved cursor keeps it. */
export interface Charsets {
  readonly slot: Slot;
  readonly isDrawing: readonly [boolean, boolean];
}

export const PLAIN_CHARSETS: Charsets = { slot: 0, isDrawing: [false, false] };

/** Puts a set into a slot (`ESC ( 0`). */
export function chooseCharset(charsets: Charsets, slot: Slot, isDrawing: boolean): Charsets {
  const [first, second] = charsets.isDrawing;
  return { ...charsets, isDrawing: slot === 0 ? [isDrawing, second] : [first, isDrawing] };
}

/** True while letters come out as lines. */
export function isDrawing(charsets: Charsets): boolean {
  return charsets.isDrawing[charsets.slot];
}

/** Letters as the lines that they stand for. */
export function draw(text: string): string {
  return text.replace(/[_-~]/g, character => LINE_DRAWING.charAt(character.charCodeAt(0) - 0x5f));
}
