/** Lists of objects inside a JSON value as tables below it. */
import { BadForm } from '../compressor.js';
import { findColumns, hasUsual, isObject } from './columns.js';
import type { Json, Tree } from './read.js';
import { readHeader, readRow, writeHeader, writeOddRow, writeRow } from './rows.js';
import { tightLength } from './write.js';

/** A list of fewer objects stays as it is. */
const MIN_ROWS = 3;
/**
 * So much of its characters a table must save, since what is looked for as `"key": value` is no longer found in it, and so
 * many where it stands below what it is a part of.
 */
const MIN_SAVING: Readonly<Record<Rows, number>> = { rows: 0.2, pairs: 0.05, 'rows by key': 0.4 };
const MIN_SAVED_CHARS = 240;

/** Members of an object that are alike, and its members that are no objects: fewer stay as they are. */
const MIN_KEYS = 4;
const MIN_PAIRS = 100;
const KEY = '"key"';
const VALUE = '"value"';

/** What a table's rows are: of a list, of an object with their keys first, or an object's scalars with their keys. */
type Rows = 'rows' | 'rows by key' | 'pairs';

/** A value whose lists of objects stand below it. */
export interface Framed {
  /** The value, with `<12 rows>` where a list stood. */
  readonly frame: Json;
  /** Header and rows of each, in order. */
  readonly lines: readonly string[];
  /** `12 rows`, and what a reader of their header should know. */
  readonly about: string;
}

/** Takes the tables out; undefined where there are none that save. @param colon between keys and values. */
export function frameTables(value: Json, colon: string, isLate: () => boolean): Framed | undefined {
  const lines: string[] = [];
  let rows = 0;
  let hasUsual = false;
  const walk = (each: Json): Json => {
    if (typeof each === 'string' || isLate()) return each;
    const table = tableOf(each, colon, each === value ? 0 : MIN_SAVED_CHARS);
    if (table !== undefined) {
      for (const line of table.lines) lines.push(line);
      hasUsual ||= table.hasUsual;
      rows += each.values.length;
      return placeOf(each.values.length, table.of);
    }
    return { keys: each.keys, values: each.values.map(walk) };
  };
  const frame = walk(value);
  return lines.length === 0 || isLate() ? undefined : { frame, lines, about: aboutRows(rows, hasUsual) };
}

/** What stands in a value for a table below it. */
export const placeOf = (rows: number, of: Rows = 'rows'): string => `<${rows} ${of}>`;

/** What a label says of its tables: `12 rows, key: value in rows that say no other`. */
export const aboutRows = (rows: number, hasUsual: boolean): string =>
  `${rows} rows${hasUsual ? ', key: value in rows that say no other' : ''}`;

interface Table {
  /** Header and rows. */
  readonly lines: readonly string[];
  readonly of: Rows;
  readonly hasUsual: boolean;
}

/** Undefined where it is no list of objects, or saves nothing. */
function tableOf(tree: Tree, colon: string, minSaved: number): Table | undefined {
  const of = kindOfRows(tree);
  const rows = of === undefined ? undefined : rowsOf(tree, of);
  const columns = rows === undefined ? undefined : findColumns(rows, of !== 'rows');
  if (of === undefined || rows === undefined || columns === undefined) return undefined;
  const lines = [
    writeHeader(columns.list, colon),
    ...rows.map(row => writeRow(row, columns, colon) ?? writeOddRow(row)),
  ];
  const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
  const flat = tightLength(tree);
  if (flat - chars < Math.max(minSaved, flat * MIN_SAVING[of])) return undefined;
  return { lines, of, hasUsual: hasUsual(columns.list) };
}

function kindOfRows({ keys, values }: Tree): Rows | undefined {
  if (keys === undefined) return values.length >= MIN_ROWS && values.every(isObject) ? 'rows' : undefined;
  if (keys.length >= MIN_KEYS && values.every(isObject)) return 'rows by key';
  return keys.length >= MIN_PAIRS && values.every(value => typeof value === 'string') ? 'pairs' : undefined;
}

const rowsOf = ({ keys, values }: Tree, of: Rows): readonly Tree[] =>
  of === 'rows'
    ? (values as Tree[])
    : values.map((value, at) => {
        const key = keys?.[at] ?? '';
        return typeof value === 'string'
          ? { keys: [KEY, VALUE], values: [key, value] }
          : { keys: [KEY, ...(value.keys ?? [])], values: [key, ...value.values] };
      });

/** The list or object whose table the rows are. @throws {BadForm} */
function ofRows(rows: readonly Tree[], of: Rows, line: number): Tree {
  if (of === 'rows') return { keys: undefined, values: [...rows] };
  const keys: string[] = [];
  const values = rows.map(({ keys: names = [], values: [key, ...rest] }, at): Json => {
    const isPair = names.length === 2 && names[1] === VALUE && typeof rest[0] === 'string';
    if (names[0] !== KEY || typeof key !== 'string' || key.charCodeAt(0) !== 0x22 || (of === 'pairs' && !isPair))
      throw new BadForm(line + at, 'the row has no key, or no value');
    keys.push(key);
    return of === 'pairs' ? (rest[0] as Json) : { keys: names.slice(1), values: rest };
  });
  return { keys, values };
}

/**
 * Puts the tables back.
 * @param first line of the body where they begin, from 1.
 * @throws {BadForm}
 */
export function unframeTables(frame: Json, text: string, first: number): Json {
  const lines = text.split('\n');
  let at = 0;
  const walk = (value: Json): Json => {
    const place = typeof value === 'string' ? /^<(\d+) (rows|rows by key|pairs)>$/.exec(value) : null;
    if (place !== null) return readTable(Number(place[1]), place[2] as Rows);
    return typeof value === 'string' ? value : { keys: value.keys, values: value.values.map(walk) };
  };
  const readTable = (count: number, of: Rows): Tree => {
    const header = lines[at];
    if (header === undefined || at + count >= lines.length)
      throw new BadForm(first + lines.length, `${count} rows are announced, but the text ends before the last`);
    const columns = readHeader(header, first + at);
    const values = lines.slice(at + 1, at + 1 + count).map((line, i) => readRow(line, columns, first + at + 1 + i));
    at += count + 1;
    return ofRows(values, of, first + at - count);
  };
  const value = walk(frame);
  if (at < lines.length) throw new BadForm(first + at, 'a line stands below the last row');
  return value;
}
