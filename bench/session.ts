/** What does a host wait for an answer, in a session, and what does a stream of the library hold? */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { cleanEnvironment } from './kit/child.js';
import { median, yesNo } from './kit/figures.js';
import { type BenchOptions, defineQuestion, type Row, type Table } from './kit/question.js';
import { tinyjuice } from './kit/tools.js';

const ROUNDS = 200;
const TEXT_CHARS = 20_000;
const MAX_MS = 5;
const STREAM_MB = 1_000;
const MAX_PEAK_MB = 150;

/** Answers each line with the text that stands in it: what pipes, JSON and Node cost alone. */
const ECHO = `require('node:readline').createInterface({ input: process.stdin }).on('line', line =>
  process.stdout.write(JSON.stringify({ inlineText: JSON.parse(line).input.combinedText }) + '\\n'));`;

export default defineQuestion({
  name: 'session',
  about: 'latency of a request in a session of reduce-json, beside a bare Node that answers; memory of reduceStream',
  run: async options => [await measureRequests(options), await measureStream(options)],
});

interface Case {
  readonly name: string;
  readonly command: string;
  readonly text: string;
}

function casesIn(root: string): readonly Case[] {
  const recorded = (name: string): string => readFileSync(join(root, 'fixtures', name, 'raw.txt'), 'utf8');
  const log = Array.from(
    { length: 1_000 },
    (_, at) => `2026-01-01T00:00:${at % 60}Z INFO request ${at} took ${at % 7} ms`,
  );
  const steps = Array.from(
    { length: 1_000 },
    (_, at) => `step ${(at * 7919) % 4001}: ${at * 31} of ${'abc'[at % 3]} done`,
  );
  return [
    { name: 'npm install', command: 'npm install --loglevel http', text: recorded('npm-install/http-log') },
    { name: 'go test', command: 'go test -v ./...', text: recorded('go-test/verbose-large') },
    { name: 'a log', command: './serve', text: log.join('\n') },
    { name: 'no rule', command: 'python x.py', text: steps.join('\n') },
  ].map(each => ({ ...each, text: each.text.slice(0, TEXT_CHARS) }));
}

async function measureRequests({ root, temp, rounds = ROUNDS, progress }: BenchOptions): Promise<Table> {
  const env = cleanEnvironment(temp);
  const [echo, ours] = [
    openSession([process.execPath, '-e', ECHO], env),
    openSession(tinyjuice(root, 'reduce-json', '--lines'), env),
  ];
  const rows: Row[] = [];
  for (const { name, command, text } of casesIn(root)) {
    progress(`session: ${name}`);
    const times: { readonly echo: number; readonly ours: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const input = { toolName: 'exec', command, exitCode: 0, combinedText: `${text}\nrun ${round}` };
      const line = `${JSON.stringify({ input })}\n`;
      times.push({ echo: await echo.ask(line), ours: await ours.ask(line) });
    }
    const walls = times.map(each => each.ours);
    const middle = median(walls);
    const bare = median(times.map(each => each.echo));
    rows.push({ key: name, cells: [middle, Math.min(...walls), bare, `< ${MAX_MS} ms`, yesNo(middle < MAX_MS)] });
  }
  echo.close();
  ours.close();
  return {
    title: `Request of ${TEXT_CHARS} characters in a session, ${rounds} each, in turns`,
    keyName: 'what',
    columns: [
      { name: 'median ms', digits: 2, isCompared: true },
      { name: 'min', digits: 2, isCompared: true },
      { name: 'bare node ms', digits: 2 },
      { name: 'target' },
      { name: 'met' },
    ],
    rows,
    notes: ['Each text is another one, so each original is written to the disk.'],
  };
}

function openSession([file = '', ...args]: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(line: string): Promise<number> {
      const start = performance.now();
      child.stdin.write(line);
      if ((await lines.next()).done) throw new Error(`bench: ${file} has ended.`);
      return performance.now() - start;
    },
    close: () => child.kill(),
  };
}

const STREAM = `
  import { Readable, Writable } from 'node:stream';
  import { pipeline } from 'node:stream/promises';
  const [library, dir, megabytes] = process.argv.slice(1);
  const { createJuice } = await import(library);
  const line = at => \`2026-01-01T00:00:\${at % 60}Z INFO request \${at} of user-\${at * 7919 % 4001} took \${at % 97} ms\\n\`;
  let at = 0;
  let given = 0;
  const source = Readable.from((function* () {
    while (given < megabytes * 1e6) {
      const block = Buffer.from(Array.from({ length: 800 }, () => line(at++)).join(''));
      given += block.length;
      yield block;
    }
  })(), { objectMode: false });
  const stream = createJuice({ store: { dir } }).reduceStream();
  const start = performance.now();
  await pipeline(source, stream, new Writable({ write: (_chunk, _encoding, done) => done() }));
  const { rawBytes } = await stream.report;
  const peakMb = process.resourceUsage().maxRSS * 1024 / 1e6;
  console.log(JSON.stringify({ rawMb: rawBytes / 1e6, peakMb, seconds: (performance.now() - start) / 1000 }));`;

/** Made and reduced in one process, as a host would. */
async function measureStream({ root, temp, megabytes = [STREAM_MB], progress }: BenchOptions): Promise<Table> {
  const library = join(root, 'dist/lib/index.js');
  if (!existsSync(library)) execFileSync(process.execPath, [join(root, 'src/dev/run.mjs'), 'build']);
  const rows = megabytes.map((size): Row => {
    progress(`session: a stream of ${size} MB`);
    const args = ['--input-type=module', '-e', STREAM, pathToFileURL(library).href, join(temp, 'store'), String(size)];
    const printed = execFileSync(process.execPath, args, { encoding: 'utf8', env: cleanEnvironment(temp) });
    const { rawMb, peakMb, seconds } = JSON.parse(printed) as Record<'rawMb' | 'peakMb' | 'seconds', number>;
    return {
      key: `${size} MB`,
      cells: [peakMb, rawMb / seconds, `<= ${MAX_PEAK_MB} MB`, yesNo(peakMb <= MAX_PEAK_MB)],
    };
  });
  return {
    title: 'reduceStream of the library, a log made and reduced in one process',
    keyName: 'what',
    columns: [
      { name: 'peak MB', isCompared: true },
      { name: 'MB/s', isCompared: true },
      { name: 'target' },
      { name: 'met' },
    ],
    rows,
  };
}
