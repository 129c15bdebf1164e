/**
 * Rows of a table, one a line, and its header:
 *
 *     "id","name","active":true,"owner"."login"      columns; what rows say that do not say otherwise; objects are taken apart
 *     "id":1,Ada,ada                                 a key is named; strings without quotes where nothing else could be meant
 *     "id":2,"null",,                                nothing between commas: the row has no such key
 *     "id":3,Eve,"active":false,"reason":"left",eve  what few rows say, where it stands
 *     "id":5,Kim,[{"x":1,"y":2},[3,4]]               in a list, an object of the same keys as the one before
 *     {"name":"Bob","id":4}                          a row with other keys, or in another order
 */
import { BadForm } from '../compressor.js';
import {
  type Column,
  type Columns,
  isBelow,
  isIndex,
  isObject,
  keyAt,
  kindOf,
  mayOpen,
  type Path,
  type Place,
  readPath,
  writePath,
} from './columns.js';
import { packLists, unpackLists } from './lists.js';
import { isSame, type Json, readJson, readValue, type Tree } from './read.js';
import { writeTight } from './write.js';

/** A cell: the value at a place, or that there is none. */
type Cell = { readonly path: Path; readonly value: Json };

const LITERAL = /^(?:true|false|null|NaN|-?Infinity|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** Anything else in front would make it a cell of another kind, or be lost in sight. */
const BARE = /^[^\s,"[{>\\][^,\\]*$/;
/** Between a key and its value, as in the text. */
const COLON = / *: */y;

/** The header, without which no row can be read. */
export const writeHeader = (columns: readonly Column[], colon: string): string =>
  columns.map(({ path, usual }) => (usual === undefined ? writePath(path) : writePair(path, usual, colon))).join(',');

const writePair = (path: Path, value: Json, colon: string): string => writePath(path) + colon + writeTight(value);

/** The columns that a header names. @throws {BadForm} */
export function readHeader(text: string, line: number): readonly Column[] {
  const columns: Column[] = [];
  let at = 0;
  for (;;) {
    const read = readPath(text, at);
    if (read === undefined) throw new BadForm(line, `no column begins at character ${at + 1} of the header`);
    at = read.end;
    const pair = readPairValue(text, at, line);
    at = pair?.end ?? at;
    columns.push({ path: read.path, usual: pair?.value, kind: undefined, isKey: false });
    if (at === text.length) return columns;
    if (text[at] !== ',') throw new BadForm(line, `a comma is missing at character ${at + 1} of the header`);
    at += 1;
  }
}

/** The value behind a key; undefined where no colon stands. @throws {BadForm} */
function readPairValue(
  text: string,
  at: number,
  line: number,
): { readonly value: Json; readonly end: number } | undefined {
  COLON.lastIndex = at;
  if (!COLON.test(text)) return undefined;
  const read = readValue(text, COLON.lastIndex);
  if (read === undefined) throw new BadForm(line, `no JSON value begins at character ${COLON.lastIndex + 1}`);
  return read;
}

/** A row as a line; undefined where it cannot be told by these columns. @param colon between a key and its value. */
export function writeRow(row: Tree, columns: Columns, colon: string): string | undefined {
  const cells: string[] = [];
  const { list } = columns;
  let next = 0;
  /** A key without a column, or one that comes twice: the row may be read in another way. */
  let isDoubtful = false;
  /** What the row has in the place of columns below it. */
  let whole: Path | undefined;
  /** Up to this column: the row does not have them. */
  const pass = (to: number): boolean => {
    for (; next < to; next += 1) {
      const { path, usual } = list[next] as Column;
      if (usual === undefined) cells.push('');
      else if (isBelow(path, whole)) isDoubtful = true;
      else return false;
    }
    return true;
  };
  const put = (place: Place | undefined, path: Path, value: Json): boolean => {
    if (place?.column === undefined) {
      isDoubtful = true;
      cells.push(writePair(path, value, colon));
      whole = path;
      return true;
    }
    if (place.column < next || !pass(place.column)) return false;
    whole = path;
    const { usual, kind, isKey } = list[next] as Column;
    next += 1;
    const isOdd = usual === undefined ? isKey || (kind !== undefined && kind !== kindOf(value)) : !isSame(usual, value);
    if (isOdd) cells.push(writePair(path, value, colon));
    else if (usual === undefined) {
      const cell = writeCell(value);
      if (cell === undefined) return false;
      cells.push(cell);
    }
    return true;
  };
  const walk = ({ keys, values }: Tree, above: Place): boolean =>
    values.every((value, index) => {
      const key = keyAt(keys, index);
      const place = above.inner.get(key);
      if (place?.isOpen && mayOpen(value)) {
        isDoubtful ||= keys !== undefined && keys.indexOf(key) !== index;
        return walk(value, place);
      }
      return put(place, place?.path ?? [...above.path, key], value);
    });
  if (!walk(row, columns.root) || !pass(list.length)) return undefined;
  let last = cells.length;
  while (last > 0 && cells[last - 1] === '') last -= 1;
  const line = cells.slice(0, last).join(',');
  // Else its cells stand in the order of their columns, and can be read in one way only.
  return line.startsWith('{') || (isDoubtful && !readsAs(line, list, row)) ? undefined : line;
}

function readsAs(line: string, columns: readonly Column[], row: Tree): boolean {
  try {
    return isSame(readCells(line, columns, 0), row);
  } catch (error) {
    if (error instanceof BadForm) return false;
    throw error;
  }
}

/** The row that a line tells. @throws {BadForm} */
export function readRow(text: string, columns: readonly Column[], line: number): Tree {
  if (!text.startsWith('{')) return readCells(text, columns, line);
  const value = readJson(text);
  if (!isObject(value)) throw new BadForm(line, 'the row is no JSON object');
  return value;
}

/** A row that no columns can tell. */
export const writeOddRow = (row: Tree): string => writeTight(row);

function readCells(text: string, columns: readonly Column[], line: number): Tree {
  const builder = openBuilder(line);
  let next = 0;
  /** What the row has in the place of columns below it. */
  let whole: Path | undefined;
  /** Up to the next column that rows have a cell for, or to where the row says something else. */
  const putUsual = (other?: Path): void => {
    for (;;) {
      const { path, usual } = columns[next] ?? {};
      if (path === undefined || usual === undefined || isBelow(path, other)) return;
      next += 1;
      if (other !== undefined && isSamePath(path, other)) return;
      if (!isBelow(path, whole)) builder.put({ path, value: usual });
    }
  };
  for (let at = 0; at < text.length; ) {
    const pair = text[at] === '"' ? readPair(text, at, line) : undefined;
    if (pair !== undefined) {
      putUsual(pair.path);
      if (isSamePath(columns[next]?.path ?? [], pair.path)) next += 1;
      builder.put(pair);
      whole = pair.path;
      at = pair.end;
    } else {
      putUsual();
      const column = columns[next];
      if (column === undefined) throw new BadForm(line, 'there are more cells than columns');
      next += 1;
      const cell = text[at] === ',' ? { value: undefined, end: at } : readCell(text, at, line);
      if (cell.value !== undefined) {
        builder.put({ path: column.path, value: cell.value });
        whole = column.path;
      }
      at = cell.end;
    }
    if (at === text.length) break;
    if (text[at] !== ',') throw new BadForm(line, `a comma is missing at character ${at + 1}`);
    at += 1;
    if (at === text.length) throw new BadForm(line, 'a comma stands at the end');
  }
  for (; next < columns.length; next += 1) putUsual();
  return builder.root;
}

const isSamePath = (one: Path, other: Path): boolean =>
  one.length === other.length && one.every((part, at) => part === other[at]);

/** A key with its value; undefined for a string that is a cell. */
function readPair(text: string, start: number, line: number): (Cell & { readonly end: number }) | undefined {
  const name = readPath(text, start);
  const pair = name === undefined ? undefined : readPairValue(text, name.end, line);
  return name === undefined || pair === undefined ? undefined : { path: name.path, ...pair };
}

interface Builder {
  readonly root: Tree;
  put(cell: Cell): void;
}

/** An object made of its leaves, in their order. */
function openBuilder(line: number): Builder {
  const root: Tree = { keys: [], values: [] };
  /** Not those that are a cell's own value. */
  const made = new Set<Json>();
  const add = (tree: Tree, part: string, value: Json): void => {
    if (tree.keys === undefined ? part !== String(tree.values.length) : isIndex(part))
      throw new BadForm(line, `${part} cannot stand here: lists are counted from 0, and objects have names`);
    tree.keys?.push(part);
    tree.values.push(value);
  };
  return {
    root,
    put({ path, value }) {
      let tree = root;
      for (let depth = 0; depth < path.length - 1; depth += 1) {
        const part = path[depth] ?? '';
        const isList = isIndex(path[depth + 1]);
        const last = tree.values.length - 1;
        let inner = keyAt(tree.keys, last) === part ? tree.values[last] : undefined;
        if (typeof inner !== 'object' || !made.has(inner) || (inner.keys === undefined) !== isList) {
          inner = { keys: isList ? undefined : [], values: [] };
          made.add(inner);
          add(tree, part, inner);
        }
        tree = inner;
      }
      add(tree, path[path.length - 1] ?? '', value);
    },
  };
}

/** Undefined for a list that would be read as another one. */
function writeCell(value: Json): string | undefined {
  if (typeof value !== 'string') {
    const packed = packLists(value);
    return packed === undefined ? undefined : writeTight(packed);
  }
  if (value.charCodeAt(0) !== 0x22) return value;
  const inside = value.slice(1, -1);
  return BARE.test(inside) && !LITERAL.test(inside) && !inside.endsWith(' ') ? inside : value;
}

function readCell(text: string, at: number, line: number): { readonly value: Json; readonly end: number } {
  const first = text[at] ?? '';
  if (first === '"' || first === '[' || first === '{') {
    const read = readValue(text, at);
    if (read === undefined) throw new BadForm(line, `no JSON value begins at character ${at + 1}`);
    return { value: unpackLists(read.value, line), end: read.end };
  }
  const comma = text.indexOf(',', at);
  const end = comma < 0 ? text.length : comma;
  const word = text.slice(at, end);
  return { value: LITERAL.test(word) ? word : `"${word}"`, end };
}
