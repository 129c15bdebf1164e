/** How many megabytes a second, beside a bare copy and a bare split into lines? */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, type Program, runTimed, type Timed } from './kit/child.js';
import { mean, median, yesNo } from './kit/figures.js';
import { writeMixedLogs } from './kit/mixed-logs.js';
import { fits } from './kit/peer-size.js';
import { type BenchOptions, defineQuestion, type Row, type Table } from './kit/question.js';
import { nodeCopy, splitPass, TOKENJUICE_MAX_BYTES, tinyjuice, tokenjuice } from './kit/tools.js';

const ROUNDS = 3;
const MEGABYTES = 200;

interface Contender {
  readonly name: string;
  readonly argv: readonly string[];
  readonly path: string;
  readonly target?: string;
}

export default defineQuestion({
  name: 'throughput',
  about: 'MB/s of the default pipeline on mixed logs, beside a copy, a split into lines and tokenjuice',
  async run(options) {
    const tables: Table[] = [];
    for (const megabytes of options.megabytes ?? [MEGABYTES]) tables.push(measure(megabytes, options));
    return tables;
  },
});

function measure(megabytes: number, options: BenchOptions): Table {
  const { root, temp } = options;
  const env = cleanEnvironment(temp);
  const rounds = options.rounds ?? ROUNDS;
  const path = join(temp, `mixed-${megabytes}.log`);
  writeMixedLogs(path, megabytes, options);
  const contenders = [...openContenders(root, path), ...openPeer(options, path, env)];
  const times = contenders.map((): Timed[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { name, argv, path: input }] of contenders.entries()) {
      options.progress(`throughput: ${megabytes} MB, round ${round + 1} of ${rounds}, ${name}`);
      times[at]?.push(runTimed(throughPipe(argv, input, { env, cwd: root })));
    }
  }
  return tableOf(
    contenders,
    times,
    `Throughput, ${megabytes} MB made of ${sourceOf(options)}, piped from a file, ${rounds} runs each, in turns`,
  );
}

/** Output of all the tools that ship has shorter lines and more kinds of them than logs have. */
const sourceOf = ({ inputs }: BenchOptions): string =>
  inputs.length > 0 ? `the texts in ${inputs.join(', ')}` : 'the output of all tools in fixtures';

/** Runs through `cat FILE |`, so that each reads a pipe; `exec` keeps the shell out of it. */
function throughPipe(argv: readonly string[], path: string, rest: Omit<Program, 'argv'>): Program {
  return { argv: ['sh', '-c', 'input=$1; shift; cat "$input" | "$@"', 'sh', path, ...argv], ...rest };
}

function openContenders(root: string, path: string): readonly Contender[] {
  return [
    { name: 'cat', argv: ['cat'], path },
    { name: 'copy in Node', argv: nodeCopy, path },
    { name: 'split into lines (split2)', argv: splitPass, path },
    { name: 'reduce', argv: tinyjuice(root, 'reduce', '-'), path, target: '>= 60 MB/s, >= 25 % of split' },
    { name: 'reduce --profile light', argv: tinyjuice(root, 'reduce', '--profile', 'light', '-'), path },
    { name: 'reduce --raw', argv: tinyjuice(root, 'reduce', '--raw', '-'), path, target: '>= 50 % of a copy in Node' },
  ];
}

/** tokenjuice on the most that it manages in some seconds: its time grows with the square of the input. */
function openPeer(options: BenchOptions, path: string, env: Program['env']): readonly Contender[] {
  const { root, temp } = options;
  const argv = tokenjuice(root, 'reduce');
  const largest = fits(
    { argv, ...(env === undefined ? {} : { env }), cwd: root },
    megabytes => {
      const input = join(temp, `mixed-peer-${megabytes}.log`);
      writeMixedLogs(input, megabytes, options);
      options.progress(`throughput: does tokenjuice take ${megabytes.toFixed(1)} MB?`);
      return input;
    },
    Math.min(statSync(path).size, TOKENJUICE_MAX_BYTES - 1) / 1_000_000,
  );
  return largest === undefined ? [] : [{ name: 'tokenjuice reduce', argv, path: largest }];
}

function tableOf(contenders: readonly Contender[], times: readonly (readonly Timed[])[], title: string): Table {
  const speeds = contenders.map(({ path }, at) => {
    const megabytes = statSync(path).size / 1_000_000;
    return { megabytes, walls: (times[at] ?? []).map(({ ms }) => ms) };
  });
  const speedOf = (name: string): number => {
    const at = contenders.findIndex(contender => contender.name === name);
    const found = speeds[at];
    return found === undefined ? Number.NaN : (1000 * found.megabytes) / median(found.walls);
  };
  const copy = speedOf('cat');
  const nodeSpeed = speedOf('copy in Node');
  const split = speedOf('split into lines (split2)');
  const rows = contenders.map(({ name, target }, at): Row => {
    const { megabytes = 0, walls = [] } = speeds[at] ?? {};
    const cpu = (times[at] ?? []).map(({ cpuMs }) => cpuMs).filter(ms => ms !== undefined);
    const speed = (1000 * megabytes) / median(walls);
    return {
      key: name,
      cells: [
        megabytes,
        median(walls) / 1000,
        Math.min(...walls) / 1000,
        Math.max(...walls) / 1000,
        speed,
        (100 * speed) / split,
        (100 * speed) / copy,
        cpu.length > 0 ? mean(cpu) / 1000 : undefined,
        target,
        isMet(name, speed, speed / split, speed / nodeSpeed),
      ],
    };
  });
  return {
    title,
    keyName: 'what',
    columns: [
      { name: 'MB' },
      { name: 'median s', digits: 2 },
      { name: 'min', digits: 2 },
      { name: 'max', digits: 2 },
      { name: 'MB/s', isCompared: true },
      { name: '% of split', isCompared: true },
      { name: '% of cat', isCompared: true },
      { name: 'cpu s', digits: 2, isCompared: true },
      { name: 'target' },
      { name: 'met' },
    ],
    rows,
    notes: ['cpu s: user and system time of all processes of the row, its `cat` included; mean.', PEER_NOTE],
  };
}

const PEER_NOTE = 'tokenjuice: the most that it takes in 20 s, from 0.5 MB on; no row where that is nothing.';

const MIN_SPEED = 60;
const MIN_SHARE_OF_SPLIT = 0.25;
/** A copy in Node is what we can be; `cat` is another program. */
const MIN_SHARE_OF_COPY = 0.5;

function isMet(name: string, speed: number, ofSplit: number, ofCopy: number): string | undefined {
  if (name === 'reduce') return yesNo(speed >= MIN_SPEED && ofSplit >= MIN_SHARE_OF_SPLIT);
  return name === 'reduce --raw' ? yesNo(ofCopy >= MIN_SHARE_OF_COPY) : undefined;
}
