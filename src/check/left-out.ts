/** What OUT leaves out of RAW, counted by shape: what recaps and counts are held against. */
import type { LineRange } from '../line.js';
import type { Count } from '../text/marker.js';
import { passedSignOf } from '../text/passed-sign.js';
import { evidenceOf, isPassedLine } from '../text/severity.js';
import { shapeOf } from '../text/shape.js';
import type { Row } from './rows.js';

interface Recap {
  readonly count: number;
  readonly range: LineRange;
  readonly text: string;
}

export interface LeftOut {
  /** Raw lines left out so far, but for the last of each run, which is shown. */
  readonly lines: number;
  readonly rows: number;
  add(row: Row): void;
  /** The run that was just added ends with the line shown, and all of it has one shape. */
  checkRun(mark: Recap): string | undefined;
  checkRecap(mark: Recap): string | undefined;
  checkCounts(counts: readonly Count[]): string | undefined;
}

interface Kind {
  count: number;
  first: number;
  last: number;
  text: string;
}

export function openLeftOut(): LeftOut {
  const kinds = new Map<number, Kind>();
  const words = new Map<string, number>();
  let lines = 0;
  let rows = 0;
  let latest: { row: Row; shape: number; since: number } | undefined;

  const countWords = (text: string): void => {
    const label = isPassedLine(text) ? passedSignOf(text) : evidenceOf(text);
    if (label !== undefined) words.set(label, (words.get(label) ?? 0) + 1);
  };
  return {
    get lines() {
      return lines;
    },
    get rows() {
      return rows;
    },
    add(row) {
      const shape = shapeOf(row.text);
      lines += row.through - row.number + 1;
      rows += 1;
      latest = { row, shape, since: latest?.shape === shape ? latest.since : row.number };
      const kind = kinds.get(shape);
      if (kind === undefined) kinds.set(shape, { count: 1, first: row.number, last: row.through, text: row.text });
      else {
        kind.count += 1;
        kind.last = row.through;
        kind.text = row.text;
      }
      countWords(row.text);
    },
    checkRun(mark) {
      if (latest?.row.text !== mark.text) return 'the run does not end with this line';
      if (latest.since > mark.range.from)
        return `not all lines of the run ${mark.range.from}-${mark.range.to} have one shape`;
      lines -= latest.row.through - latest.row.number + 1;
      const kind = kinds.get(latest.shape);
      if (kind !== undefined) kind.count -= 1;
      return undefined;
    },
    checkRecap(mark) {
      const kind = kinds.get(shapeOf(mark.text));
      if (kind === undefined) return 'no line of this shape is left out';
      if (kind.text !== mark.text || kind.last !== mark.range.to)
        return `the last line of this shape is line ${kind.last}, and it differs`;
      if (mark.count > kind.count)
        return `the recap says ${mark.count} lines, but ${kind.count} of this shape are left out`;
      if (mark.count < kind.count || kind.first !== mark.range.from)
        return `${kind.count} lines of this shape are left out since line ${kind.first}, not ${mark.count} since ${mark.range.from}`;
      return undefined;
    },
    checkCounts(counts) {
      for (const { count, label } of counts) {
        const known = words.get(label) ?? 0;
        if (count > known) return `${count} lines "${label}" are counted, but ${known} are left out`;
      }
      return undefined;
    },
  };
}
