/** Which columns a table of objects has: what most rows say, in the order in which they say it, objects taken apart. */
import { type Json, readValue, type Tree } from './read.js';

/** A place in a row: keys from the outside in, as they stand in the text; in a list a number, from 0. */
export type Path = readonly string[];

/** One column of a table. */
export interface Column {
  readonly path: Path;
  /** What every row says that does not say otherwise; undefined: each has a cell. */
  readonly usual: Json | undefined;
  /** By which kind of value a row is not out of the ordinary; undefined: there is no such kind. */
  readonly kind: ValueKind | undefined;
  /** Each row says it with its key, since no two rows say the same. */
  readonly isKey: boolean;
}

/** What stands in a cell, as far as a reader would wonder. */
export type ValueKind = 'text' | 'number' | 'below 0' | 'yes or no' | 'null' | 'tree';

/** What the rows have at one place. */
export interface Place {
  readonly path: Path;
  /** Rows that have it. */
  count: number;
  /** Of these, how many have an object there, or a short list of objects, that may be taken apart. */
  trees: number;
  /** A scalar that most of them have there, if any has a majority. */
  usual: Json | undefined;
  /** How many more have it than anything else that was seen beside it. */
  votes: number;
  readonly kinds: Map<ValueKind, number>;
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
const MAX_LIST = 32;
/** Fewer rows are too few to say what is always so. */
const MIN_ROWS_FOR_USUAL = 3;
/** A row that says otherwise says the key too. */
const MIN_VOTES_SHARE = 0.7;
/** Of fewer rows all must say so. */
const MIN_ROWS_FOR_OTHERS = 8;

export interface Columns {
  readonly list: readonly Column[];
  readonly root: Place;
}

/**
 * The columns of these rows; undefined where they have too little in common.
 * @param isKeyed their key is in front already.
 */
export function findColumns(rows: readonly Tree[], isKeyed = false): Columns | undefined {
  const root = openPlace([]);
  for (const row of rows) count(root, row, 0);
  if (root.order.length === 0 || root.order.length > MAX_KEYS) return undefined;
  root.isOpen = true;
  const list: Column[] = [];
  const add = (place: Place, isAlways: boolean): void => {
    const { path, usual, count, votes } = place;
    const minVotes = count * (count < MIN_ROWS_FOR_OTHERS ? 1 : MIN_VOTES_SHARE);
    const isUsual = isAlways && count >= MIN_ROWS_FOR_USUAL && votes >= minVotes;
    place.column = list.length;
    list.push({ path, usual: isUsual ? usual : undefined, kind: kindOfMost(place), isKey: false });
  };
  /** @param isAlways each row has it, unless something else stands in the place of what it is a part of. */
  const walk = (place: Place, isAlways: boolean): void => {
    place.isOpen = isRegular(place);
    const plain = place.isOpen ? place.count - place.trees : place.count;
    if (plain >= rows.length * MIN_COLUMN_SHARE) add(place, isAlways);
    if (!place.isOpen) return;
    for (const key of place.order) {
      const inner = place.inner.get(key) as Place;
      walk(inner, isAlways && inner.count === place.trees);
    }
  };
  for (const key of root.order) {
    const place = root.inner.get(key) as Place;
    walk(place, place.count === rows.length);
  }
  const cells = list.filter(({ usual }) => usual === undefined);
  const mayBeKey = isKeyed || cells.length < MIN_CELLS_FOR_KEY ? [] : cells.slice(0, MAX_KEY_PLACE);
  const key = mayBeKey.find(({ path }) => isDistinct(rows, path));
  if (key !== undefined) list[list.indexOf(key)] = { ...key, isKey: true };
  return list.length === 0 ? undefined : { list, root };
}

/** A key is one of the first of a row's columns. */
const MAX_KEY_PLACE = 3;
/** Shorter rows are read at a glance. */
const MIN_CELLS_FOR_KEY = 4;
const MAX_KEY_CHARS = 40;

/** No two rows say the same there, and it is short. */
function isDistinct(rows: readonly Tree[], path: Path): boolean {
  const seen = new Set<string>();
  for (const row of rows) {
    const value = path.length === 1 ? row.values[row.keys?.indexOf(path[0] ?? '') ?? -1] : undefined;
    if (typeof value !== 'string' || value === 'null' || value.length > MAX_KEY_CHARS || seen.has(value)) return false;
    seen.add(value);
  }
  return true;
}

/** So many must be of a kind, that others are out of the ordinary. */
const MOST = 0.9;

function kindOfMost({ count, kinds }: Place): ValueKind | undefined {
  for (const [kind, times] of kinds) if (times >= count * MOST) return kind;
  return undefined;
}

export function kindOf(value: Json): ValueKind {
  if (typeof value !== 'string') return 'tree';
  const first = value.charCodeAt(0);
  if (first === 0x22) return 'text';
  if (first === 0x2d) return 'below 0';
  if (value === 'null') return 'null';
  return first >= 0x30 && first <= 0x39 ? 'number' : 'yes or no';
}

/** Whether the header says what rows say. */
export const hasUsual = (columns: readonly Column[]): boolean => columns.some(({ usual }) => usual !== undefined);

const openPlace = (path: Path): Place => ({
  path,
  count: 0,
  trees: 0,
  usual: undefined,
  votes: 0,
  kinds: new Map(),
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

/** What has the majority is found by votes: each other value takes one away. */
function see(place: Place, value: Json): void {
  if (place.votes === 0 && typeof value === 'string') {
    place.usual = value;
    place.votes = 1;
  } else if (place.usual === value) place.votes += 1;
  else if (place.votes > 0) place.votes -= 1;
  place.count += 1;
  const kind = kindOf(value);
  place.kinds.set(kind, (place.kinds.get(kind) ?? 0) + 1);
}

/** Most of what stands here has the same keys. */
function isRegular({ trees, inner, order }: Place): boolean {
  if (trees === 0 || order.length > MAX_KEYS) return false;
  let filled = 0;
  for (const each of inner.values()) filled += each.count;
  return filled >= order.length * trees * MIN_FILL;
}

const INDEX = /^\d+$/;

/** True for a path's part that counts the elements of a list. */
export const isIndex = (part: string | undefined): boolean => part !== undefined && INDEX.test(part);

/** `"metadata"."labels"."app.kubernetes.io/name"`, `"spec"."containers".0."image"`: keys are looked for with their quotes. */
export const writePath = (path: Path): string => path.join('.');

/** A path and where the text goes on behind it; undefined where none begins. */
export function readPath(text: string, start: number): { readonly path: Path; readonly end: number } | undefined {
  const path: string[] = [];
  let at = start;
  for (;;) {
    const end = text[at] === '"' ? readValue(text, at)?.end : indexEnd(text, at);
    if (end === undefined || end === at) return undefined;
    path.push(text.slice(at, end));
    at = end;
    if (text[at] !== '.') return { path, end: at };
    at += 1;
  }
}

/** Whether one place is within another. */
export const isBelow = (path: Path, above: Path | undefined): boolean =>
  above !== undefined && path.length > above.length && above.every((part, at) => part === path[at]);

function indexEnd(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) >= 0x30 && text.charCodeAt(end) <= 0x39) end += 1;
  return end;
}
