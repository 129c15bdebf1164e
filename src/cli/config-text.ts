/** All settings as a `config.toml` that says of each where it comes from. */
import { isKey, KEYS, keyNames, QUICK_SWITCH, TABLES, type Value, variableOf } from '../config/keys.js';
import type { Source } from '../config/layer.js';
import type { Loaded } from '../config/load.js';
import { printable } from '../text/printable.js';

/** One setting as it is now. */
export interface Row {
  /** As TOML writes it. */
  readonly key: string;
  readonly value: Value;
  readonly source: Source;
}

/** Every setting, then those of agents and hosts. @param storeDir where originals go. */
export function rowsOf({ values, sources }: Loaded, storeDir: string): readonly Row[] {
  const rowOf = (key: string, value: Value): Row => ({
    key,
    value: key === 'ccr.remote' ? withoutPassword(value) : value,
    source: sources[key] ?? { layer: 'default' },
  });
  const ofAll = keyNames.map(key => rowOf(key, values.has(key) ? values.get(key) : KEYS[key].preset));
  const ofOwners = [...values.keys()].filter(key => !isKey(key)).sort();
  return [
    ...ofAll.map(row => (row.key === 'ccr.dir' ? { ...row, value: storeDir } : row)),
    ...ofOwners.map(key => rowOf(key, values.get(key))),
  ];
}

/** What is shown is sent to others. */
const withoutPassword = (value: Value): Value => (typeof value === 'string' ? maskPassword(value) : value);

/** A URL with asterisks for its password. */
export const maskPassword = (url: string): string => url.replace(/(?<=:\/\/[^/@]*:)[^/@]*(?=@)/, '***');

/** Can be saved as a file. */
export function tomlLines(rows: readonly Row[]): readonly string[] {
  const lines = rows.map(({ key, value, source }) => {
    const { table, name } = placeOf(key);
    return { table, text: `${name} = ${tomlOf(value)}`, isPath: key === 'ccr.dir', from: fromOf(source) };
  });
  // A long path must not push all the others away.
  const width = Math.max(0, ...lines.map(({ text, isPath }) => (isPath ? 0 : text.length)));
  let table: string | undefined;
  return lines.flatMap(line => {
    const head = line.table === table ? [] : [`[${line.table}]`];
    table = line.table;
    return [...head, `${line.text.padEnd(width)}  # ${line.from}`];
  });
}

function placeOf(key: string): { readonly table: string; readonly name: string } {
  const at = key.lastIndexOf('.');
  const above = key.slice(0, Math.max(0, at));
  const [, owner, name = ''] = /^(agents|hosts)\.(.+)$/s.exec(above) ?? [];
  const inner = owner === undefined ? above : `${owner}.${/^[\w-]+$/.test(name) ? name : tomlOf(name)}`;
  return { table: inner === '' ? TABLES[0] : `${TABLES[0]}.${inner}`, name: key.slice(at + 1) };
}

/** JSON's strings are TOML's, but for signs that a terminal would obey. */
const tomlOf = (value: Value): string =>
  typeof value === 'string'
    ? JSON.stringify(value).replace(/[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, escaped)
    : `${value}`;

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Where a value comes from, in words. */
function fromOf({ layer, file, line, variable }: Source): string {
  if (variable !== undefined) return variable;
  if (file === undefined) return layer;
  return printable(line === undefined ? file : `${file}:${line}`, 400);
}

/** The variables that set each. */
export const variablesOf = (key: string): readonly string[] =>
  keyNames
    .filter(name => name === key)
    .flatMap(name => (name === 'profile' ? [QUICK_SWITCH, variableOf(name)] : [variableOf(name)]));
