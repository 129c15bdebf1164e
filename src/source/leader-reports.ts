/** What the leader of a command's session says about the command: see `session-leader.ts`. */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Exit } from '../line.js';
import { sendSignal } from './child-signals.js';

/** The process between us and the command. */
export interface Leader {
  /** Of the command; of the leader where that ended before there was a command. */
  readonly pid: Promise<number>;
  /** Of the command; of the leader where that was killed. */
  readonly exit: Promise<Exit>;
  /** The leader stays as long as any process has this open. */
  readonly lease: Duplex;
  /** Called each time when the command has been stopped. */
  onStop(listener: () => void): void;
  /**
   * The terminal is about to be closed, and the lease is given up once the command has ended. A command that still runs
   * gets its SIGHUP here: the leader passes it on a moment later, when writing has failed already.
   */
  release(): void;
  /** Others have the lease: the leader may outlive us. */
  leave(): void;
  /** Resolves when the leader is gone, where there is something to wait for: nobody else may be there to bury it. */
  gone(): Promise<void>;
}

/** From the end of the lease; perl needs a millisecond. */
const MAX_END_MS = 200;

/**
 * Follow what is said on the descriptor that is `reportsFd` in the leader.
 * @param leaderExit how the leader itself ends.
 * @returns undefined where that descriptor is no pipe of ours.
 */
export function followLeader(child: ChildProcess, reportsFd: number, leaderExit: Promise<Exit>): Leader | undefined {
  const lease: unknown = child.stdio[reportsFd];
  if (!(lease instanceof Duplex)) return undefined;
  // its last report is read before the stream closes, and so before this
  const closed = new Promise<void>(resolve => void child.once('close', () => resolve()));
  const command = readCommand(lease, { pid: child.pid, exit: closed.then(() => leaderExit) });
  let isLeft = false;
  return {
    pid: command.pid,
    exit: command.exit,
    lease,
    onStop(listener) {
      command.now.onStop = listener;
    },
    release() {
      if (command.now.pid !== undefined) sendSignal(command.now.pid, 'SIGHUP');
      const giveUp = () => void lease.destroy();
      command.exit.then(giveUp, giveUp);
    },
    leave() {
      isLeft = true;
      lease.destroy();
      child.unref();
    },
    async gone() {
      if (command.now.hasEnded && !isLeft) await Promise.race([closed, wait(MAX_END_MS, undefined, { ref: false })]);
    },
  };
}

interface Command extends Pick<Leader, 'pid' | 'exit'> {
  readonly now: {
    /** While it runs. */
    pid: number | undefined;
    hasEnded: boolean;
    onStop(): void;
  };
}

interface LeaderProcess {
  readonly pid?: number | undefined;
  readonly exit: Promise<Exit>;
}

function readCommand(lease: Duplex, leader: LeaderProcess): Command {
  const now: Command['now'] = { pid: undefined, hasEnded: false, onStop: () => undefined };
  let tellPid = (_pid: number): void => undefined;
  const pid = new Promise<number>(resolve => {
    tellPid = resolve;
  });
  const exit = new Promise<Exit>((resolve, reject) => {
    readReports(lease, (what, value) => {
      if (what === 'pid') tellPid(value);
      if (what === 'pid') now.pid = value;
      if (what === 'stop') now.onStop();
      if (what === 'end') resolve(exitOfStatus(value));
    });
    leader.exit.then(resolve, reject);
  });
  const markEnd = () => {
    now.pid = undefined;
    now.hasEnded = true;
    tellPid(leader.pid ?? 0);
  };
  exit.then(markEnd, markEnd);
  return { pid, exit, now };
}

function readReports(lease: Duplex, onReport: (what: string, value: number) => void): void {
  let rest = '';
  lease.on('error', () => lease.destroy()); // the leader was killed: its end is reported as the command's
  lease.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [what = '', value] = line.split(' ');
      onReport(what, Number(value));
    }
  });
}

/** @param status as `waitpid` gives it: signal in the low 7 bits, then the mark of a core file, then the exit code. */
function exitOfStatus(status: number): Exit {
  const number = status & 0x7f;
  if (number === 0) return { code: (status >> 8) & 0xff, signal: undefined };
  const signal = SIGNALS.find(name => constants.signals[name] === number);
  return signal === undefined ? { code: 128 + number, signal } : { code: undefined, signal };
}

/** Of two names for one number, the one that Node uses. */
const SIGNALS = (Object.keys(constants.signals) as NodeJS.Signals[]).filter(
  name => !['SIGIOT', 'SIGPOLL', 'SIGUNUSED', 'SIGCLD'].includes(name),
);
