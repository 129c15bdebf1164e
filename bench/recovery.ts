/** What does it cost to keep an original, and to have a part of it back? */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { cleanEnvironment, runTimed } from './kit/child.js';
import { median, yesNo } from './kit/figures.js';
import { writeMixedLogs } from './kit/mixed-logs.js';
import { type BenchOptions, defineQuestion, type Row, type Table } from './kit/question.js';
import { tinyjuice } from './kit/tools.js';

const MEGABYTES = 200;
const ROUNDS = 3;
const SAMPLE_MB = 32;
/** As the store cuts an original. */
const FRAME_BYTES = 1_048_576;
const MIB = 1_048_576;
const MAX_COST_PERCENT = 30;
const MAX_MIB = 150;

export default defineQuestion({
  name: 'recovery',
  about: 'ways to compress originals; what keeping them adds to a run; time and memory of having parts back',
  async run(options) {
    const megabytes = options.megabytes?.[0] ?? MEGABYTES;
    return [measureWays(options), measureKeeping(options, megabytes), measureParts(options, megabytes)];
  },
});

interface Way {
  readonly name: string;
  pack(block: Buffer): Buffer;
  unpack(packed: Buffer): Buffer;
}

const deflateAt = (level: number): Way => ({
  name: `zlib ${level}`,
  pack: block => zlib.deflateSync(block, { level }),
  unpack: packed => zlib.inflateSync(packed),
});

const brotliAt = (quality: number): Way => ({
  name: `brotli ${quality}`,
  pack: block => zlib.brotliCompressSync(block, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } }),
  unpack: packed => zlib.brotliDecompressSync(packed),
});

/** Of Node 22.15 and later. */
function zstdWays(): readonly Way[] {
  const { zstdCompressSync: pack, zstdDecompressSync: unpack } = zlib as unknown as Partial<
    Record<'zstdCompressSync' | 'zstdDecompressSync', (block: Buffer) => Buffer>
  >;
  return pack === undefined || unpack === undefined ? [] : [{ name: 'zstd 3', pack, unpack }];
}

function measureWays({ root, temp, progress, rounds = ROUNDS }: BenchOptions): Table {
  const path = join(temp, 'sample.log');
  writeMixedLogs(path, SAMPLE_MB, { root });
  const raw = readFileSync(path);
  rmSync(path);
  const blocks = Array.from({ length: Math.ceil(raw.length / FRAME_BYTES) }, (_, at) =>
    raw.subarray(at * FRAME_BYTES, (at + 1) * FRAME_BYTES),
  );
  const ways = [deflateAt(1), deflateAt(6), brotliAt(0), brotliAt(1), brotliAt(4), ...zstdWays()];
  const rows = ways.map(({ name, pack, unpack }): Row => {
    progress(`recovery: ${name}`);
    const times = Array.from({ length: rounds }, () => {
      const start = performance.now();
      const packed = blocks.map(pack);
      const middle = performance.now();
      for (const each of packed) unpack(each);
      return { packMs: middle - start, unpackMs: performance.now() - middle, bytes: sizeOf(packed) };
    });
    const rate = (ms: readonly number[]): number => raw.length / 1000 / median(ms);
    const share = (100 * (times[0]?.bytes ?? 0)) / raw.length;
    return { key: name, cells: [rate(times.map(t => t.packMs)), rate(times.map(t => t.unpackMs)), share] };
  });
  return {
    title: `Frames of 1 MiB of mixed logs, ${SAMPLE_MB} MB, one core, ${rounds} rounds`,
    keyName: 'way',
    columns: [
      { name: 'MB/s in', isCompared: true },
      { name: 'MB/s out', isCompared: true },
      { name: '% of size', digits: 1 },
    ],
    rows,
    notes: ['The store uses brotli 0, two frames at once beside the run.'],
  };
}

const sizeOf = (blocks: readonly Buffer[]): number => blocks.reduce((sum, { length }) => sum + length, 0);

function measureKeeping(options: BenchOptions, megabytes: number): Table {
  const { root, temp, rounds = ROUNDS, progress } = options;
  const env = cleanEnvironment(temp);
  const path = join(temp, 'mixed.log');
  writeMixedLogs(path, megabytes, options);
  // A run that keeps nothing leaves nothing out: beside one that only remembers which file it was, both leave out the same.
  const contenders = [
    { name: 'reduce --store reference', argv: tinyjuice(root, 'reduce', '--store', 'reference', path) },
    { name: 'reduce', argv: tinyjuice(root, 'reduce', path) },
  ];
  const seconds = contenders.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { name, argv }] of contenders.entries()) {
      progress(`recovery: ${megabytes} MB, round ${round + 1} of ${rounds}, ${name}`);
      seconds[at]?.push(runTimed({ argv, env, cwd: root }).ms / 1000);
      rmSync(join(temp, 'cache'), { recursive: true, force: true });
    }
  rmSync(path);
  const [bare = 0, kept = 0] = seconds.map(each => median(each));
  const cost = 100 * (kept / bare - 1);
  return {
    title: `What keeping adds to a run, ${megabytes} MB of mixed logs, ${rounds} runs each, in turns`,
    keyName: 'what',
    columns: [
      { name: 's', digits: 2, isCompared: true },
      { name: 'added %', digits: 0 },
      { name: 'target' },
      { name: 'met' },
    ],
    rows: [
      { key: 'reduce --store reference', cells: [bare, undefined, undefined, undefined] },
      { key: 'reduce', cells: [kept, cost, `<= ${MAX_COST_PERCENT} %`, yesNo(cost <= MAX_COST_PERCENT)] },
    ],
  };
}

function measureParts(options: BenchOptions, megabytes: number): Table {
  const { root, temp, progress } = options;
  const path = join(temp, 'mixed.log');
  writeMixedLogs(path, megabytes, options);
  const peakFile = join(temp, 'peak');
  const env = { ...cleanEnvironment(temp), PEAK_MEMORY_FILE: peakFile };
  const [node = '', ...reduce] = tinyjuice(root, 'reduce', path);
  const out = execFileSync(node, reduce, { env, maxBuffer: 2 ** 30 }).toString('latin1');
  rmSync(path);
  const token = /tj_[0-9a-z]{10}/.exec(out.slice(-200))?.[0] ?? '';
  const preload = join(root, 'bench/kit/peak-memory.cjs');
  const parts = [[], ['--lines', '900000-900010'], ['--bytes', '90000000-90000100'], ['--grep', 'e'], ['--hidden']];
  const rows = parts.map((part): Row => {
    progress(`recovery: retrieve ${part.join(' ')}`);
    const [program = '', ...rest] = tinyjuice(root, 'retrieve', token, ...part);
    const { ms } = runTimed({ argv: [program, '--require', preload, ...rest], env, cwd: root });
    const peak = Number(readFileSync(peakFile, 'utf8')) / MIB;
    return {
      key: `retrieve ${part.join(' ')}`,
      cells: [ms / 1000, peak, `<= ${MAX_MIB} MiB`, yesNo(peak <= MAX_MIB)],
    };
  });
  return {
    title: `Having it back, of ${megabytes} MB of mixed logs`,
    keyName: 'what',
    columns: [
      { name: 's', digits: 2, isCompared: true },
      { name: 'peak MiB', isCompared: true },
      { name: 'target' },
      { name: 'met' },
    ],
    rows,
  };
}
