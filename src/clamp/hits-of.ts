/** Which of the lines that may be left out are a search's hits, and in which file. */
import type { Line } from '../line.js';
import type { HitTally } from '../text/hit-tally.js';
import { openSearchReader, type SearchLine } from '../text/hits.js';

export interface HitsOf {
  /** Some line has been a hit. */
  readonly areThere: boolean;
  /** Every line of the text, in order. */
  see(line: Line): void;
  /** Adds the line, seen before, to the tally. */
  tell(line: Line, tally: HitTally): void;
}

/** A further piece of a line. */
const PIECE: SearchLine = { file: undefined };

/** Holds what is known of a line as long as the line. */
export function openHitsOf(): HitsOf {
  const reader = openSearchReader();
  const known = new WeakMap<Line, SearchLine>();
  let areThere = false;
  /** Some line stands for others, of which not each has been read. */
  let isLost = false;
  let last = 0;
  return {
    get areThere() {
      return areThere && !isLost;
    },
    see(line) {
      const isPiece = line.number === last;
      last = line.through;
      isLost ||= line.fold !== undefined && line.fold.base === undefined;
      if (isLost || reader.isOff) return;
      if (isPiece) {
        known.set(line, PIECE);
        return;
      }
      const { base = line.text, count = 1 } = line.fold ?? {};
      let said: SearchLine | undefined;
      for (let copy = 0; copy < count; copy += 1) said = reader.read(base);
      if (said !== undefined) known.set(line, said);
      areThere ||= said?.file !== undefined;
    },
    tell(line, tally) {
      const said = known.get(line);
      if (said !== PIECE) tally.add(said, line.fold?.count ?? 1);
    },
  };
}
