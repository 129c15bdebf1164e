/**
 * Rows of a table, one a line, and its header:
 *
 *     id,name,active=true,owner.login     columns; what every row says stands here; objects are taken apart
 *     1,Ada,ada                           strings without quotes where nothing else could be meant
 *     2,"null",,                          nothing between commas: the row has no such key
 *     3,Eve,+reason=left,eve              a key that few rows have, where it stands
 *     {"name":"Bob","id":4}               a row with other keys, or in another order
 */
import { BadForm } from '../compressor.js';
import {
  type Column,
  type Columns,
  isIndex,
  isObject,
  keyAt,
  mayOpen,
  type Path,
  type Place,
  readPath,
  writePath,
} from './columns.js';
import { isSame, type Json, readJson, readValue, type Tree } from './read.js';
import { writeTight } from './write.js';

/** A cell: the value at a place, or that there is none. */
type Cell = { readonly path: Path; readonly value: Json };

const LITERAL = /^(?:true|false|null|NaN|-?Infinity|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
/** Anything else in front would make it a cell of another kind, or be lost in sight. */
const BARE = /^[^\s,"[{+>\\][^,\\]*$/;
/** Before the bare name of a key that has no column. */
const EXTRA = '+';

/** The header, without which no row can be read. */
export const writeHeader = (columns: readonly Column[]): string =>
  columns
    .map(({ path, constant }) => writePath(path) + (constant === undefined ? '' : `=${writeCell(constant)}`))
    .join(',');

/** The columns that a header names. @throws {BadForm} */
export function readHeader(text: string, line: number): readonly Column[] {
  const columns: Column[] = [];
  let at = 0;
  for (;;) {
    const read = readPath(text, at);
    if (read === undefined) throw new BadForm(line, `no column begins at character ${at + 1} of the header`);
    at = read.end;
    let constant: Json | undefined;
    if (text[at] === '=') {
      const cell = readCell(text, at + 1, line);
      constant = cell.value;
      at = cell.end;
    }
    columns.push({ path: read.path, constant });
    if (at === text.length) return columns;
    if (text[at] !== ',') throw new BadForm(line, `a comma is missing at character ${at + 1} of the header`);
    at += 1;
  }
}

/** A row as a line; undefined where it cannot be told by these columns. */
export function writeRow(row: Tree, columns: Columns): string | undefined {
  const cells: string[] = [];
  const { list } = columns;
  let next = 0;
  /** A key without a column, or one that comes twice: the row may be read in another way. */
  let isDoubtful = false;
  /** Up to this column: the row does not have them, or says what the header does. */
  const pass = (to: number): boolean => {
    for (; next < to; next += 1) {
      if (list[next]?.constant !== undefined) return false;
      cells.push('');
    }
    return true;
  };
  const put = (place: Place | undefined, path: Path, value: Json): boolean => {
    if (place?.column === undefined) {
      isDoubtful = true;
      cells.push(`${EXTRA}${writePath(path)}=${writeCell(value)}`);
      return true;
    }
    if (place.column < next || !pass(place.column)) return false;
    const constant = list[next]?.constant;
    next += 1;
    if (constant === undefined) cells.push(writeCell(value));
    return constant === undefined || isSame(constant, value);
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
  const putConstants = (): void => {
    for (;;) {
      const column = columns[next];
      if (column?.constant === undefined) return;
      builder.put({ path: column.path, value: column.constant });
      next += 1;
    }
  };
  for (let at = 0; at < text.length; ) {
    putConstants();
    if (text[at] === EXTRA) at = readExtra(text, at, line, builder);
    else {
      const column = columns[next];
      if (column === undefined) throw new BadForm(line, 'there are more cells than columns');
      next += 1;
      const cell = text[at] === ',' ? { value: undefined, end: at } : readCell(text, at, line);
      if (cell.value !== undefined) builder.put({ path: column.path, value: cell.value });
      at = cell.end;
    }
    if (at === text.length) break;
    if (text[at] !== ',') throw new BadForm(line, `a comma is missing at character ${at + 1}`);
    at += 1;
    if (at === text.length) throw new BadForm(line, 'a comma stands at the end');
  }
  for (; next < columns.length; next += 1) putConstants();
  return builder.root;
}

function readExtra(text: string, start: number, line: number, builder: Builder): number {
  const name = readPath(text, start + 1);
  if (name === undefined || text[name.end] !== '=') throw new BadForm(line, `no key begins at character ${start + 2}`);
  const { value, end } = readCell(text, name.end + 1, line);
  builder.put({ path: name.path, value });
  return end;
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

function writeCell(value: Json): string {
  if (typeof value !== 'string') return writeTight(value);
  if (value.charCodeAt(0) !== 0x22) return value;
  const inside = value.slice(1, -1);
  return BARE.test(inside) && !LITERAL.test(inside) && !inside.endsWith(' ') ? inside : value;
}

function readCell(text: string, at: number, line: number): { readonly value: Json; readonly end: number } {
  const first = text[at] ?? '';
  if (first === '"' || first === '[' || first === '{') {
    const read = readValue(text, at);
    if (read === undefined) throw new BadForm(line, `no JSON value begins at character ${at + 1}`);
    return read;
  }
  const comma = text.indexOf(',', at);
  const end = comma < 0 ? text.length : comma;
  const word = text.slice(at, end);
  return { value: LITERAL.test(word) ? word : `"${word}"`, end };
}
