/** How a child is started: directly where nothing must be put right, otherwise by a line of `sh` that ends in `exec`. */
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { rawArguments, rawVariable, shellAssignment } from './raw-bytes.js';
import { LEADER_SCRIPT, PERL_QUIET, PERL_VARIABLE } from './session-leader.js';
import type { StartState } from './start-state.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A number is a descriptor of ours that becomes the child's of the same place; 'ignore' leaves it closed. */
export type Stdio = Array<number | 'ignore' | 'pipe'>;

/** `tty`: the child opens its terminal there. */
export type Side = number | 'pipe' | 'tty';

export interface LaunchRequest {
  readonly argv: readonly [string, ...string[]];
  readonly env: Environment;
  readonly start: StartState;
  /** What the child gets as 0, 1 and 2; a pty's sides are opened by the child itself. */
  readonly stdio: readonly [stdin: Side, stdout: Side, stderr: Side];
  /** Settings for a new terminal, as arguments of `stty`. */
  readonly ttySettings?: readonly string[] | undefined;
  /** Path of perl, for a leader of the terminal's session; undefined: the command leads it. */
  readonly perl?: string | undefined;
  /** The working directory is gone: a shell would complain about that on stderr. */
  readonly isFolderGone: boolean;
}

export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly stdio: Stdio;
  readonly env: Record<string, string>;
  /** Descriptor on which `sh` reads the pty's name, and the session's leader then reports; undefined: no pty. */
  readonly ttyNameFd: number | undefined;
  /** The child that is started becomes the leader, whose child is the command. */
  readonly hasLeader: boolean;
}

/** The plan for one child. The arguments reach it as given: as positional parameters, never as shell text. */
export function planLaunch(request: LaunchRequest): Launch {
  const stdio: Stdio = request.stdio.map(side => (side === 'tty' ? 'ignore' : side));
  for (const fd of request.start.descriptors) place(stdio, fd, fd);
  const env = definedOnly(request.env);
  const lines = [...restoreStart(request.start), ...restoreArguments(request.argv)];
  const usesTty = request.stdio.includes('tty');
  const perl = usesTty ? request.perl : undefined;
  const oddNames = Object.keys(env).filter(name => needsHelp(name, env, perl));
  if (lines.length === 0 && !usesTty && oddNames.every(name => !isNotUtf8(name, env))) {
    return { file: request.argv[0], args: request.argv.slice(1), stdio, env, ttyNameFd: undefined, hasLeader: false };
  }
  const stderr = request.stdio[2];
  const quiet = request.isFolderGone && stderr !== 'tty' ? hideShellErrors(stdio, stderr) : [];
  const ttyNameFd = usesTty ? freeDigit(stdio) : undefined;
  if (ttyNameFd !== undefined) place(stdio, ttyNameFd, 'pipe');
  const terminal = ttyNameFd === undefined ? [] : openTerminal(request, ttyNameFd);
  const leader =
    perl === undefined || ttyNameFd === undefined ? undefined : leaderOf({ perl, ttyNameFd, stdio, request });
  if (leader === undefined && ttyNameFd !== undefined) terminal.push(`exec ${ttyNameFd}>&-`);
  const ends = execLines(env, oddNames, leader);
  const script = [...quiet, ...lines, ...shellVariables(env), ...terminal, ...ends].join('\n');
  const args = ['-c', script, 'sh', ...request.argv];
  return { file: SHELL.path, args, stdio, env, ttyNameFd, hasLeader: leader !== undefined };
}

/** dash changes less of the environment than other shells do (no SHLVL, no `_`). */
const SHELL = existsSync('/bin/dash') ? { path: '/bin/dash', isDash: true } : { path: '/bin/sh', isDash: false };

function place(stdio: Stdio, fd: number, value: number | 'pipe'): void {
  while (stdio.length <= fd) stdio.push('ignore');
  stdio[fd] = value;
}

/** A shell can name only descriptors of one digit. */
function freeDigit(stdio: Stdio): number {
  for (let fd = 9; fd > 2; fd -= 1) {
    if (stdio[fd] === undefined || stdio[fd] === 'ignore') return fd;
  }
  return 9; // all taken: the pty matters more than an inherited descriptor
}

function definedOnly(env: Environment): Record<string, string> {
  const defined: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined) defined[name] = value;
  }
  return defined;
}

function restoreStart(start: StartState): string[] {
  const lines: string[] = [];
  if (start.softFiles !== undefined) lines.push(`ulimit -Sn ${start.softFiles} 2>/dev/null`);
  if (start.ignored.length > 0) lines.push(`trap '' ${start.ignored.join(' ')}`);
  for (const fd of start.closed) lines.push(`exec ${fd}>&-`);
  return lines;
}

/** Arguments that are not UTF-8 are built again, byte by byte. */
function restoreArguments(argv: readonly string[]): string[] {
  const raw = rawArguments(argv);
  if (raw.size === 0) return [];
  const words = argv.map((_, index) => (raw.has(index) ? `"$tj_${index}"` : `"\${${index + 1}}"`));
  return [...[...raw].map(([index, bytes]) => shellAssignment(`tj_${index}`, bytes)), `set -- ${words.join(' ')}`];
}

/** Variables that a shell sets, changes or drops by itself. */
const SHELL_OWN = new Set(['IFS', 'OPTIND', 'PPID', 'OPTARG', 'LINENO', 'BASHOPTS', 'SHELLOPTS', 'UID', 'EUID']);
const SHELL_OWN_UNLESS_DASH = new Set(['_', 'SHLVL', 'PWD', 'OLDPWD']);

const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function needsHelp(name: string, env: Record<string, string>, perl: string | undefined): boolean {
  if (!SHELL_NAME.test(name) || SHELL_OWN.has(name)) return true;
  if (perl !== undefined && PERL_VARIABLE.test(name)) return true;
  return isNotUtf8(name, env);
}

function isNotUtf8(name: string, env: Record<string, string>): boolean {
  return env[name]?.includes('\uFFFD') === true && rawVariable(name) !== undefined;
}

/** dash exports PWD even where there was none, and corrects one that was wrong. */
function shellVariables(env: Record<string, string>): string[] {
  if (!SHELL.isDash) return [];
  return [env.PWD === undefined ? 'unset PWD' : `PWD=${quote(env.PWD)}`];
}

function hideShellErrors(stdio: Stdio, stderr: number | 'pipe'): string[] {
  const spare = freeDigit(stdio);
  stdio[2] = 'ignore';
  place(stdio, spare, stderr);
  return [`exec 2>&${spare} ${spare}>&-`];
}

/** The first terminal that a session's leader opens becomes the controlling one, so it is opened here and by name. */
function openTerminal(request: LaunchRequest, ttyNameFd: number): string[] {
  const lines = [`IFS= read -r tj_tty <&${ttyNameFd}`];
  const sides = request.stdio.flatMap((side, fd) => (side === 'tty' ? [fd] : []));
  const first = sides[0] ?? 1;
  lines.push(`exec ${first}<>"$tj_tty"`);
  for (const fd of sides.slice(1)) lines.push(`exec ${fd}>&${first}`);
  const settings = request.ttySettings ?? [];
  if (settings.length > 0) lines.push(`stty ${settings.map(quote).join(' ')} <&${first} 2>/dev/null`);
  lines.push('unset tj_tty');
  return lines;
}

interface Led {
  readonly perl: string;
  readonly ttyNameFd: number;
  readonly stdio: Stdio;
  readonly request: LaunchRequest;
}

/** Words that start the leader, before those of the command. */
function leaderOf({ perl, ttyNameFd, stdio, request }: Led): string {
  const others = stdio.flatMap((value, fd) => (fd > 2 && fd !== ttyNameFd && value !== 'ignore' ? [fd] : []));
  const ignored = request.start.ignored.includes(constants.signals.SIGCHLD) ? 'CHLD' : '';
  return [perl, '-f', '-e', LEADER_SCRIPT, String(ttyNameFd), others.join(','), ignored].map(quote).join(' ');
}

/** `env` takes what the shell cannot: names like `BASH_FUNC_x%%`, and its own variables. */
function execLines(env: Record<string, string>, oddNames: readonly string[], leader: string | undefined): string[] {
  const names = new Set(oddNames);
  const words: string[] = [];
  for (const name of SHELL.isDash ? [] : SHELL_OWN_UNLESS_DASH) {
    if (env[name] === undefined) words.push(`-u ${name}`);
    else names.add(name);
  }
  const lines: string[] = [];
  for (const name of names) {
    const bytes = isNotUtf8(name, env) ? rawVariable(name) : undefined;
    if (bytes === undefined) words.push(quote(`${name}=${env[name] ?? ''}`));
    else {
      lines.push(shellAssignment(`tj_env${lines.length}`, bytes));
      words.push(`${quote(name)}="$tj_env${lines.length - 1}"`);
    }
  }
  const start = words.length === 0 ? [] : [`/usr/bin/env ${words.join(' ')}`];
  if (leader === undefined) return [...lines, ['exec', ...start, '"$@"'].join(' ')];
  const keptFromPerl = oddNames.filter(name => PERL_VARIABLE.test(name) && SHELL_NAME.test(name));
  if (keptFromPerl.length > 0) lines.push(`unset ${keptFromPerl.join(' ')}`);
  lines.push(`export ${PERL_QUIET}=0`);
  return [...lines, ['exec', leader, ...start, '"$@"'].join(' ')];
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
