/** An entry of a list in a file of JSON: put in, found, taken out, with all else as it was. */
import { getNodeValue, type Node } from 'jsonc-parser';
import type { Json } from '../host.js';
import { type Change, changed, memberOf, nextSign, parseFile, refusal, type Tree } from './json-tree.js';

export interface ListPlace {
  readonly path: string;
  readonly at: readonly string[];
  /** Whether a value of the list, or of a list in it, is of our making. */
  isOurs(value: unknown): boolean;
}

/** The text with `entry` in its list once; as it is, where it stands there. @throws {JuiceError} BAD_USE, see `parseFile`. */
export function withEntry(file: string, place: ListPlace, entry: Json): string {
  const tree = parseFile(place.path, file);
  const { deepest, rest } = descend(place, tree.root);
  if (rest.length > 0) {
    const value = rest.slice(1).reduceRight<Json>((inner, name) => ({ [name]: inner }), [entry]);
    return withChild(tree, deepest, { name: rest[0], value });
  }
  const ours = entriesIn(deepest, place);
  const [first, ...others] = ours;
  if (first === undefined) return withChild(tree, deepest, { name: undefined, value: entry });
  // What stands beside ours in one entry is somebody's: only our part of it is looked at.
  const isWhole = first.parent === deepest;
  const wanted = isWhole ? entry : innermost(entry, place);
  const isSame = JSON.stringify(getNodeValue(first)) === JSON.stringify(wanted);
  const changes = isSame ? [] : [replacement(tree, first, wanted)];
  const once = changed(tree.text, changes);
  if (others.length === 0) return isSame ? file : tree.bom + once;
  return withoutNodes(parseFile(place.path, tree.bom + once), place, 1);
}

/** The text without what is ours. @param created containers that go too, if nothing is left in them. */
export function withoutEntries(file: string, place: ListPlace, created: number): string {
  if (entriesOf(file, place).length === 0) return file;
  const text = withoutNodes(parseFile(place.path, file), place, 0);
  return withoutEmpty(text, place, { created, kind: 'array' });
}

/** Values of ours in the list. @throws {JuiceError} BAD_USE, see `parseFile`. */
export function entriesOf(file: string, place: ListPlace): readonly unknown[] {
  const { deepest, rest } = descend(place, parseFile(place.path, file).root);
  return rest.length > 0 ? [] : entriesIn(deepest, place).map(node => getNodeValue(node) as unknown);
}

/** All that the list holds. */
export function listOf(file: string, { path, at }: Pick<ListPlace, 'path' | 'at'>): readonly unknown[] {
  const { deepest, rest } = descend({ path, at }, parseFile(path, file).root);
  return rest.length > 0 ? [] : (getNodeValue(deepest) as readonly unknown[]);
}

/** The value at a place; undefined where there is none. */
export function valueAt(file: string, path: string, at: readonly string[]): unknown {
  let node: Node | undefined = parseFile(path, file).root;
  for (const name of at) node = node?.type === 'object' ? memberOf(path, node, name) : undefined;
  return node === undefined ? undefined : (getNodeValue(node) as unknown);
}

/** How many containers on the way to the list, the list included, are not there. */
export const missingOf = (file: string, place: Pick<ListPlace, 'path' | 'at'>): number =>
  descend(place, parseFile(place.path, file).root).rest.length;

interface Found {
  /** The last container on the way that is there. */
  readonly deepest: Node;
  /** What is not. */
  readonly rest: readonly string[];
}

/** @throws {JuiceError} BAD_USE where something else stands in the way. */
function descend({ path, at }: Pick<ListPlace, 'path' | 'at'>, root: Node, last: 'array' | 'object' = 'array'): Found {
  let deepest = root;
  for (const [depth, name] of at.entries()) {
    const next = memberOf(path, deepest, name);
    if (next === undefined) return { deepest, rest: at.slice(depth) };
    const wanted = depth === at.length - 1 ? last : 'object';
    if (next.type !== wanted)
      throw refusal(path, `${at.slice(0, depth + 1).join('.')} is of another kind than ${wanted}`);
    deepest = next;
  }
  return { deepest, rest: [] };
}

/** Ours, or the parts of it that are, where an entry holds others' too. */
function entriesIn(list: Node, place: ListPlace): readonly Node[] {
  return (list.children ?? []).flatMap(node => {
    if (!place.isOurs(getNodeValue(node))) return [];
    const inner = innerList(node);
    const parts = inner?.children?.filter(part => place.isOurs(getNodeValue(part))) ?? [];
    return inner === undefined || parts.length === (inner.children?.length ?? 0) || parts.length === 0 ? [node] : parts;
  });
}

const innerList = (node: Node): Node | undefined =>
  node.children?.map(({ children }) => children?.[1]).find(value => value?.type === 'array');

/** Our part of an entry as we would write it. */
function innermost(entry: Json, place: ListPlace): Json {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return entry;
  const list = Object.values(entry).find(value => Array.isArray(value)) as readonly Json[] | undefined;
  return list?.find(value => place.isOurs(value)) ?? entry;
}

function replacement({ text, eol, indent }: Tree, node: Node, value: Json): Change {
  return {
    from: node.offset,
    to: node.offset + node.length,
    text: textFor(value, { eol, indent, at: linesIndent(text, node.offset) }),
  };
}

interface Style {
  readonly eol: string;
  readonly indent: string;
  /** Of the line that it begins in. */
  readonly at: string;
}

const textFor = (value: Json, { eol, indent, at }: Style): string =>
  JSON.stringify(value, undefined, indent).replaceAll('\n', eol + at);

const linesIndent = (text: string, offset: number): string =>
  /(?:^|[\n\r])([ \t]*)[^\n\r]*$/.exec(text.slice(0, offset))?.[1] ?? '';

/** Puts a value at the end of a list, or of an object under a name. */
function withChild(
  { bom, text, eol, indent }: Tree,
  container: Node,
  { name, value }: { readonly name: string | undefined; readonly value: Json },
): string {
  const close = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const outer = linesIndent(text, container.offset);
  const isOnOneLine = last !== undefined && !/[\n\r]/.test(text.slice(container.offset, close));
  const inner = last === undefined || isOnOneLine ? outer + indent : linesIndent(text, last.offset);
  const label = name === undefined ? '' : `${JSON.stringify(name)}: `;
  const written = isOnOneLine ? JSON.stringify(value) : textFor(value, { eol, indent, at: inner });
  // Behind a comment that ends the line, everything would be in it.
  const end = text.slice(0, close).trimEnd().length;
  const before = isOnOneLine ? ' ' : eol + inner;
  const after = last === undefined && end === container.offset + 1 ? eol + outer : '';
  const changes: Change[] = [
    { from: end, to: last === undefined && after !== '' ? close : end, text: before + label + written + after },
  ];
  if (last !== undefined) {
    const lastEnd = last.offset + last.length;
    const hasComma = text[nextSign(text, lastEnd)] === ',';
    if (!hasComma && lastEnd === end) changes[0] = { from: end, to: end, text: `,${before}${label}${written}` };
    else if (!hasComma) changes.push({ from: lastEnd, to: lastEnd, text: ',' });
  }
  return bom + changed(text, changes);
}

/** Takes out what is ours but for the first `keep` of it. */
function withoutNodes(tree: Tree, place: ListPlace, keep: number): string {
  const { deepest, rest } = descend(place, tree.root);
  const last = rest.length > 0 ? undefined : entriesIn(deepest, place).slice(keep).at(-1);
  if (last?.parent === undefined) return tree.bom + tree.text;
  return withoutNodes(parseFile(place.path, withoutChild(tree, last.parent, last)), place, keep);
}

interface Emptying {
  /** How many containers may go. */
  readonly created: number;
  readonly kind: 'array' | 'object';
}

/** Takes out the list and what is around it, from the inside, as far as nothing is left in it: not even somebody's words. */
function withoutEmpty(file: string, place: ListPlace, { created, kind }: Emptying): string {
  if (created === 0) return file;
  const tree = parseFile(place.path, file);
  const { deepest, rest } = descend(place, tree.root, kind);
  const inside = tree.text.slice(deepest.offset + 1, deepest.offset + deepest.length - 1);
  const property = deepest.parent;
  if (rest.length > 0 || inside.trim() !== '' || property?.parent === undefined) return file;
  const fewer = withoutChild(tree, property.parent, property);
  return withoutEmpty(fewer, { ...place, at: place.at.slice(0, -1) }, { created: created - 1, kind: 'object' });
}

/** Takes a value out of its list, or a property out of its object, with its comma, and with its line where it has one of its own. */
function withoutChild({ bom, text }: Tree, container: Node, child: Node): string {
  const end = child.offset + child.length;
  const comma = nextSign(text, end);
  const isFollowed = text[comma] === ',';
  const to = isFollowed && text.slice(end, comma).trim() === '' ? comma + 1 : end;
  const lineStart = text.lastIndexOf('\n', child.offset - 1) + 1;
  const blankAfter = /^[ \t]*(?=\r?\n|$)/.exec(text.slice(to));
  const isOwnLine = text.slice(lineStart, child.offset).trim() === '' && blankAfter !== null;
  const blankBefore = isOwnLine ? /\s*$/ : /[ \t]*$/;
  const from = child.offset - (blankBefore.exec(text.slice(0, child.offset))?.[0].length ?? 0);
  const changes: Change[] = [{ from, to: to + (isOwnLine ? (blankAfter?.[0].length ?? 0) : 0), text: '' }];
  const before = container.children?.[container.children.indexOf(child) - 1];
  if (isFollowed && to === end) changes.push({ from: comma, to: comma + 1, text: '' });
  if (!isFollowed && before !== undefined) {
    const previous = nextSign(text, before.offset + before.length);
    changes.push({ from: previous, to: previous + 1, text: '' });
  }
  return bom + changed(text, changes);
}
