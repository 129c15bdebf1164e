/** What can be set, as code reads it: the shape of `KEYS`, with its defaults. */
import { camelOf, isOwner, KEYS, type KeyName, keyNames, type Owner, type OwnKey, type Value } from './keys.js';

type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name;

type ValueOf<Key extends KeyName> = (typeof KEYS)[Key] extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : (typeof KEYS)[Key]['preset'] extends boolean
    ? boolean
    : (typeof KEYS)[Key]['preset'] extends number
      ? number
      : string | undefined;

type InTable<Table extends string> = {
  readonly [Key in KeyName as Key extends `${Table}.${infer Name}` ? Camel<Name> : never]: ValueOf<Key>;
};

type OnTop = {
  readonly [Key in KeyName as Key extends `${string}.${string}` ? never : Camel<Key>]: ValueOf<Key>;
};

/** What one agent, or one host, has for itself. */
export type OwnSettings = { readonly [Key in OwnKey as Camel<Key>]?: ValueOf<Key> };

/** All settings of a run. Which there are, and what each says: `KEYS`. */
export interface Settings extends OnTop, Readonly<Record<Owner, Readonly<Record<string, OwnSettings>>>> {
  /** `dir`: undefined is the usual place. */
  readonly ccr: InTable<'ccr'>;
  readonly compressors: InTable<'compressors'>;
  readonly toon: InTable<'toon'>;
}

/** Values by key, `agents.NAME.KEY` and `hosts.NAME.KEY` among them; what is not there has its default. */
export type Values = ReadonlyMap<string, Value>;

/** @param values checked against `KEYS`. */
export function settingsOf(values: Values): Settings {
  const tree: Record<string, Record<string, unknown> | Value> = { ccr: {}, compressors: {}, toon: {} };
  for (const key of keyNames) put(tree, key.split('.'), values.has(key) ? values.get(key) : KEYS[key].preset);
  const owners: Record<Owner, Record<string, Record<string, Value>>> = { agents: {}, hosts: {} };
  for (const [key, value] of values) {
    const [, table = '', name, ownKey] = OWN_PATH.exec(key) ?? [];
    if (!isOwner(table) || name === undefined || ownKey === undefined) continue;
    const of = owners[table];
    define(of, name, { ...(Object.hasOwn(of, name) ? of[name] : {}), [camelOf(ownKey)]: value });
  }
  // The table's own types say what the tree holds; it is made from nothing else.
  return { ...tree, ...owners } as unknown as Settings;
}

/** A name may have dots in it; a key has none. */
const OWN_PATH = /^(agents|hosts)\.(.+)\.([a-z_]+)$/s;

function put(
  tree: Record<string, Record<string, unknown> | Value>,
  [first = '', second]: string[],
  value: Value,
): void {
  const inner = tree[first];
  if (second === undefined) tree[camelOf(first)] = value;
  else if (typeof inner === 'object') inner[camelOf(second)] = value;
}

/** Also for a name such as `__proto__`. */
function define<Item>(record: Record<string, Item>, name: string, value: Item): void {
  Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Where nothing is set. */
export const DEFAULTS: Settings = settingsOf(new Map());
