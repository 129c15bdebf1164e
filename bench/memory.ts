/** How much memory, at most, does a run take, and does it grow with the input? */
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cleanEnvironment, runTimed } from './kit/child.js';
import { yesNo } from './kit/figures.js';
import { writeMixedLogs } from './kit/mixed-logs.js';
import { fits } from './kit/peer-size.js';
import { type BenchOptions, defineQuestion, type Row, type Table } from './kit/question.js';
import { splitPass, TOKENJUICE_MAX_BYTES, tinyjuice, tokenjuice } from './kit/tools.js';

const MEGABYTES = [200, 2000];
const MIB = 1_048_576;
/** Percent, from the smallest input to a larger one. */
const MAX_GROWTH = 10;

interface Measured {
  readonly name: string;
  readonly megabytes: number;
  readonly argv: readonly string[];
  readonly target?: string;
  /** Of the target: the most that may be taken, in MiB. */
  readonly maxMib?: number;
}

export default defineQuestion({
  name: 'memory',
  about: 'peak resident memory on small, large and huge input, and on one endless line',
  async run(options) {
    const sizes = options.megabytes ?? MEGABYTES;
    const rows: Row[] = [measureBare(options)];
    const peaks: number[] = [];
    for (const [at, megabytes] of sizes.entries()) {
      const path = join(options.temp, 'mixed.log');
      writeMixedLogs(path, megabytes, options);
      const row = measure(
        { ...reduceOf(options, megabytes), target: at === 0 ? '<= 150' : '<= 150, growth <= 10 %', maxMib: 150 },
        path,
        options,
        peaks[0],
      );
      peaks.push(row.peak);
      rows.push(row.row);
      if (at === 0) rows.push(...measureOthers(options, megabytes, path));
      rmSync(path);
    }
    rows.push(measureLongLine(options));
    return [tableOf(rows)];
  },
});

const reduceOf = ({ root }: BenchOptions, megabytes: number): Measured => ({
  name: `reduce, ${megabytes} MB of mixed logs`,
  megabytes,
  argv: tinyjuice(root, 'reduce', '-'),
});

function measureBare(options: BenchOptions): Row {
  const argv = [process.execPath, '-e', '0'];
  return measure({ name: 'node -e 0', megabytes: 0, argv }, undefined, options).row;
}

/** What others take: a split into lines, the raw path, the peer at its limit. */
function measureOthers(options: BenchOptions, megabytes: number, path: string): readonly Row[] {
  const { root, temp } = options;
  const rows = [
    {
      name: `reduce --profile light, ${megabytes} MB`,
      megabytes,
      argv: tinyjuice(root, 'reduce', '--profile', 'light', '-'),
    },
    { name: `reduce --raw, ${megabytes} MB`, megabytes, argv: tinyjuice(root, 'reduce', '--raw', '-') },
    { name: `split into lines (split2), ${megabytes} MB`, megabytes, argv: splitPass },
  ].map(each => measure(each, path, options).row);
  const small = join(temp, 'peer.log');
  const argv = tokenjuice(root, 'reduce');
  const largest = fits(
    { argv, env: cleanEnvironment(temp), cwd: root },
    size => {
      writeMixedLogs(small, size, { root });
      return small;
    },
    Math.min(megabytes, (TOKENJUICE_MAX_BYTES - 1) / 1_000_000),
  );
  if (largest === undefined) return rows;
  const peerMegabytes = statSync(largest).size / 1_000_000;
  const name = 'tokenjuice reduce, the most it takes in 20 s';
  const peer = measure({ name, megabytes: peerMegabytes, argv }, largest, options).row;
  rmSync(largest);
  return [...rows, peer];
}

function measureLongLine(options: BenchOptions): Row {
  const path = join(options.temp, 'line.log');
  const megabytes = options.lineMegabytes;
  const file = openSync(path, 'w');
  const block = Buffer.from('{"id":1048576,"text":"a long line"},'.repeat(4096));
  for (let left = megabytes * 1_000_000; left > 0; left -= block.length)
    writeSync(file, block, 0, Math.min(left, block.length));
  closeSync(file);
  const { row } = measure(
    { ...reduceOf(options, megabytes), name: `reduce, one line of ${megabytes} MB`, target: '<= 200', maxMib: 200 },
    path,
    options,
  );
  rmSync(path);
  return row;
}

function measure(
  what: Measured,
  path: string | undefined,
  options: BenchOptions,
  firstPeak?: number,
): { readonly row: Row; readonly peak: number } {
  options.progress(`memory: ${what.name}`);
  const peakFile = join(options.temp, 'peak');
  const [node = '', ...rest] = what.argv;
  const preload = join(options.root, 'bench/kit/peak-memory.cjs');
  const { ms } = runTimed({
    argv: [node, '--require', preload, ...rest],
    ...(path === undefined ? {} : { input: path }),
    env: { ...cleanEnvironment(options.temp), PEAK_MEMORY_FILE: peakFile },
    cwd: options.root,
  });
  const peak = existsSync(peakFile) ? Number(readFileSync(peakFile, 'utf8')) : Number.NaN;
  rmSync(peakFile, { force: true });
  rmSync(join(options.temp, 'cache'), { recursive: true, force: true });
  const growth = firstPeak === undefined ? undefined : (100 * (peak - firstPeak)) / firstPeak;
  return {
    row: {
      key: what.name,
      cells: [what.megabytes, peak / MIB, growth, ms / 1000, what.target, isMet(what, peak, growth)],
    },
    peak,
  };
}

function isMet({ maxMib }: Measured, peak: number, growth: number | undefined): string | undefined {
  if (maxMib === undefined) return undefined;
  return yesNo(peak / MIB <= maxMib && (growth === undefined || growth <= MAX_GROWTH));
}

function tableOf(rows: readonly Row[]): Table {
  return {
    title: 'Peak resident memory',
    keyName: 'what',
    columns: [
      { name: 'MB in' },
      { name: 'peak MiB', isCompared: true },
      { name: 'growth %' },
      { name: 's' },
      { name: 'target MiB' },
      { name: 'met' },
    ],
    rows,
    notes: ['Peak of the process itself, as it ends (VmHWM on Linux). Growth: against the smallest input.'],
  };
}
