/** The real binary as a process of its own: what it prints, says and ends with. */
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { projectRoot } from '../support/project.js';

/** A fresh folder, removed after the tests of this file. Others than its owner may look into it. */
export const folder = mkdtempSync(join(tmpdir(), 'tinyjuice-process-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy, so that a build that runs meanwhile changes nothing under a test. */
export const cli = join(folder, 'dist/cli.js');
if (!existsSync(join(projectRoot, 'dist/cli.js')))
  execFileSync(process.execPath, [join(projectRoot, 'src/dev/run.mjs'), 'build', '--cli'], { stdio: 'inherit' });
cpSync(join(projectRoot, 'dist'), join(folder, 'dist'), { recursive: true, filter: path => !path.endsWith('/lib') });

/** Without what the user of this machine has set; originals go to a fresh folder. */
export const environment: NodeJS.ProcessEnv = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TINYJUICE'))),
  XDG_CACHE_HOME: join(folder, 'cache'),
  XDG_CONFIG_HOME: join(folder, 'config'),
  XDG_DATA_HOME: join(folder, 'data'),
  XDG_STATE_HOME: join(folder, 'state'),
  NODE: process.execPath,
  CLI: cli,
};

export interface Result {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: Buffer;
  /** `out` as text. */
  readonly text: string;
  readonly err: string;
}

export interface RunOptions {
  /** What stdin gives; none: an empty file. */
  readonly input?: Buffer | string;
  readonly env?: NodeJS.ProcessEnv;
  readonly spawn?: SpawnOptions;
  /** Another copy of the program. */
  readonly cli?: string;
}

/** Runs `tinyjuice` with these words. */
export const tinyjuice = (args: readonly string[], options: RunOptions = {}): Promise<Result> =>
  run([process.execPath, options.cli ?? cli, ...args], options);

/** Runs a bash script in which `tj` is `tinyjuice`. */
export const script = (text: string, options: RunOptions = {}): Promise<Result> =>
  run(['bash', '-c', `set -o pipefail; tj() { "$NODE" "$CLI" "$@"; }; ${text}`], options);

function run([file = '', ...args]: readonly string[], { input, env, spawn: more }: RunOptions): Promise<Result> {
  const child = spawn(file, args, { cwd: folder, env: { ...environment, ...env }, ...more });
  const out: Buffer[] = [];
  let err = '';
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  child.stdin?.on('error', () => {
    // It ended without reading all of it: its exit code tells.
  });
  child.stdin?.end(input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const bytes = Buffer.concat(out);
      resolve({ code, signal, out: bytes, text: bytes.toString('utf8'), err });
    });
  });
}

/** Writes a file into the fresh folder; gives its path. */
export function fileOf(name: string, content: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** The token in the footer, which is the last line. */
export function tokenIn(text: string): string {
  const token = /: tinyjuice retrieve (tj_\w{10})(?: \(first \d+ bytes\))?\]\n?$/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no footer in ${JSON.stringify(text.slice(-200))}`);
  return token;
}
