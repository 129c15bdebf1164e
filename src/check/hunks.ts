/** What a gap inside a diff says of the lines that it leaves out, held against the hunks of RAW. */
import { type DiffPart, openDiff } from '../text/diff.js';
import { leadOf } from '../text/lead.js';
import type { Changes } from '../text/marker.js';
import type { Row } from './rows.js';

export interface Hunks {
  /** Every row of RAW, in order. */
  read(row: Row): void;
  /** Counts anew. */
  begin(): void;
  /** What was read since then is of one file's hunks, and adds and removes so many lines. */
  check(changes: Changes): string | undefined;
}

/** @param lead what a runner writes before each line. */
export function openHunks(lead: RegExp | undefined): Hunks {
  const diff = openDiff();
  let before: Row | undefined;
  let part: DiffPart | undefined;
  let [added, removed] = [0, 0];
  /** The first row that is in no hunk. */
  let outside: Row | undefined;
  return {
    read(row) {
      // A piece of a line is what its beginning was.
      if (before?.number !== row.number) {
        part = diff.read(row.text.slice(leadOf(row.text, lead).length));
        if (part === 'added') added += 1;
        if (part === 'removed') removed += 1;
      }
      if (part === undefined || HEADERS.includes(part)) outside ??= row;
      before = row;
    },
    begin() {
      [added, removed, outside] = [0, 0, undefined];
    },
    check(changes) {
      if (outside !== undefined)
        return `the gap says it is inside hunks of a diff, but raw line ${outside.number} is not`;
      if (changes.added === added && changes.removed === removed) return undefined;
      return `the gap says +${changes.added} -${changes.removed}, but RAW has +${added} -${removed} there`;
    },
  };
}

const HEADERS: readonly DiffPart[] = ['file', 'index', 'old', 'new'];
