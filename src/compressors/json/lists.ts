/** Lists of objects in a cell: one that has the same keys as the object before says its values alone, `[{"x":1,"y":2},[3,4]]`. */
import { BadForm } from '../compressor.js';
import type { Json, Tree } from './read.js';

const isObject = (value: Json | undefined): value is Tree & { keys: string[] } =>
  typeof value === 'object' && value.keys !== undefined;

const isList = (value: Json): boolean => typeof value === 'object' && value.keys === undefined;

/** Undefined where a list holds lists behind objects: they would be read as objects. */
export function packLists(value: Json): Json | undefined {
  if (typeof value === 'string') return value;
  const values: Json[] = [];
  let before: readonly string[] | undefined;
  for (const each of value.values) {
    if (value.keys === undefined && before !== undefined && isList(each)) return undefined;
    const packed = packLists(each);
    if (packed === undefined) return undefined;
    const keys = isObject(each) ? each.keys : undefined;
    const isLike = value.keys === undefined && keys !== undefined && haveSame(keys, before);
    values.push(isLike && typeof packed === 'object' ? { keys: undefined, values: packed.values } : packed);
    before = keys ?? before;
  }
  return { keys: value.keys, values };
}

/** The way back. @throws {BadForm} */
export function unpackLists(value: Json, line: number): Json {
  if (typeof value === 'string') return value;
  const values: Json[] = [];
  let before: readonly string[] | undefined;
  for (const each of value.values) {
    const isRow = value.keys === undefined && before !== undefined && isList(each);
    const unpacked = isRow ? withKeys(each, before ?? [], line) : unpackLists(each, line);
    if (isObject(unpacked)) before = unpacked.keys;
    values.push(unpacked);
  }
  return { keys: value.keys, values };
}

/** An object of whose values alone is told. */
function withKeys(value: Json, keys: readonly string[], line: number): Json {
  const values = typeof value === 'string' ? [] : value.values;
  if (values.length !== keys.length)
    throw new BadForm(line, `a list has ${values.length} values for ${keys.length} keys`);
  return { keys: [...keys], values: values.map(each => unpackLists(each, line)) };
}

const haveSame = (keys: readonly string[], before: readonly string[] | undefined): boolean =>
  before !== undefined &&
  keys.length > 0 &&
  keys.length === before.length &&
  keys.every((key, at) => key === before[at]);
