/**
 * A finding that says what another one above in the same file says: `13:5 [as 12:5]`, and neighbours that say the same,
 * `13:5 15:5 [as 12:5]`. One reading of an output's lines for the fold that writes such rows and for the check that reads them.
 */
import { beginsWithPlace } from './group.js';
import { formatDitto, parseDitto, parseLineMark } from './marker.js';

/** A row below the name of its file: the place, and what is said of it. */
const BELOW_NAME = /^(\s+(\d+:\d+)\s+)(\S.*)$/;
/** A row in a group of findings. */
const IN_GROUP = /^((\d+(?::\d+)?):?\s+)(\S.*)$/;

export interface Dittos {
  /** The next line of the output, as it stands there or would stand. Returns its short form, if a row above says the same. */
  shorten(text: string): string | undefined;
  /** The same, of a line that may be a short form: what it stands for. */
  expand(text: string): string;
  /** A mark stands between the lines. */
  pass(mark: string): void;
}

interface Row {
  readonly before: string;
  readonly place: string;
  readonly message: string;
}

/** Messages remembered for one file. */
const MAX_ROWS = 1_024;

export function openDittos(): Dittos {
  /** What was said last of a place, and the place of which a thing was said first. */
  let said = new Map<string, string>();
  let placeOf = new Map<string, string>();
  /** Findings to come in the group. */
  let left = 0;

  const forget = (): void => {
    if (said.size > 0) {
      said = new Map();
      placeOf = new Map();
    }
  };
  const rowOf = (text: string): Row | undefined => {
    const [, before, place = '', message = ''] = (left > 0 ? IN_GROUP : BELOW_NAME).exec(text) ?? [];
    if (left > 0) left -= beginsWithPlace(text) ? 1 : 0;
    // A name, or what follows the list: places are those of another file from here on.
    else if (/^\S/.test(text)) forget();
    return before === undefined ? undefined : { before, place, message };
  };
  const learn = ({ place, message }: Row): void => {
    if (said.size >= MAX_ROWS) forget();
    said.set(place, message);
    if (said.get(placeOf.get(message) ?? '') !== message) placeOf.set(message, place);
  };
  return {
    shorten(text) {
      const row = rowOf(text);
      if (row === undefined) return undefined;
      const place = placeOf.get(row.message);
      const isSame = place !== undefined && place !== row.place && said.get(place) === row.message;
      learn(row);
      return isSame ? row.before + formatDitto(place) : undefined;
    },
    expand(text) {
      const row = rowOf(text);
      if (row === undefined) return text;
      const message = said.get(parseDitto(row.message) ?? '') ?? row.message;
      learn({ ...row, message });
      return row.before + message;
    },
    pass(mark) {
      const group = parseLineMark(mark);
      if (group?.kind === 'findings') {
        forget();
        left = group.count;
      } else if (left === 0) forget();
    },
  };
}

/** Places of rows, and what they all say. */
const JOINED = /^(\s*)((?:\d+(?::\d+)?:?\s+)+)(\[as \d+(?::\d+)?\])$/;
const PLACE = /(\d+(?::\d+)?:?)(\s+)/g;

/** The rows of which a line is made, `13:5 [as 12:5]` and `15:5 [as 12:5]`; a line of any other form is itself one. */
export function splitDittos(text: string): readonly string[] {
  const [, margin = '', places, message] = (text.endsWith(']') && JOINED.exec(text)) || [];
  if (places === undefined || message === undefined) return [text];
  const found = [...places.matchAll(PLACE)];
  return found.map(([, place, blanks = ''], at) => {
    const own = at === found.length - 1 ? blanks : blanks.slice(0, Math.max(1, blanks.length - margin.length));
    return margin + place + own + message;
  });
}

/** One line for several rows; undefined where they could not be told apart in it, or do not say the same. */
export function joinDittos(rows: readonly string[]): string | undefined {
  const last = rows[rows.length - 1] ?? '';
  const said = last.slice(last.lastIndexOf('['));
  if (!rows.every(row => row.endsWith(said))) return undefined;
  const joined = rows.map(row => row.slice(0, -said.length)).join('') + said;
  const split = splitDittos(joined);
  return split.length === rows.length && rows.every((row, at) => row === split[at]) ? joined : undefined;
}
