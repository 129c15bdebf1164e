/** Long lines that have been shown, so that another of the same text needs only to say how it begins. */

/** Shorter lines are as cheap as the mark that would stand for them. */
const MIN_CHARS = 72;
/** Of longer ones only the beginning is remembered. */
const MAX_CHARS = 2_048;
/** So many lines that a mark could mean are remembered; the oldest is forgotten first. */
export const MAX_ECHO_LINES = 1_024;
/** Characters of the line that the mark shows, the fewest that tell it from all others that are remembered. */
const SHOWN_CHARS = [32, 48, 64];
const MIN_SHOWN_CHARS = 32;
const MAX_SHOWN_CHARS = 64;

export interface Echoes {
  /** The line is in the output: whole, or no other line's mark could mean it but by its beginning. */
  show(text: string): void;
  /** How the line begins, where it has been shown and nothing else that begins so. */
  beginningOf(text: string): string | undefined;
  /** Of the lines that begin so, the text is the last that has been shown. */
  isLastOf(beginning: string, text: string): boolean;
}

export function openEchoes(maxLines = MAX_ECHO_LINES): Echoes {
  const shown = new Set<string>();
  return {
    show(text) {
      if (text.length < MIN_SHOWN_CHARS) return;
      const known = text.length > MAX_CHARS ? text.slice(0, MAX_SHOWN_CHARS) : text;
      shown.delete(known);
      shown.add(known);
      const oldest = shown.size > maxLines ? shown.values().next().value : undefined;
      if (oldest !== undefined) shown.delete(oldest);
    },
    beginningOf(text) {
      if (text.length < MIN_CHARS || !shown.has(text)) return undefined;
      const beginnings = SHOWN_CHARS.map(chars => text.slice(0, chars).replace(/[\ud800-\udbff]$/, ''));
      const others = [...shown].filter(other => other !== text);
      return beginnings.find(beginning => !others.some(other => other.startsWith(beginning)));
    },
    isLastOf: (beginning, text) => [...shown].findLast(each => each.startsWith(beginning)) === text,
  };
}
