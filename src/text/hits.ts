/** The lines of a search: `a.ts:12: text`, `12: text` below a line that names the file, and what `rg --json` writes. */

/** What a line is: a hit in `file`, or another line that a search writes. */
export interface SearchLine {
  /** Undefined: a line around a hit, a heading, a blank line, or a separator. */
  readonly file: string | undefined;
}

/** Says of each line, in order, what a search says in it; undefined: nothing that is known. */
export interface SearchReader {
  /** The text is no search's: nothing more is found. */
  readonly isOff: boolean;
  read(line: string): SearchLine | undefined;
}

/** So many lines of a text show whether it is a search's; where fewer than half of them are, nobody looks further. */
const SHOWING_LINES = 64;
/** What is looked at of a line. */
const MAX_PATH_CHARS = 1_024;

const PLACE = /^((?:[A-Za-z]:[\\/])?[^\s:"<>|;][^:"<>|;]*):\d+:/;
const NEAR = /^((?:[A-Za-z]:[\\/])?[^:"<>|;]+?\.[A-Za-z]\w*|[^:"<>|;\s]+)-\d+-/;
/** The file of a line around a hit, and that line says `:12:` itself. */
const NEAR_PLACE = /\.[A-Za-z]\w*-\d+-/;
/** Below a line that names the file. A time of day is no place. */
const NUMBERED = /^\d+(?::(?!\d\d:\d\d\b)|-)/;
const DAY_AND_HOUR = /\d-\d\d[T ]\d\d$/;
const JSON_LINE = /^\{"type":"(begin|match|context|end)","data":\{"path":\{"(text|bytes)":"((?:[^"\\]|\\.)*)"/;
const JSON_SUMMARY = /^\{"data":\{"elapsed_total":|^\{"type":"summary",/;

const OTHER: SearchLine = { file: undefined };

/** A reader for one text. */
export function openSearchReader(): SearchReader {
  let heading: string | undefined;
  let isBelowBlank = true;
  let lines = 0;
  let known = 0;

  const look = (line: string): SearchLine | undefined => {
    if (line === '' || line === '--') {
      isBelowBlank ||= line === '';
      return OTHER;
    }
    const wasBelowBlank = isBelowBlank;
    isBelowBlank = false;
    const head = line.slice(0, MAX_PATH_CHARS);
    if (head.startsWith('{"')) return ofJson(head);
    if (heading !== undefined && NUMBERED.test(head)) return /^\d+:/.test(head) ? { file: heading } : OTHER;
    const file = PLACE.exec(head)?.[1];
    if (file !== undefined && isFile(file)) return NEAR_PLACE.test(file) ? OTHER : { file };
    if (wasBelowBlank && isFile(head) && !head.includes(':')) {
      heading = line;
      return OTHER;
    }
    return NEAR.test(head) ? OTHER : undefined;
  };
  const isOff = (): boolean => lines >= SHOWING_LINES && known < SHOWING_LINES / 2;
  return {
    get isOff() {
      return isOff();
    },
    read(line) {
      if (isOff()) return undefined;
      const found = look(line);
      if (lines < SHOWING_LINES) {
        lines += 1;
        if (found !== undefined && line !== '') known += 1;
      }
      return found;
    },
  };
}

/** A name with an ending or a folder, or one like `Makefile`. */
const isFile = (name: string): boolean =>
  /[\p{L}_]/u.test(name) &&
  !DAY_AND_HOUR.test(name) &&
  (/[\\/]/.test(name) || /^[^\s(]*[^\s(]\.\w{1,12}$/.test(name) || /^[A-Z]\w+$/.test(name));

function ofJson(line: string): SearchLine | undefined {
  const [, type, form, path = ''] = JSON_LINE.exec(line) ?? [];
  if (type === undefined) return JSON_SUMMARY.test(line) ? OTHER : undefined;
  if (type !== 'match') return OTHER;
  try {
    const name = JSON.parse(`"${path}"`) as string;
    return { file: form === 'text' ? name : Buffer.from(name, 'base64').toString('utf8') };
  } catch {
    return undefined;
  }
}
