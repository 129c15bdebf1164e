/** Foreign words in our own lines: names of files, keys and patterns that somebody else chose. */

const MAX_CHARS = 160;
/** Control codes, what turns the direction of writing or is not seen at all, and line ends of their own. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** The text on one line, with nothing in it that a terminal would obey or hide; long ones are cut. */
export function printable(text: string, maxChars = MAX_CHARS): string {
  const shown = text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;
  return shown.replace(UNSEEN, sign => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}
