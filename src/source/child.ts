/** A child process as without us: same descriptors, limits, signals and environment, on a real pipe or under a terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errnoOf, JuiceError } from '../errors.js';
import type { Exit } from '../line.js';
import { connectNothing, connectPipes } from './child-pipes.js';
import { forwardSignals } from './child-signals.js';
import { connectSockets } from './child-sockets.js';
import { absolutePath, findCommand } from './command-path.js';
import { type Environment, planLaunch, type Side } from './launch.js';
import { followLeader, type Leader } from './leader-reports.js';
import type { PtyOpener, TerminalSize } from './pty.js';
import type { StartState } from './start-state.js';

/** One stream of the child's output. */
export interface ChildStream {
  readonly from: 'stdout' | 'stderr' | 'pty';
  /** Buffers; reading slowly slows the child. Ends at the latest `LINGER_MS` after the child. Never fails. */
  readonly readable: Readable;
}

export interface ChildRun {
  /** One, or two where stderr is kept apart. */
  readonly streams: readonly ChildStream[];
  /** How the direct child ended; what it wrote may still be on its way through `streams`. */
  readonly exit: Promise<Exit>;
  /** Of the command, once that is known. */
  readonly pid: Promise<number>;
  /** How lines of our own must end until `close`: our terminal may be in a mode where LF alone does not return. */
  readonly ownLineEnd: '\n' | '\r\n';
  /** Our reader has gone: close the child's pipe, so that it gets its SIGPIPE. */
  abandon(from: ChildStream['from']): void;
  /**
   * After the streams have ended: signals have their usual effect on us again, our terminal is as it was. Resolves when
   * no process that we put between us and the command is left, unless somebody in the background needs it.
   */
  close(): Promise<void>;
}

export interface ChildOptions {
  readonly argv: readonly string[];
  readonly mode: 'pipe' | 'pty';
  readonly stderr: 'merge' | 'separate';
  /** The child's environment, without variables of ours. */
  readonly env: Environment;
  /** Paths of our own program: where the shell left one of them in `_`, the child finds its own path there. */
  readonly ownPaths: readonly string[];
  readonly start: StartState;
  /** Where a pipe may be made, best first. */
  readonly temporaryFolders: readonly string[];
  /** For `pty`; undefined: the optional package is missing, a pipe is used. */
  readonly openPty: PtyOpener | undefined;
  /** For `pty`, from `findPerl`; undefined: what the command leaves in the background is hung up on when it ends. */
  readonly perl: string | undefined;
  /** For `pty`: the terminal that the user sits at, if any. */
  readonly terminal: {
    /** Our standard input, where it is a terminal. */
    readonly inputFd: number | undefined;
    /** Our standard output, where it is a terminal whose line ends are ours to mind: see `ownLineEnd`. */
    readonly outputFd?: number | undefined;
    size(): TerminalSize;
    /** The user has typed something; it is on its way to the child. */
    onKeys?(): void;
  };
  /** One line for stderr. */
  say(message: string): void;
}

export interface StartedChild {
  readonly process: ChildProcess;
  /** Of the command. */
  readonly pid: Promise<number>;
  /** Where its shell waits for the terminal's name. */
  readonly ttyNameFd: number | undefined;
  /** The process that `process` becomes, where that is not the command. */
  readonly leader: Leader | undefined;
}

/** What connects a child's output with us. */
export interface Connection {
  readonly stdio: readonly [Side, Side, Side];
  readonly streams: readonly ChildStream[];
  readonly ttySettings?: readonly string[] | undefined;
  readonly ownLineEnd?: '\r\n' | undefined;
  started(child: StartedChild): void;
  /** The direct child has ended. */
  finish(): void;
  abandon(from: ChildStream['from']): void;
  /** Stop the child and us (^Z), if that takes more than in a common process group. */
  suspend?(): Promise<void>;
  /** `suspend`, or the user's keys, have stopped the child, and it will go on with us. */
  isSuspended?(): boolean;
  close(): void;
}

/**
 * Start a command.
 * @throws {JuiceError} NO_COMMAND (exit 127) or NOT_EXECUTABLE (126), before anything has been started.
 */
export async function startChild(options: ChildOptions): Promise<ChildRun> {
  const [program, ...rest] = options.argv;
  if (program === undefined) throw new JuiceError('BAD_USE', 'no command given');
  const path = process.platform === 'win32' ? program : findCommand(program, options.env.PATH);
  const argv: Argv = [program, ...rest];
  try {
    return await startOn(await connect(options), argv, { options, path });
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    if (!isOutOfFiles(error) && !isOutOfFiles(cause)) throw error;
    options.say('too few files may be open for a pipe (ulimit -n): the output passes as it is');
    await nextTurn(); // what was open for the pipe is closed by then
    return startOn(connectNothing(), argv, { options, path });
  }
}

type Argv = readonly [string, ...string[]];

const isOutOfFiles = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(errnoOf(error) ?? '');

interface Start {
  readonly options: ChildOptions;
  /** Of the command's program. */
  readonly path: string;
}

async function startOn(connection: Connection, argv: Argv, { options, path }: Start): Promise<ChildRun> {
  const launch = planLaunch({
    argv,
    env: withUnderscore(options, path),
    start: options.start,
    stdio: connection.stdio,
    ttySettings: connection.ttySettings,
    perl: options.perl,
    isFolderGone: isFolderGone(),
  });
  const child = spawn(launch.file, launch.args, {
    stdio: launch.stdio,
    env: launch.env,
    detached: launch.ttyNameFd !== undefined,
  });
  const exit = exitOf(child, argv[0]);
  if (child.pid === undefined) {
    connection.close();
    await exit; // rejects with the reason
    throw new JuiceError('NO_COMMAND', `${argv[0]}: could not be started`);
  }
  const { ttyNameFd } = launch;
  const leader = launch.hasLeader && ttyNameFd !== undefined ? followLeader(child, ttyNameFd, exit) : undefined;
  const pid = leader?.pid ?? Promise.resolve(child.pid);
  connection.started({ process: child, pid, ttyNameFd, leader });
  return run({ pid, exit: leader?.exit ?? exit, leader, connection, options });
}

async function connect(options: ChildOptions): Promise<Connection> {
  if (process.platform === 'win32') return connectSockets();
  if (options.mode === 'pty') {
    const { connectPty } = await import('./child-pty.js');
    const pty = options.openPty && (await connectPty(options, options.openPty));
    if (pty !== undefined) return pty;
    options.say('no terminal for the command (node-pty is not installed, or the system gave none): using a pipe');
  }
  const pipes = await connectPipes(options);
  if (pipes !== undefined) return pipes;
  options.say(
    `no folder takes a pipe (tried ${options.temporaryFolders.join(', ')}): using a socket, so /dev/stdout fails`,
  );
  return connectSockets();
}

interface Running {
  readonly pid: Promise<number>;
  readonly exit: Promise<Exit>;
  readonly leader: Leader | undefined;
  readonly connection: Connection;
  readonly options: ChildOptions;
}

function run({ pid, exit, leader, connection, options }: Running): ChildRun {
  let stopWaiting: (exit: Exit) => void = () => undefined;
  const leftAlone = new Promise<Exit>(resolve => {
    stopWaiting = resolve;
  });
  const suspend = connection.suspend?.bind(connection);
  const stopForwarding = forwardSignals({
    pid,
    isInOurGroup: suspend === undefined,
    ignored: options.start.ignored,
    stopWaiting: () => stopWaiting({ code: undefined, signal: 'SIGINT' }),
    isSuspended: () => connection.isSuspended?.() ?? false,
    ...(suspend === undefined ? {} : { suspend }),
  });
  const ended = Promise.race([exit, leftAlone]).then(how => {
    connection.finish();
    return how;
  });
  return {
    streams: connection.streams,
    exit: ended,
    pid,
    ownLineEnd: connection.ownLineEnd ?? '\n',
    abandon: from => connection.abandon(from),
    async close() {
      stopForwarding();
      connection.close();
      await leader?.gone();
    },
  };
}

function exitOf(child: ChildProcess, program: string): Promise<Exit> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => resolve({ code: code ?? undefined, signal: signal ?? undefined }));
    child.once('error', error => {
      const code = errnoOf(error) === 'ENOENT' ? 'NO_COMMAND' : 'NOT_EXECUTABLE';
      reject(new JuiceError(code, `${program}: ${error.message}`, { cause: error }));
    });
  });
}

/** `_` is the program that the shell started: without us that would have been the command. */
function withUnderscore(options: ChildOptions, path: string): Environment {
  const { _: underscore, ...env } = options.env;
  if (underscore === undefined) return env;
  return { ...env, _: options.ownPaths.includes(underscore) ? absolutePath(path) : underscore };
}

function isFolderGone(): boolean {
  try {
    process.cwd();
    return false;
  } catch {
    return true; // ENOENT: removed
  }
}
