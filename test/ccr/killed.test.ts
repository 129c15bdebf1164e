/** Processes that are killed in the middle of anything, or have no more files to open. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { openEntry } from '../../src/ccr/read.js';
import { collect, draftsIn, freshStore, namesIn, store } from './store.js';
import { bundleProgram } from './store-program.js';

const AT_ONCE = 5;
const ROUNDS = 2;

/** argv: folder, seed. Stores originals of all sizes without end, and prints each one's token once it is kept. */
const WRITER = `
import { writeSync } from 'node:fs';
import { openRecorder } from './recorder.js';
const [dir, seed] = process.argv.slice(2);
const options = { dir, ttlSecs: 86400, maxEntries: 4096, maxBytes: 2 ** 32, now: Date.now };
const sizes = [1, 700, 30_000, 900_000, 1_500_000, 4_000_000];
(async () => { for (let at = 0; ; at += 1) {
  const recorder = openRecorder(options);
  const block = Buffer.alloc(sizes[at % sizes.length] / 2 + 1, seed + '-' + at + ' line\\n');
  recorder.write(block);
  if (at % 2 === 0) recorder.accept();
  await recorder.offer(block);
  recorder.accept();
  writeSync(1, recorder.keep({ program: 'x' }).token + '\\n');
} })();
`;

/** argv: folder, when the table of open files is filled. Prints what became of one original. */
const CROWDED = `
import { openSync } from 'node:fs';
import { openRecorder } from './recorder.js';
const [dir, when] = process.argv.slice(2);
const recorder = openRecorder({ dir, ttlSecs: 86400, maxEntries: 4096, maxBytes: 2 ** 32, now: Date.now });
const fill = () => { try { for (;;) openSync('/dev/null', 'r'); } catch {} };
recorder.write(Buffer.alloc(50_000, 'some line\\n'));
if (when === 'before') fill();
const isAccepted = recorder.accept();
if (when === 'after') fill();
console.log(JSON.stringify({ isAccepted, recovery: recorder.keep({ program: 'x' }), failure: recorder.failure?.message }));
`;

const programs = { writer: '', crowded: '' };

beforeAll(async () => {
  programs.writer = await bundleProgram(WRITER);
  programs.crowded = await bundleProgram(CROWDED);
});

/** Kills it after some of its originals, in the middle of the next one. Gives the tokens that it has told. */
async function killOne(dir: string, seed: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [programs.writer, dir, `${seed}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  const told: string[] = [];
  const enough = 1 + Math.floor(Math.random() * 12);
  const lines = createInterface({ input: child.stdout });
  lines.on('line', line => {
    told.push(line);
    if (told.length === enough) setTimeout(() => child.kill('SIGKILL'), Math.random() * 15);
  });
  await Promise.all([once(child, 'exit'), once(lines, 'close')]);
  return told;
}

test(`${AT_ONCE * ROUNDS} processes killed at random: every entry is whole, what was told is there, no draft stays`, {
  timeout: 120_000,
}, async () => {
  const options = freshStore();
  const { dir } = options;
  for (let round = 0; round < ROUNDS; round += 1) {
    const told = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => killOne(dir, round * AT_ONCE + at)));
    const names = namesIn(dir);
    expect(names).toEqual(expect.arrayContaining(told.flat()));
    for (const name of names) {
      const entry = openEntry(dir, name);
      const bytes = await collect(entry.stream());
      expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([entry.bytes, entry.sha256]);
    }
    expect(store(options, `the store still opens ${round}\n`).bytes).toBeGreaterThan(0);
    expect(draftsIn(dir)).toEqual([]);
  }
});

test.skipIf(process.platform === 'win32').each([
  ['before', { isAccepted: false }],
  ['after', { isAccepted: true }],
])('no more files to open %s the original is accepted: it is not kept, or kept whole', async (when, expected) => {
  const { dir } = freshStore();
  const limited = ['-c', 'ulimit -n 40 && exec "$0" "$@"', process.execPath, programs.crowded, dir, when];
  const told = JSON.parse((await promisify(execFile)('sh', limited)).stdout);
  expect(told).toMatchObject(expected);
  if (when === 'before') {
    expect(told.failure).toBe(`originals cannot be kept in ${dir}: EMFILE: too many open files`);
    expect(told.recovery).toBe(undefined);
    expect(namesIn(dir)).toEqual([]);
  } else {
    expect(told.failure).toBe(undefined);
    expect(await collect(openEntry(dir, told.recovery.token).stream())).toHaveLength(50_000);
  }
});
