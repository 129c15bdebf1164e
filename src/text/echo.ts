/** Long lines that have been shown, so that another of the same text needs only to say how it begins. */

/** Shorter lines are as cheap as the mark that would stand for them. */
const MIN_CHARS = 72;
/** Longer ones are not remembered. */
const MAX_CHARS = 2_048;
/** So many are remembered; the oldest is forgotten first. */
export const MAX_ECHO_LINES = 512;
/** Characters of the line that the mark shows, the fewest that tell it from all others that are remembered. */
const SHOWN_CHARS = [32, 48, 64];

export interface Echoes {
  /** The line is in the output, whole. */
  show(text: string): void;
  /** How the line begins, where it has been shown and nothing else that begins so. */
  beginningOf(text: string): string | undefined;
  has(text: string): boolean;
}

export function openEchoes(maxLines = MAX_ECHO_LINES): Echoes {
  const shown = new Set<string>();
  return {
    show(text) {
      if (text.length < MIN_CHARS || text.length > MAX_CHARS) return;
      shown.delete(text);
      shown.add(text);
      const oldest = shown.size > maxLines ? shown.values().next().value : undefined;
      if (oldest !== undefined) shown.delete(oldest);
    },
    beginningOf(text) {
      if (!shown.has(text)) return undefined;
      const beginnings = SHOWN_CHARS.map(chars => text.slice(0, chars).replace(/[\ud800-\udbff]$/, ''));
      const others = [...shown].filter(other => other !== text);
      return beginnings.find(beginning => !others.some(other => other.startsWith(beginning)));
    },
    has: text => shown.has(text),
  };
}
