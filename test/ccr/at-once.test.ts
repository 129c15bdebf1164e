/** Many processes that store and collect at once. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { openEntry } from '../../src/ccr/read.js';
import { collect, draftsIn, freshStore, namesIn } from './store.js';
import { bundleProgram } from './store-program.js';

const run = promisify(execFile);
const PROCESSES = 100;
const EACH = 3;

/** argv: folder, seed, entries at most, bytes at most. Prints the tokens that it has kept. */
const PROGRAM = `
import { openRecorder } from './recorder.js';
import { sweep } from './expire.js';
const [dir, seed, maxEntries, maxBytes] = process.argv.slice(2);
const options = { dir, ttlSecs: 86400, maxEntries: Number(maxEntries), maxBytes: Number(maxBytes), now: Date.now };
const tokens = [];
for (let at = 0; at < ${EACH}; at += 1) {
  const recorder = openRecorder(options);
  recorder.write(Buffer.alloc(10000, seed + '-' + at + ' '));
  if (!recorder.accept()) throw recorder.failure;
  tokens.push(recorder.keep({ program: 'x' })?.token);
  if (seed % 5 === 0) sweep(dir, options, { nowMs: Date.now() });
}
console.log(JSON.stringify(tokens));
`;

let script = '';

beforeAll(async () => {
  script = await bundleProgram(PROGRAM);
});

/** All of them at once; gives the tokens that they have kept. */
async function runAll(
  dir: string,
  maxEntries: number,
  maxBytes: number,
  processes = PROCESSES,
): Promise<readonly string[]> {
  const told = await Promise.all(
    Array.from({ length: processes }, (_, seed) =>
      run(process.execPath, [script, dir, `${seed}`, `${maxEntries}`, `${maxBytes}`]),
    ),
  );
  return told.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
}

async function readAll(dir: string): Promise<number> {
  let bytes = 0;
  for (const token of namesIn(dir)) {
    expect(await collect(openEntry(dir, token).stream())).toHaveLength(10_000);
    bytes += statSync(join(dir, token)).size;
  }
  return bytes;
}

test('within the limits nothing is lost, and no draft stays', { timeout: 300_000 }, async () => {
  const { dir } = freshStore();
  const tokens = await runAll(dir, 4096, 2 ** 32);
  expect(namesIn(dir)).toEqual([...tokens].sort());
  expect(draftsIn(dir)).toEqual([]);
  await readAll(dir);
});

test('limits hold within a tenth, and the entries are whole', { timeout: 300_000 }, async () => {
  const { dir } = freshStore();
  await runAll(dir, 80, 2 ** 32, 50);
  expect(namesIn(dir).length).toBeGreaterThanOrEqual(80);
  expect(namesIn(dir).length).toBeLessThanOrEqual(88);
  expect(draftsIn(dir)).toEqual([]);
  const small = freshStore().dir;
  await runAll(small, 4096, 1_000_000, 50);
  const bytes = await readAll(small);
  expect(bytes).toBeGreaterThan(900_000);
  expect(bytes).toBeLessThanOrEqual(1_100_000);
});
