/** Recorded output with its labels: the fixtures that ship, and any folder that is named. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isBinary } from '../../src/text/encoding.js';

/** What an agent must still be able to read: every part must stand in the output. */
export interface Fact {
  readonly why: string;
  readonly parts: readonly string[];
}

export interface Recording {
  /** Where it is, short. */
  readonly id: string;
  readonly raw: Buffer;
  /** The command that made it; undefined where nobody wrote it down. */
  readonly command: string | undefined;
  readonly exit: number | undefined;
  readonly facts: readonly Fact[];
}

/** Files that describe others. */
const LABEL_FILES = ['case.json', 'meta.json'];

/** Every `fixtures/<tool>/<case>` with a `raw.txt`. */
export function readRecordings(root: string): readonly Recording[] {
  return readInputs(join(root, 'fixtures'), true);
}

/**
 * Every recording below a folder: each folder with a `raw.txt` (or `raw.txt.gz`), labelled by its `case.json` or
 * `meta.json`; and, unless `onlyLabelled`, every other text file, without facts.
 */
export function readInputs(folder: string, onlyLabelled = false): readonly Recording[] {
  const found: Recording[] = [];
  const visit = (at: string): void => {
    const entries = readdirSync(at, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    const names = entries.map(entry => entry.name);
    const rawName = ['raw.txt', 'raw.txt.gz'].find(name => names.includes(name));
    if (rawName !== undefined) found.push(readCase(at, rawName, relative(folder, at) || basename(at)));
    for (const entry of entries) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (rawName === undefined && !onlyLabelled && entry.isFile() && !LABEL_FILES.includes(entry.name)) {
        const raw = readFileSync(path);
        if (raw.length > 0 && !isBinary(raw.subarray(0, 16_384)))
          found.push({ id: relative(folder, path), raw, command: undefined, exit: undefined, facts: [] });
      }
    }
  };
  visit(folder);
  return found;
}

function readCase(folder: string, rawName: string, id: string): Recording {
  const bytes = readFileSync(join(folder, rawName));
  const raw = rawName.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const labels = LABEL_FILES.map(name => join(folder, name)).find(path => existsSync(path));
  const label = labels === undefined ? {} : asRecord(JSON.parse(readFileSync(labels, 'utf8')));
  return {
    id,
    raw,
    command: typeof label.command === 'string' ? label.command : undefined,
    exit: typeof label.exit === 'number' ? label.exit : undefined,
    facts: Array.isArray(label.facts) ? label.facts.flatMap(readFact) : [],
  };
}

/** A fact is `{why, parts}`, or one string. */
function readFact(value: unknown): readonly Fact[] {
  if (typeof value === 'string') return [{ why: 'fact', parts: [value] }];
  const fact = asRecord(value);
  const parts = Array.isArray(fact.parts) ? fact.parts.filter(part => typeof part === 'string') : [];
  return parts.length > 0 ? [{ why: typeof fact.why === 'string' ? fact.why : 'fact', parts }] : [];
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
