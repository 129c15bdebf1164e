/** Runs programs and measures them from outside. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A program to run. Its text comes from `input`; what it prints is thrown away unless asked for. */
export interface Program {
  readonly argv: readonly string[];
  /** A file for stdin; none: an empty one. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface Timed {
  readonly ms: number;
  /** Time of the CPU, user and system; undefined where the system does not tell (Linux does). */
  readonly cpuMs: number | undefined;
}

/** The variables of this run without our own switch, a fresh store, and a home folder that no tool has written to. */
export function cleanEnvironment(temp: string): Readonly<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (value !== undefined && !/^(?:TINYJUICE|TOKENJUICE|NODE_OPTIONS|NODE_V8_COVERAGE)/.test(name)) env[name] = value;
  }
  const folders = {
    XDG_CACHE_HOME: join(temp, 'cache'),
    XDG_CONFIG_HOME: join(temp, 'config'),
    XDG_STATE_HOME: join(temp, 'state'),
  };
  return { ...env, HOME: temp, ...folders };
}

/** Runs a program once, to its end, with stdout and stderr thrown away. @throws where it does not end with 0. */
export function runTimed({ argv, input, env, cwd }: Program): Timed {
  const [file = '', ...args] = argv;
  const stdin = input === undefined ? 'ignore' : openSync(input, 'r');
  const cpuBefore = childCpuMs();
  const start = performance.now();
  try {
    const { status, signal, error } = spawnSync(file, args, { stdio: [stdin, 'ignore', 'ignore'], env, cwd });
    const ms = performance.now() - start;
    if (error !== undefined) throw error;
    if (status !== 0) throw new Error(`bench: ${argv.join(' ')} ended with ${signal ?? status}.`);
    const cpuAfter = childCpuMs();
    return { ms, cpuMs: cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore };
  } finally {
    if (typeof stdin === 'number') closeSync(stdin);
  }
}

/** CPU time of all children that have ended, in steps of 10 ms. */
function childCpuMs(): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined;
  const text = readFileSync('/proc/self/stat', 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

export interface Output {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly ms: number;
}

/**
 * Runs a program on bytes and gives what it prints.
 * @param maxMs kills it after so long; its code is then null.
 */
export function runOn(program: Omit<Program, 'input'>, bytes: Buffer, maxMs?: number): Promise<Output> {
  const [file = '', ...args] = program.argv;
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'], env: program.env, cwd: program.cwd });
    const parts: Buffer[] = [];
    let stderr = '';
    child.stdin.on('error', () => {
      // It ended without reading all: its exit code says whether that is a failure.
    });
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.on('data', (part: Buffer) => {
      stderr += part.toString('utf8');
    });
    const killer = maxMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), maxMs);
    child.on('error', reject);
    child.on('close', code => {
      clearTimeout(killer);
      resolve({ code, stdout: Buffer.concat(parts), stderr, ms: performance.now() - start });
    });
    child.stdin.end(bytes);
  });
}
