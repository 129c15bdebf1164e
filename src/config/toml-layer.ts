/** The settings of one `config.toml`. */
import { parse, TomlError } from 'smol-toml';
import { printable } from '../text/printable.js';
import { keyNames, TABLES } from './keys.js';
import { EMPTY_LAYER, type Entry, isTable, keyText, type Layer, type Problem, readTree, type Source } from './layer.js';
import { openLineFinder } from './lines.js';

/** A larger file is no configuration. */
export const MAX_FILE_BYTES = 65_536;

export interface TomlFile {
  readonly layer: 'user' | 'project';
  readonly path: string;
  readonly bytes: Buffer;
  readonly home: string;
}

/** What can be used of it, and what is wrong with the rest. Never throws. */
export function readToml({ layer, path, bytes, home }: TomlFile): Layer {
  const source: Source = { layer, file: printable(path, 400) };
  const parsed = parseBytes(bytes);
  if ('fault' in parsed) {
    const { fault, line } = parsed;
    const message = `${fault}. Nothing in this file is used.`;
    const place = line === undefined ? source : { ...source, line };
    return { ...EMPTY_LAYER, problems: [{ source: place, key: undefined, isUnknownKey: false, message }] };
  }
  const lineOf = openLineFinder(parsed.text, parseToml);
  const sourceOf = (names: readonly string[]): Source => lazySource(source, () => lineOf(names));
  const names = Object.keys(parsed.values);
  const tables = names.filter(isOurs).map(name => {
    const values = parsed.values[name];
    if (!isTable(values)) return strayKey(name, sourceOf);
    return readTree({ values, above: [name], style: 'toml', sourceOf: below => sourceOf([name, ...below]), home });
  });
  const joined = joinTables(tables);
  const stray = names.filter(name => !isOurs(name)).flatMap(name => strayKey(name, sourceOf).problems);
  return { entries: joined.entries, problems: [...joined.problems, ...stray] };
}

const isOurs = (name: string): boolean => (TABLES as readonly string[]).includes(name);

type Parsed =
  | { readonly text: string; readonly values: Readonly<Record<string, unknown>> }
  | { readonly fault: string; readonly line?: number | undefined };

function parseBytes(bytes: Buffer): Parsed {
  if (bytes.length > MAX_FILE_BYTES) return { fault: `it has ${bytes.length} bytes; ${MAX_FILE_BYTES} are allowed` };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { fault: 'it is no UTF-8' };
  }
  try {
    const values = parseToml(text);
    return { text, values: isTable(values) ? values : {} };
  } catch (error) {
    return { fault: `it is no TOML: ${reasonOf(error)}`, line: error instanceof TomlError ? error.line : undefined };
  }
}

const parseToml = (text: string): unknown => parse(text, { integersAsBigInt: 'asNeeded' });

/** The parser's own words, without the piece of the file that it shows. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return printable((text.split('\n')[0] ?? '').replace(/^Invalid TOML document: /, ''));
}

/** The line is looked for when somebody asks for it. */
function lazySource(source: Source, lineOf: () => number | undefined): Source {
  return Object.defineProperty({ ...source }, 'line', { get: lineOf, enumerable: true });
}

function strayKey(name: string, sourceOf: (path: readonly string[]) => Source): Layer {
  const isKnown = keyNames.some(key => key.split('.')[0] === name) || name === 'agents';
  const message = isKnown
    ? `it stands outside of [${TABLES[0]}], so it says nothing. Write it below that line.`
    : `settings stand below [${TABLES[0]}].`;
  return {
    ...EMPTY_LAYER,
    problems: [{ source: sourceOf([name]), key: keyText([name]), isUnknownKey: !isKnown, message }],
  };
}

/** Both tables of one file. What both set is used as it stands last. */
function joinTables(layers: readonly Layer[]): Layer {
  const entries = new Map<string, Entry>();
  const problems: Problem[] = layers.flatMap(layer => layer.problems);
  for (const [key, entry] of layers.flatMap(layer => [...layer.entries])) {
    const other = entries.get(key);
    if (other === undefined) {
      entries.set(key, entry);
      continue;
    }
    const [first, last] = lineOf(other) <= lineOf(entry) ? [other, entry] : [entry, other];
    entries.set(key, last);
    const message = `it stands in both [${TABLES.join('] and [')}]; line ${last.source.line ?? '?'} is used. Delete line ${first.source.line ?? '?'}.`;
    problems.push({ source: first.source, key, isUnknownKey: false, message });
  }
  return { entries, problems };
}

const lineOf = ({ source }: Entry): number => source.line ?? 0;
