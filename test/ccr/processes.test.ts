/** The store as other processes use it, from the CommonJS bundle that ships. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { DRAFTS } from '../../src/ccr/entry.js';
import { openEntry } from '../../src/ccr/read.js';
import { collect, draftsIn, freshFolder, freshStore, namesIn, store } from './store.js';
import { bundleProgram } from './store-program.js';

const run = promisify(execFile);

/** argv: folder, seed, number of 64 KiB blocks, what to do at the end. Prints one JSON line. */
const PROGRAM = `
import { openRecorder } from './recorder.js';
const [dir, seed, blocks, end, maxEntries] = process.argv.slice(2);
const isLoaded = () => process.moduleLoadList.includes('NativeModule crypto');
const options = { dir, ttlSecs: 86400, maxEntries: Number(maxEntries ?? 4096), maxBytes: 2 ** 32, now: Date.now };
const recorder = openRecorder(options);
const cipher = seed === 'dense' && process.getBuiltinModule('node:crypto').createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16));
const plain = Buffer.alloc(65536, seed + ' line\\n');
let accepted = 0;
let loadedBefore = false;
for (let count = 0; count < Number(blocks); count += 1) {
  const block = cipher ? cipher.update(Buffer.alloc(65536)) : plain;
  recorder.write(block);
  loadedBefore = isLoaded();
  if (end !== 'discard' && recorder.accept()) accepted += block.length;
}
const tell = more => console.log(JSON.stringify({ accepted, failure: recorder.failure?.message, ...more }));
if (end === 'wait') { tell({}); setInterval(() => {}, 1000); }
else if (end === 'discard') { recorder.discard(); tell({ loadedBefore, rssMb: process.resourceUsage().maxRSS / 1024 }); }
else tell({ recovery: recorder.keep({ program: 'x' }), later: recorder.failure?.message, rssMb: process.resourceUsage().maxRSS / 1024 });
`;

let script = '';

beforeAll(async () => {
  script = await bundleProgram(PROGRAM);
});

interface Told {
  readonly accepted: number;
  readonly failure?: string;
  readonly later?: string;
  readonly recovery?: { readonly token: string; readonly bytes: number };
  readonly loadedBefore?: boolean;
  readonly rssMb: number;
}

async function runProgram(args: readonly string[], options: { uid?: number; gid?: number } = {}): Promise<Told> {
  const { stdout, stderr } = await run(process.execPath, [script, ...args], options);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Told;
}

function content(seed: string, blocks: number): Buffer {
  return Buffer.concat(Array.from({ length: blocks }, () => Buffer.alloc(65_536, `${seed} line\n`)));
}

/** What does not become smaller by being compressed. */
const dense = (blocks: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(blocks * 65_536));

test('20 runs at once each keep their own, and leave no draft', { timeout: 120_000 }, async () => {
  const { dir } = freshStore();
  const seeds = Array.from({ length: 20 }, (_, at) => `run${at % 15}`); // Five pairs store equal content.
  const told = await Promise.all(seeds.map(seed => runProgram([dir, seed, '20', 'keep'])));
  expect(namesIn(dir)).toEqual([...new Set(told.map(({ recovery }) => recovery?.token ?? ''))].sort());
  expect(namesIn(dir)).toHaveLength(15);
  expect(draftsIn(dir)).toEqual([]);
  for (const [at, { recovery }] of told.entries()) {
    const got = await collect(openEntry(dir, recovery?.token ?? '').stream());
    expect(got.equals(content(seeds[at] ?? '', 20))).toBe(true);
  }
});

test('20 runs at once over a cap of 5 entries end with 5 whole ones', { timeout: 120_000 }, async () => {
  const { dir } = freshStore();
  const told = await Promise.all(Array.from({ length: 20 }, (_, at) => runProgram([dir, `r${at}`, '3', 'keep', '5'])));
  expect(told.map(({ later }) => later)).toEqual(Array.from({ length: 20 }, () => undefined));
  const names = namesIn(dir);
  expect(names.length).toBeGreaterThanOrEqual(1);
  expect(names.length).toBeLessThanOrEqual(5);
  for (const name of names) expect((await collect(openEntry(dir, name).stream())).length).toBe(3 * 65_536);
});

test('a process killed with -9 leaves only a draft, which the next run removes', async () => {
  const options = freshStore();
  const child = spawn(process.execPath, [script, options.dir, 'killed', '15', 'wait'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  store(options, 'while it lives\n');
  expect(draftsIn(options.dir)).toHaveLength(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const left = draftsIn(options.dir);
  expect(left).toHaveLength(1);
  // What is not yet a whole line waits in memory until it is known to hold no secret.
  const written = readFileSync(join(options.dir, DRAFTS, left[0] ?? '')).subarray(512);
  const all = content('killed', 15);
  expect(written.equals(all.subarray(0, written.length))).toBe(true);
  expect(written.length).toBeGreaterThan(all.lastIndexOf(0x0a));
  store(options, 'after it died\n');
  expect(draftsIn(options.dir)).toEqual([]);
  expect(namesIn(options.dir)).toHaveLength(2);
});

test('a limit on file size keeps what was accepted, and does not kill the process', async () => {
  const { dir } = freshStore();
  const { stdout } = await run('sh', [
    '-c',
    'ulimit -f 2048 && exec "$0" "$@"',
    process.execPath,
    script,
    dir,
    'dense',
    '60',
    'keep',
  ]);
  const told = JSON.parse(stdout) as Told;
  expect(told.failure).toBe(`originals cannot be kept in ${dir}: EFBIG: file too large`);
  expect(told.accepted).toBeGreaterThan(900_000); // `ulimit -f` counts 512 or 1024 bytes, as the shell likes.
  // What is not yet a whole line waits in memory until it is known to hold no secret.
  const wholeLines = dense(60).subarray(0, told.accepted).lastIndexOf(0x0a) + 1;
  const stored = told.recovery?.bytes ?? 0;
  expect(stored).toBeGreaterThanOrEqual(wholeLines);
  const got = await collect(openEntry(dir, told.recovery?.token ?? '').stream());
  expect(got.equals(dense(60).subarray(0, stored))).toBe(true);
  expect(namesIn(dir)).toEqual([told.recovery?.token]);
});

test('a read-only folder and another user’s folder are failures that say so', async context => {
  const isRoot = process.geteuid?.() === 0; // No folder is read-only to root, so the program runs as somebody else.
  const nobody = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  try {
    await run(process.execPath, [script, freshStore().dir, 's', '1', 'discard'], nobody);
  } catch {
    context.skip('another user cannot run node or the script here');
  }
  const parent = freshFolder();
  chmodSync(parent, 0o755);
  const readOnly = join(parent, 'read-only');
  mkdirSync(readOnly);
  if (isRoot) chownSync(readOnly, 65_534, 65_534);
  chmodSync(readOnly, 0o500);
  const cases: [string, string][] = [[readOnly, 'EACCES: permission denied']];
  if (isRoot)
    cases.push([parent, 'the folder belongs to another user'], [join(parent, 'new'), 'EACCES: permission denied']);
  for (const [dir, reason] of cases) {
    const told = await runProgram([dir, 's', '40', 'keep'], nobody);
    expect(told).toMatchObject({ accepted: 0, failure: `originals cannot be kept in ${dir}: ${reason}` });
    expect(told.recovery).toBe(undefined);
  }
  expect(namesIn(readOnly)).toEqual([]);
});

test('a run that stores nothing makes no file and does not load node:crypto', async () => {
  const { dir } = freshStore();
  expect(await runProgram([dir, 's', '16', 'discard'])).toMatchObject({ accepted: 0, loadedBefore: false });
  expect(existsSync(dir)).toBe(false);
});

test('memory does not grow with the input', { timeout: 120_000 }, async () => {
  const { dir } = freshStore();
  const small = await runProgram([dir, 's', '1600', 'keep']); // 100 MB
  const large = await runProgram([dir, 's', '4800', 'keep']); // 300 MB
  expect(large.rssMb).toBeLessThan(small.rssMb * 1.15);
  const measured = execFileSync(process.execPath, ['-e', 'console.log(process.resourceUsage().maxRSS / 1024)']);
  expect(large.rssMb).toBeLessThan(Number(measured) + 60); // some frames of 1 MiB, on their way through the compressor
});
