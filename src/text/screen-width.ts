/** How many columns of a terminal a character takes. Matters only where a program moves the cursor. */

/** Made when first asked for: to read these classes takes Node some milliseconds, and most text is ASCII. */
const tables = once(() => ({
  /** East Asian wide and fullwidth characters (UAX #11), and what Unicode shows as an emoji by default. */
  wide: /[\p{Emoji_Presentation}\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u4dbf\u4dc0-\u4dff\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u,
  /** Regional indicators come in pairs, one column each, though each alone is an emoji. */
  narrow: /[\u{1f1e6}-\u{1f1ff}]/u,
  /** Marks, joiners and other formats that sit on the character before them. The soft hyphen is shown. */
  zero: /[\p{Mn}\p{Me}\u1160-\u11ff\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/u,
  emoji: /\p{Extended_Pictographic}/u,
}));

const ASCII = /^[ -~]*$/;

const ZERO_WIDTH_JOINER = '\u200d';
const EMOJI_STYLE = '\ufe0f';

/** True for text of which every character takes one column. */
export function isNarrow(text: string): boolean {
  return ASCII.test(text);
}

/** 0, 1 or 2 columns for one character (a code point). */
export function columnsOf(character: string): 0 | 1 | 2 {
  if (character < '\u0300') return 1;
  const { zero, wide, narrow } = tables();
  if (zero.test(character)) return 0;
  return wide.test(character) && !narrow.test(character) ? 2 : 1;
}

/** True where a character melts into the cell before it: after a joiner, or as the skin tone of an emoji. */
export function joins(before: string, character: string): boolean {
  if (before.endsWith(ZERO_WIDTH_JOINER)) return tables().emoji.test(character);
  return character >= '\u{1f3fb}' && character <= '\u{1f3ff}' && tables().emoji.test(before);
}

/** True where `character` asks for the emoji form of a character that is otherwise one column wide. */
export function widens(before: string, character: string): boolean {
  return character === EMOJI_STYLE && tables().emoji.test(before);
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
