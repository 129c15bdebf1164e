/** Real runs of commands through the raw wrapper, and without it, for comparison. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll } from 'vitest';

/** A fresh folder, removed after the tests of this file. */
export const folder = mkdtempSync(join(tmpdir(), 'tinyjuice-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The raw wrapper as one file, an executable like the real one. */
export const wrapper = join(folder, 'raw-wrap');
buildSync({
  entryPoints: [fileURLToPath(new URL('raw-wrap.ts', import.meta.url))],
  outfile: wrapper,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'error',
});
chmodSync(wrapper, 0o755);

/** The environment of every run: `W` is the wrapper, so that shell lines can say `$W -- command`. */
export const environment: NodeJS.ProcessEnv = {
  ...process.env,
  W: wrapper,
  RAW_WRAP_PTY_FROM: fileURLToPath(new URL('../../package.json', import.meta.url)),
  FOLDER: folder,
};

export interface Result {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
  readonly ms: number;
}

/** What a process gave and how it ended; stdout and stderr are pipes of their own. */
export function resultOf(child: ChildProcess): Promise<Result> {
  const started = performance.now();
  let out = '';
  let err = '';
  child.stdout?.setEncoding('latin1').on('data', chunk => {
    out += chunk;
  });
  child.stderr?.setEncoding('latin1').on('data', chunk => {
    err += chunk;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out, err, ms: performance.now() - started }));
  });
}

/** Start bash with a script, in a process group of its own. */
export function startScript(script: string, options: SpawnOptions = {}): ChildProcess {
  const stdio = options.stdio ?? ['ignore', 'pipe', 'pipe'];
  return spawn('bash', ['-c', script], { cwd: folder, env: environment, detached: true, ...options, stdio });
}

/** Run bash with a script to its end. */
export function script(text: string, options: SpawnOptions = {}): Promise<Result> {
  return resultOf(startScript(text, options));
}
