/**
 * Writes what README.md and rules/README.md show: every console block is run and gets what it printed, tables come from
 * the records in code. `npm run docs`; with `--savings` the table of savings is measured anew, which takes minutes.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Column, Row } from '../../bench/kit/question.js';
import { formatTable } from '../../bench/kit/table-text.js';
import { FLAGS, type FlagName, flagWord } from '../cli/flags.js';
import { keyNames, recordOf } from '../config/keys.js';
import { commands } from '../generated/commands.js';
import { hosts } from '../generated/hosts.js';
import type { BenchRun } from './bench.js';
import type { LoadModule } from './gen.js';

/** Files with blocks, below the project's folder. */
export const DOCUMENTS = ['README.md', join('rules', 'README.md')];

/** Whoever reads this has done it already, or is about to. */
const SET_UP = /^npm ci(?: --silent)?(?: && npm test)?(?: && |$)/;

/** For `dev/run.mjs`. */
export async function main(args: readonly string[], _load: LoadModule, root: string): Promise<void> {
  for (const document of DOCUMENTS) {
    const path = join(root, document);
    let text = await renderDocument(readFileSync(path, 'utf8'), root);
    if (args.includes('--savings') && text.includes(marksOf('savings').begin))
      text = fillBlock(text, 'savings', savingsTable(root));
    writeFileSync(path, text);
    process.stdout.write(`${document} written\n`);
  }
}

/** The document with what its console blocks print now, and with its tables made anew. */
export async function renderDocument(text: string, root: string): Promise<string> {
  const shell = openShell(root);
  try {
    const shown = text.replace(/^```console\n([\s\S]*?)^```$/gm, (_block, body: string) => {
      const wanted = body.split('\n').filter(line => line.startsWith('$ '));
      return `\`\`\`console\n${wanted.map(line => `${line}\n${shell.run(line.slice(2))}`).join('')}\`\`\``;
    });
    const commanded = fillBlock(shown, 'commands', await commandTable());
    const flagged = fillBlock(fillBlock(commanded, 'flags', flagTable()), 'settings', settingTable());
    return fillBlock(flagged, 'hosts', await hostTable());
  } finally {
    shell.close();
  }
}

interface Shell {
  /** Everything that a line prints, ended by a line feed unless it is nothing. */
  run(line: string): string;
  close(): void;
}

/** Runs lines in the project's folder, with `tinyjuice` on the path and a store of its own. */
function openShell(root: string): Shell {
  if (!existsSync(join(root, 'dist/cli.js')))
    execFileSync(process.execPath, [join(root, 'src/dev/run.mjs'), 'build', '--cli'], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'tinyjuice-docs-'));
  const program = join(folder, 'tinyjuice');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'dist/cli.js')}" "$@"\n`);
  chmodSync(program, 0o755);
  const env = {
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_STATE_HOME: join(folder, 'state'),
    PATH: folder + delimiter + (process.env.PATH ?? ''),
  };
  return {
    run(line) {
      const command = line.replace(SET_UP, '');
      if (command === '') return '';
      const { stdout } = spawnSync('bash', ['-c', `exec 2>&1; ${command}`], { cwd: root, env, encoding: 'utf8' });
      return stdout === '' || stdout.endsWith('\n') ? stdout : `${stdout}\n`;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const marksOf = (name: string) => ({ begin: `<!-- begin ${name} -->\n`, end: `<!-- end ${name} -->` });

/** Puts `content` between the marks of a block, if the document has them. */
function fillBlock(text: string, name: string, content: string): string {
  const { begin, end } = marksOf(name);
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  return from < 0 || to < 0 ? text : `${text.slice(0, from + begin.length)}${content}${text.slice(to)}`;
}

async function commandTable(): Promise<string> {
  const rows: string[] = [];
  for (const load of Object.values(commands)) {
    const { default: command } = await load();
    const flags = command.flags.map(name => `\`--${flagWord(name)}\``).join(' ');
    const usage = `${command.name} ${command.usage}`.trim().replaceAll('|', '\\|');
    rows.push(`| \`${usage}\` | ${command.about} | ${flags} |\n`);
  }
  return `| command | does | flags |\n|---|---|---|\n${rows.join('')}`;
}

function flagTable(): string {
  const rows = Object.entries(FLAGS).map(([name, record]) => {
    const value = 'value' in record ? ` ${record.value}` : '';
    const alias = 'alias' in record ? `, \`-${record.alias}\`` : '';
    return `| \`--${flagWord(name as FlagName)}${value}\`${alias} | ${record.help} |\n`;
  });
  return `| flag | says |\n|---|---|\n${rows.join('')}`;
}

function settingTable(): string {
  const rows = keyNames.map(key => {
    const { preset, about } = recordOf(key);
    return `| \`${key}\` | ${preset === undefined ? '' : `\`${preset}\``} | ${about} |\n`;
  });
  return `| setting | default | says |\n|---|---|---|\n${rows.join('')}`;
}

async function hostTable(): Promise<string> {
  const rows: string[] = [];
  for (const load of Object.values(hosts)) {
    const { name, title, about, tested } = (await load()).default;
    rows.push(`| \`${name}\` | ${title}${tested === 'run' ? '' : ' (beta)'} | ${about} |\n`);
  }
  return `| host | program | what it does there |\n|---|---|---|\n${rows.join('')}`;
}

/** What of the benchmark's columns is shown. */
const SHOWN = ['texts', 'tokens left, % of all', 'facts kept %', 'texts whole %', 'honest saving %'];

/** Ended after some seconds, the peer's figures depend on how busy a machine is: whoever asks the benchmark sees them. */
const OF_THE_MACHINE = /^tokenjuice/;

function savingsTable(root: string): string {
  const run = [join(root, 'src/dev/run.mjs'), 'bench', 'savings', '--json', '--quiet'];
  const json = execFileSync(process.execPath, run, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const { questions, machine, node, date } = JSON.parse(json) as BenchRun;
  const table = questions[0]?.tables[0];
  if (table === undefined) throw new Error('docs: the benchmark printed no table.');
  const at = SHOWN.map(name => table.columns.findIndex(column => column.name === name));
  const pick = <Item>(items: readonly Item[]): Item[] => at.flatMap(index => items.slice(index, index + 1));
  const columns: readonly Column[] = pick(table.columns);
  const rows = table.rows
    .filter(({ key }) => !OF_THE_MACHINE.test(key))
    .map(({ key, cells }): Row => ({ key, cells: pick(cells) }));
  const notes = (table.notes ?? []).filter(note => !OF_THE_MACHINE.test(note));
  const text = formatTable({ ...table, columns, rows, notes });
  return `${text}\n(\`npm run bench -- savings\`, ${machine}, Node ${node}, ${date})\n`;
}
