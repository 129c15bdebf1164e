/** The settings of one place: a file, the environment, a caller. */
import { printable } from '../text/printable.js';
import { checkValue } from './check-value.js';
import {
  camelOf,
  isKey,
  isOwner,
  isOwnKey,
  type KeyName,
  keyNames,
  OWN_KEYS,
  OWNERS,
  type Owner,
  type Value,
} from './keys.js';

/** Where a value comes from, the weakest first. `given`: the caller of the library, or a request. */
export const LAYERS = ['default', 'user', 'project', 'environment', 'given'] as const;
export type LayerName = (typeof LAYERS)[number];

export interface Source {
  readonly layer: LayerName;
  readonly file?: string;
  /** Of the file; found when asked for. */
  readonly line?: number | undefined;
  readonly variable?: string;
}

/** What is wrong with one value, or with a whole file. */
export interface Problem {
  readonly source: Source;
  /** As it stands there: `tokenjuice.ccr.ttl_secs`; undefined: the file itself. */
  readonly key: string | undefined;
  readonly isUnknownKey: boolean;
  /** The setting that stays what it would be without this value. */
  readonly setting?: string;
  /** What is wrong, and what is done now. A sentence. */
  readonly message: string;
}

export interface Entry {
  readonly value: Value;
  readonly source: Source;
}

/** What one place sets, checked. */
export interface Layer {
  /** By key, `agents.NAME.KEY` and `hosts.NAME.KEY` among them. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly problems: readonly Problem[];
}

export const EMPTY_LAYER: Layer = { entries: new Map(), problems: [] };

/** A place as tables in tables. */
export interface Tree {
  readonly values: Readonly<Record<string, unknown>>;
  /** What the place calls the tree: `tokenjuice`. */
  readonly above: readonly string[];
  /** How keys are written there. */
  readonly style: 'toml' | 'camel';
  /** Where a path in it stands. */
  sourceOf(path: readonly string[]): Source;
  /** For a `~` in paths. */
  readonly home: string;
}

const MAX_OWNER_NAME = 200;

/** A tree while it is read. */
interface Reading {
  readonly tree: Tree;
  readonly entries: Map<string, Entry>;
  readonly problems: Problem[];
  /** The name of a setting or a table as the tree writes it. */
  written(name: string): string;
  /** The same the other way round; empty for what is neither. */
  nameOf(written: string): string;
}

/** One thing that a tree says. */
interface Said {
  /** Names from the top of the tree. */
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Reads all that a tree sets. What cannot be used is a problem each. */
export function readTree(tree: Tree): Layer {
  const written = (name: string): string => (tree.style === 'toml' ? name : camelOf(name));
  const known = new Map([...keyNames.flatMap(key => key.split('.')), ...OWNERS].map(name => [written(name), name]));
  const nameOf = (name: string): string => known.get(name) ?? '';
  const reading: Reading = { tree, entries: new Map(), problems: [], written, nameOf };
  readTable(reading, '', { path: [], value: tree.values });
  return reading;
}

/** @param prefix of the keys that stand in the table: `ccr.`; empty at the top. */
function readTable(reading: Reading, prefix: string, { path, value: table }: Said): void {
  for (const said of partsOf(path, table)) {
    const name = reading.nameOf(said.path.at(-1) ?? '');
    const key = prefix + name;
    const isTableName = prefix === '' && name !== '' && isNameOfTable(name);
    if (isTableName && !isTable(said.value)) complain(reading, said, 'it is the name of a table, and no setting.');
    else if (isTableName && isOwner(name))
      for (const owner of partsOf(said.path, said.value)) readOwner(reading, name, owner);
    else if (isTableName) readTable(reading, `${name}.`, said);
    else if (isKey(key)) readValue(reading, key, { ...said, name: key });
    else complainOfUnknown(reading, said, namesBelow(prefix));
  }
}

const isNameOfTable = (name: string): boolean => isOwner(name) || keyNames.some(key => key.startsWith(`${name}.`));

function readOwner(reading: Reading, table: Owner, owner: Said): void {
  const name = owner.path.at(-1) ?? '';
  if (!isTable(owner.value) || name.length > MAX_OWNER_NAME) {
    complain(reading, owner, `it is no table of ${CALLED[table]}. Give it a table, as ${table}.NAME.`);
    return;
  }
  for (const said of partsOf(owner.path, owner.value)) {
    const key = reading.nameOf(said.path.at(-1) ?? '');
    if (isOwnKey(key)) readValue(reading, key, { ...said, name: `${table}.${name}.${key}` });
    else complainOfUnknown(reading, said, OWN_KEYS);
  }
}

const CALLED: Readonly<Record<Owner, string>> = { agents: 'an agent', hosts: 'a host' };

/** What stands in a table. Undefined is what a caller has not set. */
const partsOf = (path: readonly string[], table: unknown): readonly Said[] =>
  Object.entries(isTable(table) ? table : {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ path: [...path, name], value }));

/** @param said `name`: under which the value is kept. */
function readValue(reading: Reading, key: KeyName, said: Said & { readonly name: string }): void {
  const { tree, entries } = reading;
  const checked = checkValue(key, said.value, tree.home);
  if ('fault' in checked) complain(reading, said, `${checked.fault}.`, { setting: said.name });
  else entries.set(said.name, { value: checked.value, source: tree.sourceOf(said.path) });
}

function complainOfUnknown(reading: Reading, said: Said, names: readonly string[]): void {
  const known = names.map(reading.written).join(', ');
  complain(reading, said, `there is no such setting. Known here: ${known}.`, { isUnknownKey: true });
}

function complain({ tree, problems }: Reading, { path }: Said, message: string, more: Partial<Problem> = {}): void {
  const key = keyText([...tree.above, ...path]);
  problems.push({ source: tree.sourceOf(path), key, isUnknownKey: false, message, ...more });
}

/** What may stand in a table. */
const namesBelow = (prefix: string): readonly string[] => {
  const below = keyNames.filter(key => key.startsWith(prefix)).map(key => key.slice(prefix.length).split('.')[0] ?? '');
  return [...new Set([...below, ...(prefix === '' ? OWNERS : [])])];
};

/** A table of TOML, or an object that a caller has written down. */
export const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isPlain(value);

/** A date is an object too. */
const isPlain = (value: object): boolean =>
  Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;

/** As TOML writes it. */
export const keyText = (path: readonly string[]): string =>
  printable(path.map(name => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name))).join('.'), 200);
