/** Recorded runs below fixtures/<tool>/<case>/: read, reduced again, and asked what became of their facts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openUnstored } from '../ccr/unstored.js';
import { juice } from '../juice.js';
import type { Report } from '../line.js';
import type { Book } from '../rules/book.js';
import { openCollector } from '../sink/collector.js';

/** Something that a reader of the output must still be able to read; each part stands in the raw text. */
export interface Fact {
  readonly why: string;
  readonly parts: readonly string[];
}

/** What meta.json says. */
export interface FixtureMeta {
  readonly tool: string;
  readonly version: string;
  readonly command: string;
  readonly exit: number;
  /** Day of the recording, YYYY-MM-DD. */
  readonly date: string;
  readonly facts: readonly Fact[];
}

export interface Fixture {
  /** `<tool>/<case>`. */
  readonly name: string;
  readonly meta: FixtureMeta;
  readonly raw: Buffer;
}

export interface Reduced {
  readonly out: string;
  readonly report: Report;
  /** Lines for stderr: faults of ours. */
  readonly warnings: readonly string[];
}

/** How a run is told what it reads; nothing where the text has to speak for itself. */
export interface KnownRun {
  readonly command?: string | undefined;
  readonly exit?: number | undefined;
  /** The rules; the built-in ones where it is not given. */
  readonly book?: Book | undefined;
}

/** Names of all fixtures of rules: the folders that have a meta.json. */
export function fixtureNames(root: string): readonly string[] {
  return readdirSync(join(root, 'fixtures'), { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => /^[^/]+\/[^/]+\/meta\.json$/.test(path))
    .map(path => path.slice(0, -'/meta.json'.length))
    .sort();
}

/** Folder of a fixture. */
export const fixtureFolder = (root: string, name: string): string => join(root, 'fixtures', name);

/** The fixture without its out.txt. */
export function readFixture(root: string, name: string): Fixture {
  const folder = fixtureFolder(root, name);
  const meta = JSON.parse(readFileSync(join(folder, 'meta.json'), 'utf8')) as FixtureMeta;
  return { name, meta, raw: readFileSync(join(folder, 'raw.txt')) };
}

/** What the fixture's out.txt says; undefined where there is none. */
export function readOut(root: string, name: string): string | undefined {
  const path = join(fixtureFolder(root, name), 'out.txt');
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** The text of meta.json: a key a line, a fact a line. */
export function metaText({ facts, ...rest }: FixtureMeta): string {
  const keys = Object.entries(rest).map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`);
  const rows = facts.map(({ why, parts }) => {
    const list = parts.map(part => JSON.stringify(part)).join(', ');
    return `    { "why": ${JSON.stringify(why)}, "parts": [${list}] }`;
  });
  return `{\n${keys.join('')}  "facts": [${rows.length === 0 ? '' : `\n${rows.join(',\n')}\n  `}]\n}\n`;
}

/** Runs the whole engine over `raw`. Nothing is stored. */
export async function reduceRaw(raw: Buffer, run: KnownRun): Promise<Reduced> {
  const warnings: string[] = [];
  const out = openCollector();
  const report = await juice(Readable.from([raw], { objectMode: false }), out.stream, {
    book: run.book,
    profile: 'full',
    command: run.command,
    exit: async () => ({ code: run.exit, signal: undefined }),
    recorder: openUnstored(),
    onWarning: message => warnings.push(message),
  });
  return { out: out.text(), report, warnings };
}

/** What out.txt of a fixture holds: the run told with its command and exit code. */
export const reduceFixture = ({ raw, meta }: Fixture): Promise<Reduced> =>
  reduceRaw(raw, { command: meta.command, exit: meta.exit });

/** The facts of which a part stands in `text` neither as it is nor, for a path or place, piece by piece. */
export function lostFacts(facts: readonly Fact[], text: string): readonly Fact[] {
  const plain = plainText(text);
  return facts.filter(fact => !fact.parts.every(part => standsIn(plain, plainText(part).trim())));
}

/** Escape sequences and control codes out, white space collapsed. */
function plainText(text: string): string {
  return text
    .replace(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g, '')
    .replace(/\x1b\[[0-9;?]*[ -/]*[@-~]/g, '')
    .replace(/\x1b[()][A-Z0-9]/g, '')
    .replace(/[\x00-\x08\x0e-\x1f]/g, '')
    .replace(/\s+/g, ' ');
}

/** A place may be split by grouping: its folder or file in one line, its numbers in another, and what is said of it once for several. */
function standsIn(text: string, part: string): boolean {
  if (text.includes(part)) return true;
  if (/^\d+:\d+$/.test(part)) return hasWord(text, part);
  const [, at = '', message] = /^((?:\S*[./][^\s:]*:)?\d+(?::\d+)?)[:\s-]\s*(\S.+)$/.exec(part) ?? [];
  if (message !== undefined && text.includes(message) && standsIn(text, at)) return true;
  const place = /^(\S*?[^\s:])(?::(\d+(?::\d+)?):?|\((\d+),(\d+)\))$/.exec(part);
  if (place === null) return hasPath(text, part);
  const [, path = '', numbers, row, column] = place;
  if (!/[./]/.test(path) || !(text.includes(path) || hasPath(text, path))) return false;
  if (numbers !== undefined) return hasWord(text, numbers);
  return hasWord(text, `${row},${column}`) || hasWord(text, `${row}:${column}`);
}

function hasPath(text: string, path: string): boolean {
  if (!/^\.?\/?[^\s/]+(?:\/[^\s/]+)+\/?$/.test(path)) return false;
  const names = path.split('/').filter(name => name !== '' && name !== '.');
  return hasWord(text, names.at(-1) ?? '') && names.every(name => text.includes(name));
}

/** As a whole: not inside a longer name or number. */
function hasWord(text: string, word: string): boolean {
  const pattern = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?:^|[^\\w.-])${pattern}(?:$|[^\\w-])`).test(text);
}
