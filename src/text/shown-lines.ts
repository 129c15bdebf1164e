/** Lines that have been shown, in order, so that a block of them needs not to be shown again. */

/** Of longer lines only the beginning is remembered; none of them is found again. */
const MAX_CHARS = 2_048;
/** Characters of a block's first line that its mark shows, the fewest that tell it from all other lines. */
const SHOWN_CHARS = [32, 48, 64, 96, 128];

export interface ShownLines {
  /** Shown so far, breaks included: where the next line will stand. */
  readonly end: number;
  /** The line is in the output as it is. */
  show(text: string): void;
  /** Something else stands there: no block goes over it. */
  break(): void;
  /** What stands at a place; undefined for a break, and for what has been forgotten. */
  at(place: number): string | undefined;
  /** Where the text stands, the last time. */
  placeOf(text: string): number | undefined;
  /** Where the last line stands that begins so. */
  lastOf(beginning: string): number | undefined;
}

/** @param maxLines so many are remembered; the oldest are forgotten first. */
export function openShownLines(maxLines: number): ShownLines {
  let lines: (string | undefined)[] = [];
  /** Place of the first of them. */
  let first = 0;
  const places = new Map<string, number>();

  const add = (text: string | undefined): void => {
    lines.push(text);
    if (lines.length <= 2 * maxLines) return;
    const gone = lines.slice(0, maxLines);
    lines = lines.slice(maxLines);
    first += maxLines;
    for (const each of gone) if (each !== undefined && (places.get(each) ?? first) < first) places.delete(each);
  };
  return {
    get end() {
      return first + lines.length;
    },
    show(text) {
      const isLong = text.length > MAX_CHARS;
      if (!isLong) places.set(text, first + lines.length);
      add(isLong ? `${text.slice(0, MAX_CHARS)}\n` : text);
    },
    break() {
      if (lines[lines.length - 1] !== undefined) add(undefined);
    },
    at: place => lines[place - first],
    placeOf: text => places.get(text),
    lastOf(beginning) {
      const at = lines.findLastIndex(line => line?.startsWith(beginning));
      return at === -1 ? undefined : first + at;
    },
  };
}

/** How the line at `place` begins, where no line below it begins so; undefined where that cannot be said. */
export function beginningAt(lines: ShownLines, place: number): string | undefined {
  const text = lines.at(place) ?? '';
  const beginnings = SHOWN_CHARS.map(chars => text.slice(0, chars).replace(/[\ud800-\udbff]$/, ''));
  return beginnings.find(beginning => beginning.trim() !== '' && lines.lastOf(beginning) === place);
}
