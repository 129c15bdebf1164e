/** A real client in a home of its own, driven without any network but the loopback. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { projectRoot } from '../../support/project.js';
import { type Model, openModel, type ScriptStep } from './model.js';

/** Where clients are installed to, once for all runs. */
const cache = process.env.TINYJUICE_CLIENTS ?? join(homedir(), '.cache', 'tinyjuice-clients');

export interface Package {
  /** Folder in the cache. */
  readonly name: string;
  /** As npm takes it, with its version. */
  readonly spec: string;
  /** Below node_modules. */
  readonly program: string;
  /** A script to be run after the install, below node_modules. */
  readonly after?: string;
}

/** The program's path; undefined: it cannot be installed here, and why is said. */
export function installed({ name, spec, program, after }: Package): string | undefined {
  const folder = join(cache, name);
  const path = join(folder, 'node_modules', program);
  try {
    if (!existsSync(path)) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
      execFileSync('npm', ['install', '--no-audit', '--no-fund', spec], {
        cwd: folder,
        stdio: 'pipe',
        timeout: 600_000,
      });
      if (after !== undefined) {
        const script = join(folder, 'node_modules', after);
        execFileSync(process.execPath, [script], { cwd: dirname(script), stdio: 'pipe' });
      }
    }
    if (existsSync(path)) return path;
    throw new Error(`${path} is not there`);
  } catch (error) {
    process.stderr.write(
      `skipped: ${name}: ${spec} cannot be installed (${error instanceof Error ? error.message.split('\n')[0] : ''})\n`,
    );
    return undefined;
  }
}

const root = mkdtempSync(join(tmpdir(), 'tinyjuice-clients-'));
// A client may leave a process behind that still writes when it is ended.
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

/** Our program as npm would put it on the path. */
const bin = join(root, 'bin');
const dist = join(root, 'dist');
cpSync(join(projectRoot, 'dist'), dist, { recursive: true, filter: path => !path.endsWith('/lib') });
mkdirSync(bin);
const tool = join(bin, 'tinyjuice');
execFileSync('ln', ['-s', join(dist, 'cli.js'), tool]);

export interface Sandbox {
  readonly home: string;
  readonly project: string;
  readonly env: NodeJS.ProcessEnv;
  readonly model: Model;
  write(path: string, content: string | object): void;
  /** Something stands in the project under this name. */
  hasMade(name: string): boolean;
  /** Runs our program as the user would. */
  tinyjuice(...words: readonly string[]): string;
  /** Runs the client, for something that comes before what is tested. */
  prepare(program: string, words: readonly string[], env?: NodeJS.ProcessEnv): Promise<Run>;
  /** Runs the client; the model's server ends with it. */
  run(program: string, words: readonly string[], env?: NodeJS.ProcessEnv): Promise<Run>;
  /** A program that stands before ours on the path. */
  replaceTinyjuice(script: string): void;
}

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

let count = 0;

/** @param script what the model says. */
export async function openSandbox(script: readonly ScriptStep[]): Promise<Sandbox> {
  count += 1;
  const home = join(root, `home${count}`);
  const project = join(home, 'project');
  mkdirSync(project, { recursive: true });
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    SHELL: '/bin/bash',
    NO_COLOR: '1',
  };
  const model = await openModel(script);
  const write = (path: string, content: string | object): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  };
  return {
    home,
    project,
    env,
    model,
    write,
    hasMade: name => existsSync(join(project, name)),
    tinyjuice: (...words) => execFileSync(tool, words, { cwd: project, env, encoding: 'utf8' }),
    replaceTinyjuice(text) {
      const settings = execFileSync('grep', ['-rl', tool, home], { encoding: 'utf8' }).trim().split('\n');
      const other = join(home, 'tinyjuice');
      write(other, `#!/bin/sh\n${text}\n`);
      chmodSync(other, 0o755);
      for (const file of settings) writeFileSync(file, readFileSync(file, 'utf8').replaceAll(tool, other));
    },
    prepare: (program, words, more = {}) => started(program, words, { cwd: project, env: { ...env, ...more } }),
    async run(program, words, more = {}) {
      const ended = await started(program, words, { cwd: project, env: { ...env, ...more } });
      model.close();
      return ended;
    },
  };
}

const started = (
  program: string,
  words: readonly string[],
  where: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Run> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, words, { ...where, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.err += text;
    });
    child.on('error', reject);
    child.on('close', code => resolve({ code, ...said }));
  });
