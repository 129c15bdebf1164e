/** The fast ways: text without control codes, and text whose codes only colour it. */
import stripAnsi from 'strip-ansi';
import { CONTROL } from './screen-codes.js';

/** All characters that `CONTROL` stands for, but for CR. */
const CONTROLS: readonly string[] = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
  character => character !== '\r' && CONTROL.test(character),
);

/**
 * Finds what may not simply be taken out of a line: all but colours, OSC strings and the erasure of what stands to the
 * right, where nothing does. BEL is not looked for, because it ends an OSC string.
 */
const MOVING =
  /[\x00-\x06\x08\x0b-\x1a\x1c-\x1f\x7f\x9b]|\x1b(?!\[(?:[\d;:]*m|0?K)|\]\d[^\x07\x1b\x18\x1a\x80-\x9f]*(?:\x07|\x1b\\)|\\)/;

/**
 * True for a text without any control code but for line ends: LF and CRLF. One character may stand for one byte. A search
 * for one character is so much faster than a character class that all of them, over lines of many kilobytes, take a third
 * of the time (100-character lines, Node 20: 33 ns a line, not 97).
 */
export function isPlainText(text: string): boolean {
  return !CONTROLS.some(character => text.includes(character)) && !(text.includes('\r') && /\r(?!\n)/.test(text));
}

/** The text without its codes where they only colour or link it; undefined where they do more. */
export function withoutColours(text: string): string | undefined {
  if (!text.includes('\x1b') || MOVING.test(text)) return undefined;
  const shown = stripAnsi(text);
  return shown.includes('\x07') || shown.includes('\x1b') ? undefined : shown;
}
