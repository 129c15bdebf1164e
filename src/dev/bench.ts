/** Runs benchmarks: `npm run bench -- [question…] [flags]`. Asks every `bench/*.ts` unless some are named. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchOptions, Question, Table } from '../../bench/kit/question.js';
import { compareTables, formatTable } from '../../bench/kit/table-text.js';
import type { LoadModule } from './gen.js';

/** What `--json` writes, and `--baseline` reads. */
export interface BenchRun {
  readonly machine: string;
  readonly node: string;
  readonly date: string;
  readonly questions: readonly { readonly name: string; readonly tables: readonly Table[] }[];
}

const USAGE = `usage: npm run bench -- [QUESTION…] [flags]

  --json             write one JSON object to stdout
  --baseline FILE    compare with what an earlier --json wrote
  --inputs DIR       savings: also the texts below DIR; throughput, memory: logs
                     made of these alone; may be given again
  --mb N[,N]         size of the input in MB (throughput: 200, memory: 200,2000, session: 1000, recovery: 200)
  --line-mb N        size of the one long line in MB (memory: 500)
  --rounds N         runs of each program (startup: 40, session: 200, throughput: 3, recovery: 3)
  --quiet            do not say on stderr how far it is

Questions:
`;

/** For `dev/run.mjs`. */
export async function main(args: readonly string[], load: LoadModule, root: string): Promise<void> {
  const asked = readArgs(args);
  const names = questionNames(root);
  if (asked.isHelp || asked.questions.some(name => !names.includes(name)))
    return refuse(asked, names, await aboutOf(names, load, root));
  if (!existsSync(join(root, 'dist/cli.js')))
    execFileSync(process.execPath, [join(root, 'src/dev/run.mjs'), 'build', '--cli'], { stdio: ['ignore', 2, 2] });
  const baseline = asked.baseline === undefined ? undefined : readRun(asked.baseline);
  const head = { machine: machineOf(), node: process.version, date: new Date().toISOString().slice(0, 10) };
  if (!asked.isJson) process.stdout.write(`${head.machine} · Node ${head.node} · ${head.date}\n`);
  const questions: { name: string; tables: readonly Table[] }[] = [];
  for (const name of asked.questions.length > 0 ? asked.questions : names) {
    const tables = await answer(await loadQuestion(name, load, root), asked.options, root);
    questions.push({ name, tables });
    if (!asked.isJson) print(tables, baseline?.questions.find(other => other.name === name)?.tables);
  }
  if (asked.isJson) process.stdout.write(`${JSON.stringify({ ...head, questions } satisfies BenchRun, null, 1)}\n`);
}

async function answer(
  question: Question,
  options: Omit<BenchOptions, 'root' | 'temp'>,
  root: string,
): Promise<readonly Table[]> {
  const temp = mkdtempSync(join(tmpdir(), 'tinyjuice-bench-'));
  try {
    return await question.run({ ...options, root, temp });
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
}

function print(tables: readonly Table[], baseline: readonly Table[] | undefined): void {
  for (const table of tables) {
    process.stdout.write(`\n${formatTable(table)}`);
    const change = baseline === undefined ? undefined : compareTables(table, baseline);
    if (change !== undefined) process.stdout.write(`\n${formatTable(change)}`);
  }
}

const questionNames = (root: string): readonly string[] =>
  readdirSync(join(root, 'bench'))
    .filter(file => file.endsWith('.ts'))
    .map(file => file.slice(0, -3))
    .sort();

async function loadQuestion(name: string, load: LoadModule, root: string): Promise<Question> {
  const question = (await load(join(root, 'bench', `${name}.ts`))).default as Question | undefined;
  if (question?.name !== name) throw new Error(`bench/${name}.ts: name must be '${name}', as the file's.`);
  return question;
}

async function aboutOf(names: readonly string[], load: LoadModule, root: string): Promise<string> {
  const lines: string[] = [];
  for (const name of names) lines.push(`  ${name.padEnd(18)} ${(await loadQuestion(name, load, root)).about}`);
  return lines.join('\n');
}

function refuse(asked: Asked, names: readonly string[], about: string): void {
  if (asked.isHelp) {
    process.stdout.write(`${USAGE}${about}\n`);
    return;
  }
  const unknown = asked.questions.find(name => !names.includes(name));
  process.stderr.write(`bench: there is no question "${unknown}". Known are ${names.join(', ')}.\n`);
  process.exitCode = 2;
}

interface Asked {
  readonly questions: readonly string[];
  readonly isJson: boolean;
  readonly isHelp: boolean;
  readonly baseline: string | undefined;
  readonly options: Omit<BenchOptions, 'root' | 'temp'>;
}

function readArgs(args: readonly string[]): Asked {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      quiet: { type: 'boolean', default: false },
      baseline: { type: 'string' },
      inputs: { type: 'string', multiple: true, default: [] },
      mb: { type: 'string' },
      'line-mb': { type: 'string', default: '500' },
      rounds: { type: 'string' },
    },
  });
  return {
    questions: positionals,
    isJson: values.json,
    isHelp: values.help,
    baseline: values.baseline,
    options: {
      megabytes: values.mb?.split(',').map(text => readNumber('mb', text)),
      lineMegabytes: readNumber('line-mb', values['line-mb']),
      rounds: values.rounds === undefined ? undefined : readNumber('rounds', values.rounds),
      inputs: values.inputs,
      progress: message => {
        if (!values.quiet) process.stderr.write(`${message}\n`);
      },
    },
  };
}

function readNumber(flag: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${flag}: "${text}" is no number above 0.`);
  return value;
}

/** npm prints its own lines before ours where it is not run with --silent: they are skipped. */
function readRun(path: string): BenchRun {
  const text = readFileSync(path, 'utf8');
  const from = text.search(/^\{/m);
  if (from < 0)
    throw new Error(`--baseline: ${path} holds no run. Write one with: npm run --silent bench -- --json > ${path}`);
  return JSON.parse(text.slice(from)) as BenchRun;
}

const machineOf = (): string => {
  const all = cpus();
  return `${process.platform} ${process.arch}, ${all.length} x ${all[0]?.model.trim() ?? 'unknown CPU'}`;
};
