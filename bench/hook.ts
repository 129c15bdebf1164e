/** What does a hook cost a host, beside bare Node: where there is nothing to do, and where there is? */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hookedHosts } from '../src/generated/hooked-hosts.js';
import type { Host } from '../src/hosts/host.js';
import { cleanEnvironment, type Program, type Timed } from './kit/child.js';
import { yesNo } from './kit/figures.js';
import { type BenchOptions, defineQuestion, type Row, type Table } from './kit/question.js';
import { type Contender, CPU_NOTE, meanCpuOf, medianOf, timeInTurns } from './kit/starts.js';
import { tinyjuice } from './kit/tools.js';

const ROUNDS = 40;
const HOST = 'claude-code';
const MAX_NOTHING_MS = 10;
const MAX_20_KB_MS = 25;

interface Asked extends Contender {
  /** Milliseconds over bare Node. */
  readonly maxOverMs?: number;
}

export default defineQuestion({
  name: 'hook',
  about: 'what a hook costs a host, beside bare Node, with nothing to do and with 20 kB',
  async run(options) {
    const contenders = await openContenders(options);
    const rounds = options.rounds ?? ROUNDS;
    const times = timeInTurns(contenders, rounds, round => options.progress(`hook: round ${round + 1} of ${rounds}`));
    return [tableOf(contenders, times, rounds)];
  },
});

async function openContenders({ root, temp }: BenchOptions): Promise<readonly Asked[]> {
  const host = (await hookedHosts[HOST]?.())?.default;
  if (host?.hook === undefined) throw new Error(`bench: ${HOST} has no hook.`);
  const bin = join(temp, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(root, 'dist/cli.js'), join(bin, 'tinyjuice'));
  const clean = cleanEnvironment(temp);
  const env = { ...clean, PATH: `${bin}:${clean.PATH ?? ''}` };
  const contender = (name: string, told: Told, maxOverMs?: number): Asked => ({
    name,
    program: hookOn(host, told, { root, temp, env }),
    ...(maxOverMs === undefined ? {} : { maxOverMs }),
  });
  return [
    { name: 'node -e 0', program: { argv: [process.execPath, '-e', '0'], env } },
    contender('nothing to do: a short output', { command: 'npm test', text: 'done\n' }, MAX_NOTHING_MS),
    contender(
      'nothing to do: another event',
      { command: 'npm test', text: TESTS, but: { hook_event_name: 'Stop' } },
      MAX_NOTHING_MS,
    ),
    contender('a file that was read, 20 kB', { command: 'cat build.log', text: TESTS }, MAX_20_KB_MS),
    contender('a test run, 20 kB', { command: 'cargo test', text: TESTS }, MAX_20_KB_MS),
    contender(
      'a test run in a list, 20 kB',
      { command: 'cd app && cargo test 2>&1 | tail -500', text: TESTS },
      MAX_20_KB_MS,
    ),
    contender('unknown text, 20 kB', { command: './service --verbose', text: LOG }, MAX_20_KB_MS),
  ];
}

const upTo20Kb = (line: (at: number) => string): string => {
  let text = '';
  for (let at = 1; text.length < 20_000; at += 1) text += `${line(at)}\n`;
  return text;
};

const TESTS = `running 700 tests\n${upTo20Kb(at => `test money::rounding::case_${at} ... ok`)}\ntest result: ok. 700 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\n`;
const LOG = upTo20Kb(
  at => `2026-11-22T10:00:${String(at % 60).padStart(2, '0')}Z INFO request ${at * 7919} served in ${at % 97} ms`,
);

interface Told {
  readonly command: string;
  readonly text: string;
  /** In place of what the payload says. */
  readonly but?: Readonly<Record<string, unknown>>;
}

interface Place {
  readonly root: string;
  readonly temp: string;
  readonly env: Readonly<Record<string, string>>;
}

let count = 0;

function hookOn(host: Host, { command, text, but }: Told, { root, temp, env }: Place): Program {
  const { payload = {}, variables = {} } = host.hook?.sample({ command, text, exitCode: 0, folder: temp }) ?? {};
  count += 1;
  const input = join(temp, `payload${count}.json`);
  writeFileSync(input, JSON.stringify({ ...payload, ...but }));
  return { argv: tinyjuice(root, 'hook', host.name), input, env: { ...env, ...(variables as Record<string, string>) } };
}

function tableOf(contenders: readonly Asked[], times: readonly (readonly Timed[])[], rounds: number): Table {
  const bare = medianOf(times[0]);
  const rows = contenders.map(({ name, maxOverMs }, at): Row => {
    const runs = times[at] ?? [];
    const walls = runs.map(({ ms }) => ms);
    const middle = medianOf(runs);
    return {
      key: name,
      cells: [
        middle,
        Math.min(...walls),
        middle - bare,
        middle / bare,
        meanCpuOf(runs),
        maxOverMs === undefined ? undefined : `<= node + ${maxOverMs} ms`,
        maxOverMs === undefined ? undefined : yesNo(middle - bare <= maxOverMs),
      ],
    };
  });
  return {
    title: `A hook of ${HOST}, ${rounds} starts each, in turns`,
    keyName: 'what it is told',
    columns: [
      { name: 'median ms', isCompared: true },
      { name: 'min', isCompared: true },
      { name: 'over node ms' },
      { name: 'x node', digits: 2, isCompared: true },
      { name: 'cpu ms' },
      { name: 'target' },
      { name: 'met' },
    ],
    rows,
    notes: [CPU_NOTE],
  };
}
