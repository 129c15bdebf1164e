/** What is wrong with one recording of a rule: who wins it, what comes out, and whether that is the truth. */
import { check } from '../check/check.js';
import { type Book, isGenericId } from '../rules/book.js';
import type { Rule } from '../rules/rule.js';
import { printable } from '../text/printable.js';
import { type Fact, lostFacts, type Reduced, reduceRaw } from './fixtures.js';

/** A recording as its files say. */
export interface CaseFiles {
  /** Where its files lie, for `check` and for messages. */
  readonly folder: string;
  read(file: string): Buffer | undefined;
}

export interface CaseCheck {
  readonly id: string;
  readonly rule: Rule;
  readonly book: Book;
  /** How out.txt is written anew. */
  rewrite(meta: CaseMeta): string;
}

/** Each problem as a sentence without its place. */
export async function checkCase(files: CaseFiles, options: CaseCheck): Promise<readonly string[]> {
  const raw = files.read('raw.txt');
  if (raw === undefined) return ['raw.txt is missing, or larger than 1 MiB. Store what the tool prints there.'];
  const meta = readMeta(files.read('meta.json'));
  if (typeof meta === 'string') return [meta];
  const { id, rule, book } = options;
  const told = await reduceRaw(raw, { command: meta.command, exit: meta.exit, book });
  const alone = await reduceRaw(raw, { book });
  return [
    ...(rule.match.command === undefined ? [] : wonBy('by its command', told, id)),
    ...(rule.match.output === undefined ? [] : wonBy('by its output alone', alone, id)),
    ...(await checkOut(files, told, options.rewrite(meta))),
    ...[...new Set([...lostFacts(meta.facts, told.out), ...lostFacts(meta.facts, alone.out)])].map(
      ({ why, parts }) =>
        `the fact "${printable(`${why}: ${parts.join(' + ')}`)}" is lost. Keep the lines that say it.`,
    ),
    ...[...new Set([...told.warnings, ...alone.warnings])].map(warning => `${warning}.`),
  ];
}

function wonBy(how: string, { report }: Reduced, id: string): readonly string[] {
  if (report.rule === (isGenericId(id) ? undefined : id)) return [];
  const winner = report.rule === undefined ? 'no rule' : `rule ${report.rule}`;
  return [
    `it is won ${how} by ${winner} (${printable(report.trace[0] ?? report.skipReason ?? 'nothing matched')}). Make match say what only this tool has.`,
  ];
}

/** Out must be what comes out, and hold nothing but lines of raw and marks that are true. */
async function checkOut(files: CaseFiles, told: Reduced, rewrite: string): Promise<readonly string[]> {
  const out = files.read('out.txt')?.toString('utf8');
  if (out === undefined) return [`out.txt is missing. Write it, and read it: ${rewrite}`];
  const { violation } = await check(`${files.folder}/raw.txt`, `${files.folder}/out.txt`);
  if (violation !== undefined)
    return [
      `out.txt:${violation.line}: ${printable(violation.message)}. A rule puts no words of its own into an output.`,
    ];
  if (out === told.out) return [];
  const line = firstDifference(out, told.out);
  return [`out.txt:${line}: this is not what comes out. Write it anew, and read the difference: ${rewrite}`];
}

function firstDifference(one: string, other: string): number {
  const [lines, others] = [one.split('\n'), other.split('\n')];
  return lines.findIndex((line, at) => line !== others[at]) + 1 || lines.length;
}

/** What meta.json says. */
export interface CaseMeta {
  readonly command: string;
  readonly exit: number;
  readonly facts: readonly Fact[];
}

function readMeta(bytes: Buffer | undefined): CaseMeta | string {
  if (bytes === undefined) return 'meta.json is missing. Write { "command": "…", "exit": 0 }.';
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return 'meta.json is no JSON. Write { "command": "…", "exit": 0 }.';
  }
  const {
    command,
    exit,
    facts = [],
  } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (typeof command !== 'string' || !Number.isInteger(exit))
    return 'meta.json: command must be a text, and exit a whole number.';
  if (!Array.isArray(facts) || !facts.every(isFact))
    return 'meta.json: facts must be a list of { "why": "…", "parts": ["…"] }.';
  return { command, exit: exit as number, facts };
}

const isFact = (value: unknown): value is Fact =>
  typeof value === 'object' &&
  value !== null &&
  'why' in value &&
  'parts' in value &&
  Array.isArray(value.parts) &&
  value.parts.every(part => typeof part === 'string');
