/** Source lines around one that an arrow points at, as Babel's code frames have them: no place need stand above. */

/** A source line behind its number, with the arrow in front of it or without. */
const NUMBERED = /^\s*(>)?\s*(\d+) \|(?: |$)/;
/** Marks under the line that is pointed at, and nothing beside them. */
const MARKS = /^\s*\|\s*\^[\^\s]*$/;
/** The same with a message. */
const LABEL = /^\s*\|\s*\^+ \S/;

interface Numbered {
  readonly number: number;
  readonly isPointedAt: boolean;
}

/**
 * Tells the lines above and below the one that is pointed at, and the marks under that; it stays itself, and so does what is
 * said of it.
 */
export function openPointedQuotes(): { read(text: string, next: string, later: string): boolean } {
  /** Number of the frame's next line; 0 outside of frames. */
  let coming = 0;
  return {
    read(text, next, later) {
      const line = numberedIn(text);
      if (line === undefined) {
        const isMarks = coming > 0 && MARKS.test(text);
        if (!isMarks && coming > 0 && !LABEL.test(text)) coming = 0;
        return isMarks;
      }
      const isIn = line.number === coming || begins(line, next, later);
      coming = isIn ? line.number + 1 : 0;
      return isIn && !line.isPointedAt;
    },
  };
}

/** The line that is pointed at comes, or has come. */
function begins({ number, isPointedAt }: Numbered, next: string, later: string): boolean {
  const second = numberedIn(next);
  if (isPointedAt) return MARKS.test(next) || LABEL.test(next) || second?.number === number + 1;
  if (second?.number !== number + 1) return false;
  const third = numberedIn(later);
  return second.isPointedAt || (third?.number === number + 2 && third.isPointedAt);
}

function numberedIn(text: string): Numbered | undefined {
  const [, arrow, number] = NUMBERED.exec(text) ?? [];
  return number === undefined ? undefined : { number: Number(number), isPointedAt: arrow !== undefined };
}
