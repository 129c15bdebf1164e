/** What a gap in a search says of the hits that it leaves out, held against RAW. */
import { HitTally } from '../text/hit-tally.js';
import { openSearchReader } from '../text/hits.js';
import { leadOf } from '../text/lead.js';
import { formatMark, type Mark } from '../text/marker.js';
import type { Row } from './rows.js';

export interface HitsCheck {
  /** Every row of RAW, in order. */
  read(row: Row): void;
  /** Counts anew. */
  begin(): void;
  /** Lines of the list that have not come yet. */
  readonly left: number;
  /** What was read since then is what the mark says of it. */
  check(mark: Mark & { kind: 'gap' }): string | undefined;
  /** Takes a line of the list. */
  take(line: string): string | undefined;
}

/** @param lead what a runner writes before each line. */
export function openHits(lead: RegExp | undefined): HitsCheck {
  const reader = openSearchReader();
  let tally = new HitTally();
  let last = 0;
  let list: readonly string[] = [];
  return {
    read({ text, number, through }) {
      const isPiece = number === last;
      last = through;
      if (!isPiece) tally.add(reader.read(text.slice(leadOf(text, lead).length)));
    },
    begin() {
      tally = new HitTally();
    },
    get left() {
      return list.length;
    },
    check(mark) {
      const hits = tally.toHits();
      const said = formatMark(mark).split('\n', 1)[0];
      if (hits === undefined || formatMark({ ...mark, hits }).split('\n', 1)[0] !== said)
        return `the gap says ${mark.hits?.hits} hits, but RAW has ${hits?.hits ?? 'none'} there, or in other files`;
      list = hits.list;
      return undefined;
    },
    take(line) {
      const [said] = list;
      list = list.slice(1);
      return line === said ? undefined : `the files of the gap should say ${JSON.stringify(said)}`;
    },
  };
}
