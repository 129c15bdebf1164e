/** How long does a cold start take, beside bare Node and a bare shell? */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { juice } from '../src/juice.js';
import { cleanEnvironment, type Program, runOn, type Timed } from './kit/child.js';
import { median, yesNo } from './kit/figures.js';
import { writeMixedLogs } from './kit/mixed-logs.js';
import { type BenchOptions, defineQuestion, type Row, type Table } from './kit/question.js';
import { type Contender, CPU_NOTE, meanCpuOf, medianOf, timeInTurns } from './kit/starts.js';
import { hasCommand, tinyjuice, tokenjuice } from './kit/tools.js';

const ROUNDS = 40;
const SMALL_MB = 0.002;
/** Enough that something is left out and kept, so that there is a token to retrieve. */
const STORED_MB = 0.3;

const SHELL = 'sh -c true';
const REDUCE = 'reduce, 2 kB';
const WRAP = 'wrap -- true';
const MAX_OVER_NODE_MS = 20;
const MAX_OVER_REDUCE_MS = 10;
/** Of our own work on a small input, once the process runs. */
const MAX_OWN_MS = 1;
const OWN_BYTES = 400;

interface Aimed extends Contender {
  readonly target?: string;
}

export default defineQuestion({
  name: 'startup',
  about: 'cold start of reduce, wrap and retrieve, beside bare Node, a bare shell and tokenjuice',
  async run(options) {
    const contenders = await openContenders(options);
    const rounds = options.rounds ?? ROUNDS;
    const times = timeInTurns(contenders, rounds, round =>
      options.progress(`startup: round ${round + 1} of ${rounds}`),
    );
    return [tableOf(contenders, times, rounds), await measureOwnWork(rounds)];
  },
});

async function openContenders({ root, temp }: BenchOptions): Promise<readonly Aimed[]> {
  const small = join(temp, 'small.log');
  writeMixedLogs(small, SMALL_MB, { root });
  const env = cleanEnvironment(temp);
  const hasWrap = await hasCommand(root, 'wrap', env);
  const token = await storeSome(root, temp, env);
  return [
    { name: 'node -e 0', program: { argv: [process.execPath, '-e', '0'], env } },
    { name: SHELL, program: { argv: ['sh', '-c', 'true'], env } },
    {
      name: REDUCE,
      program: { argv: tinyjuice(root, 'reduce', '-'), input: small, env },
      target: '<= node + 20 ms',
    },
    { name: 'reduce --raw, 2 kB', program: { argv: tinyjuice(root, 'reduce', '--raw', '-'), input: small, env } },
    ...(hasWrap
      ? [
          {
            name: WRAP,
            program: { argv: tinyjuice(root, 'wrap', '--', 'true'), env },
            target: 'over sh: <= reduce + 10 ms',
          },
        ]
      : []),
    ...(token === undefined
      ? []
      : [{ name: 'retrieve TOKEN', program: { argv: tinyjuice(root, 'retrieve', token), env } }]),
    { name: 'tokenjuice reduce, 2 kB', program: { argv: tokenjuice(root, 'reduce'), input: small, env } },
    ...(hasWrap
      ? [{ name: 'tokenjuice wrap -- true', program: { argv: tokenjuice(root, 'wrap', '--', 'true'), env } }]
      : []),
  ];
}

/** Reduces a larger text; gives the token under which the original can be had back. */
async function storeSome(root: string, temp: string, env: Program['env']): Promise<string | undefined> {
  const path = join(temp, 'stored.log');
  writeMixedLogs(path, STORED_MB, { root });
  const { stdout } = await runOn(
    { argv: tinyjuice(root, 'reduce', '-'), ...(env === undefined ? {} : { env }) },
    readFileSync(path),
  );
  writeFileSync(path, '');
  return /tinyjuice retrieve (tj_\w+)\]\s*$/.exec(stdout.toString('utf8'))?.[1];
}

function tableOf(contenders: readonly Aimed[], times: readonly (readonly Timed[])[], rounds: number): Table {
  const bare = medianOf(times[0]);
  const middleOf = (name: string): number =>
    medianOf(times[contenders.findIndex(contender => contender.name === name)]);
  const isMet = (name: string, middle: number): boolean =>
    name === WRAP
      ? middle - middleOf(SHELL) <= middleOf(REDUCE) + MAX_OVER_REDUCE_MS
      : middle - bare <= MAX_OVER_NODE_MS;
  const rows = contenders.map(({ name, target }, at): Row => {
    const runs = times[at] ?? [];
    const walls = runs.map(({ ms }) => ms);
    const middle = medianOf(runs);
    return {
      key: name,
      cells: [
        middle,
        Math.min(...walls),
        Math.max(...walls),
        middle - bare,
        middle / bare,
        meanCpuOf(runs),
        target,
        target === undefined ? undefined : yesNo(isMet(name, middle)),
      ],
    };
  });
  return {
    title: `Cold start, ${rounds} starts each, in turns`,
    keyName: 'what',
    columns: [
      { name: 'median ms', isCompared: true },
      { name: 'min', isCompared: true },
      { name: 'max' },
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

/** The work on a small output in one process: what a run costs when Node itself is not counted. */
async function measureOwnWork(rounds: number): Promise<Table> {
  const text = Buffer.from('nothing that a tool would print, and nothing to leave out\n'.repeat(20)).subarray(
    0,
    OWN_BYTES,
  );
  const times: number[] = [];
  for (let round = 0; round < rounds + 1; round += 1) {
    const out = new Writable({ write: (_chunk, _encoding, done) => done() });
    const start = performance.now();
    await juice(Readable.from([text], { objectMode: false }), out, { profile: 'full', onWarning: () => undefined });
    times.push(performance.now() - start);
  }
  const [first = Number.NaN, ...rest] = times;
  const middle = median(rest);
  return {
    title: `Own work on ${OWN_BYTES} bytes, in one process`,
    keyName: 'what',
    columns: [
      { name: 'ms', digits: 2, isCompared: true },
      { name: 'max', digits: 2 },
      { name: 'target' },
      { name: 'met' },
    ],
    rows: [
      { key: 'first run, code not yet compiled', cells: [first, undefined, undefined, undefined] },
      {
        key: `median of ${rest.length} more`,
        cells: [middle, Math.max(...rest), `< ${MAX_OWN_MS} ms`, yesNo(middle < MAX_OWN_MS)],
      },
    ],
  };
}
