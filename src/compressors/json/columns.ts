/** Which columns a table of objects has: what most rows say, in the order in which they say it, objects taken apart. */
import { type Json, readValue, type Tree } from './read.js';

/** A place in a row: keys from the outside in, as they stand in the text; in a list a number, from 0. */
export type Path = readonly string[];

/** One column of a table. */
export interface Column {
  readonly path: Path;
  /** What every row says; undefined: each has a cell. */
  readonly constant: Json | undefined;
}

/** What the rows have at one place. */
export interface Place {
  readonly path: Path;
  /** Rows that have it. */
  count: number;
  /** Of these, how many have an object there, or a short list of objects, that may be taken apart. */
  trees: number;
  /** The only value that was seen, while there is only one. */
  constant: Json | undefined;
  readonly inner: Map<string, Place>;
  /** Keys of `inner` in order. */
  order: string[];
  /** Index in the list of columns; undefined: it has none. */
  column: number | undefined;
  /** What stands here is taken apart. */
  isOpen: boolean;
}

/** A place that fewer rows have is said in those rows alone. */
const MIN_COLUMN_SHARE = 0.2;
/** Objects are taken apart where each of their keys stands in so many of them. */
const MIN_FILL = 0.6;
/** More keys at one place are no columns. */
const MAX_KEYS = 128;
const MAX_DEPTH = 12;
/** Longer lists stay as they are. */
const MAX_LIST = 4;
/** Fewer rows are too few to say what is always so. */
const MIN_ROWS_FOR_CONSTANT = 3;

export interface Columns {
  readonly list: readonly Column[];
  readonly root: Place;
}

/** The columns of these rows; undefined where they have too little in common. */
export function findColumns(rows: readonly Tree[]): Columns | undefined {
  const root = openPlace([]);
  for (const row of rows) count(root, row, 0);
  if (root.order.length === 0 || root.order.length > MAX_KEYS) return undefined;
  root.isOpen = true;
  const list: Column[] = [];
  const add = (place: Place): void => {
    const { path, constant } = place;
    const isConstant = rows.length >= MIN_ROWS_FOR_CONSTANT && place.count === rows.length;
    place.column = list.length;
    list.push({ path, constant: isConstant ? constant : undefined });
  };
  const walk = (place: Place): void => {
    place.isOpen = isRegular(place);
    const plain = place.isOpen ? place.count - place.trees : place.count;
    if (plain >= rows.length * MIN_COLUMN_SHARE) add(place);
    if (place.isOpen) for (const key of place.order) walk(place.inner.get(key) as Place);
  };
  for (const key of root.order) walk(root.inner.get(key) as Place);
  return list.length === 0 ? undefined : { list, root };
}

/** Whether the header says what every row says. */
export const hasConstants = (columns: readonly Column[]): boolean =>
  columns.some(({ constant }) => constant !== undefined);

const openPlace = (path: Path): Place => ({
  path,
  count: 0,
  trees: 0,
  constant: undefined,
  inner: new Map(),
  order: [],
  column: undefined,
  isOpen: false,
});

export const isObject = (value: Json | undefined): value is Tree & { keys: string[] } =>
  typeof value === 'object' && value.keys !== undefined;

/** Whether a value may be taken apart: an object, or a short list of objects, none of them empty. */
export const mayOpen = (value: Json): value is Tree =>
  typeof value === 'object' &&
  value.values.length > 0 &&
  (value.keys !== undefined || (value.values.length <= MAX_LIST && value.values.every(isFullObject)));

const isFullObject = (value: Json): boolean => isObject(value) && value.values.length > 0;

function count(place: Place, { keys, values }: Tree, depth: number): void {
  let before = -1;
  for (let i = 0; i < values.length; i += 1) {
    const key = keyAt(keys, i);
    const value = values[i] ?? '';
    let inner = place.inner.get(key);
    if (inner === undefined) {
      if (place.order.length > MAX_KEYS) return;
      inner = openPlace([...place.path, key]);
      place.inner.set(key, inner);
      place.order.splice(before + 1, 0, key);
    }
    before = place.order[before + 1] === key ? before + 1 : place.order.indexOf(key);
    see(inner, value);
    if (depth < MAX_DEPTH && mayOpen(value)) {
      inner.trees += 1;
      count(inner, value, depth + 1);
    }
  }
}

/** The key at an index, or the index where there are none. */
export const keyAt = (keys: readonly string[] | undefined, index: number): string =>
  keys === undefined ? String(index) : (keys[index] ?? '');

function see(place: Place, value: Json): void {
  if (place.count === 0 && typeof value === 'string') place.constant = value;
  else if (place.constant !== value) place.constant = undefined;
  place.count += 1;
}

/** Most of what stands here has the same keys. */
function isRegular({ trees, inner, order }: Place): boolean {
  if (trees === 0 || order.length > MAX_KEYS) return false;
  let filled = 0;
  for (const each of inner.values()) filled += each.count;
  return filled >= order.length * trees * MIN_FILL;
}

const BARE_KEY = /^(?!\d+$)[\w$@:/-]+$/;
const INDEX = /^\d+$/;

/** True for a path's part that counts the elements of a list. */
export const isIndex = (part: string | undefined): boolean => part !== undefined && INDEX.test(part);

/** `metadata.labels."app.kubernetes.io/name"`, `spec.containers.0.image`. */
export const writePath = (path: Path): string =>
  path.map(key => (BARE_KEY.test(key.slice(1, -1)) ? key.slice(1, -1) : key)).join('.');

/** A path and where the text goes on behind it; undefined where none begins. */
export function readPath(text: string, start: number): { readonly path: Path; readonly end: number } | undefined {
  const path: string[] = [];
  let at = start;
  for (;;) {
    if (text[at] === '"') {
      const read = readValue(text, at);
      if (read === undefined) return undefined;
      path.push(text.slice(at, read.end));
      at = read.end;
    } else {
      const bare = /[\w$@:/-]+/y;
      bare.lastIndex = at;
      const found = bare.exec(text)?.[0];
      if (found === undefined) return undefined;
      path.push(isIndex(found) ? found : `"${found}"`);
      at += found.length;
    }
    if (text[at] !== '.') return { path, end: at };
    at += 1;
  }
}
