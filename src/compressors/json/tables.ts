/** Lists of objects inside a JSON value as tables below it. */
import { BadForm } from '../compressor.js';
import { findColumns, hasConstants } from './columns.js';
import type { Json, Tree } from './read.js';
import { readHeader, readRow, writeHeader, writeOddRow, writeRow } from './rows.js';
import { tightLength } from './write.js';

/** A list of fewer objects stays as it is. */
const MIN_ROWS = 3;
/** So much of its characters a table must save, and so many where it stands below what it is a part of. */
const MIN_SAVING = 0.1;
const MIN_SAVED_CHARS = 240;

/** A value whose lists of objects stand below it. */
export interface Framed {
  /** The value, with `<12 rows>` where a list stood. */
  readonly frame: Json;
  /** Header and rows of each, in order. */
  readonly lines: readonly string[];
  /** `12 rows`, and what a reader of their header should know. */
  readonly about: string;
}

/** Takes the tables out; undefined where there are none that save. */
export function frameTables(value: Json, isLate: () => boolean): Framed | undefined {
  const lines: string[] = [];
  let rows = 0;
  let hasConstants = false;
  const walk = (each: Json): Json => {
    if (typeof each === 'string' || isLate()) return each;
    const table = tableOf(each, each === value ? 0 : MIN_SAVED_CHARS);
    if (table !== undefined) {
      for (const line of table.lines) lines.push(line);
      hasConstants ||= table.hasConstants;
      rows += each.values.length;
      return placeOf(each.values.length);
    }
    return { keys: each.keys, values: each.values.map(walk) };
  };
  const frame = walk(value);
  return lines.length === 0 || isLate() ? undefined : { frame, lines, about: aboutRows(rows, hasConstants) };
}

/** What stands in a value for a table below it. */
export const placeOf = (rows: number): string => `<${rows} rows>`;

/** What a label says of its tables: `12 rows, key=value in every row`. */
export const aboutRows = (rows: number, hasConstants: boolean): string =>
  `${rows} rows${hasConstants ? ', key=value in every row' : ''}`;

interface Table {
  /** Header and rows. */
  readonly lines: readonly string[];
  readonly hasConstants: boolean;
}

/** Undefined where it is no list of objects, or saves nothing. */
function tableOf(tree: Tree, minSaved: number): Table | undefined {
  const { keys, values } = tree;
  if (keys !== undefined || values.length < MIN_ROWS || !values.every(isRow)) return undefined;
  const columns = findColumns(values);
  if (columns === undefined) return undefined;
  const lines = [writeHeader(columns.list), ...values.map(row => writeRow(row, columns) ?? writeOddRow(row))];
  const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
  const flat = tightLength(tree);
  if (flat - chars < Math.max(minSaved, flat * MIN_SAVING)) return undefined;
  return { lines, hasConstants: hasConstants(columns.list) };
}

const isRow = (value: Json): value is Tree => typeof value === 'object' && value.keys !== undefined;

/**
 * Puts the tables back.
 * @param first line of the body where they begin, from 1.
 * @throws {BadForm}
 */
export function unframeTables(frame: Json, text: string, first: number): Json {
  const lines = text.split('\n');
  let at = 0;
  const walk = (value: Json): Json => {
    const rows = typeof value === 'string' ? /^<(\d+) rows>$/.exec(value)?.[1] : undefined;
    if (rows !== undefined) return readTable(Number(rows));
    return typeof value === 'string' ? value : { keys: value.keys, values: value.values.map(walk) };
  };
  const readTable = (count: number): Tree => {
    const header = lines[at];
    if (header === undefined || at + count >= lines.length)
      throw new BadForm(first + lines.length, `${count} rows are announced, but the text ends before the last`);
    const columns = readHeader(header, first + at);
    const values = lines.slice(at + 1, at + 1 + count).map((line, i) => readRow(line, columns, first + at + 1 + i));
    at += count + 1;
    return { keys: undefined, values };
  };
  const value = walk(frame);
  if (at < lines.length) throw new BadForm(first + at, 'a line stands below the last row');
  return value;
}
