/**
 * Job control across two terminals. A command under our pty leads a session of its own, where the system ignores the
 * stop of ^Z (nobody in that session could wake it). So we stop it, ourselves, and wake it when we are woken.
 */
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { sendSignal, stopOurselves } from './child-signals.js';
import { dispositionOf, processState } from './proc-stat.js';
import { doesSuspendKeyWork, type OuterTerminal } from './terminal-mode.js';

/** A command under a pty. */
export interface Job {
  /** It leads its session and, until a shell in it starts jobs, its only process group. */
  readonly pid: number;
  /** The pty, from the command's side. */
  readonly ttyFd: number;
  readonly terminal: OuterTerminal | undefined;
  /** The window may have changed while we were stopped. */
  resize(): void;
}

const SUSPEND_KEY = 0x1a;
/** When to look what ^Z did: a program that handles it tidies up first. */
const LOOKS_MS = [20, 80, 200];

/** ^Z has been typed and given to the pty: stop with the command where it stops, or would stop without us. */
export async function afterKeys(job: Job, keys: Buffer): Promise<void> {
  if (!keys.includes(SUSPEND_KEY)) return;
  for (const lookMs of LOOKS_MS) {
    await wait(lookMs);
    const child = processState(job.pid);
    if (child === undefined) return;
    const isAlone = child.foreground === child.group; // otherwise a shell in there minds its own jobs
    const wouldStop = isAlone && dispositionOf(job.pid, constants.signals.SIGTSTP) === 'default';
    if (child.state === 'T' || (wouldStop && doesSuspendKeyWork(job.ttyFd))) return suspendJob(job, 0);
  }
}

/**
 * Stop the command, then us; returns when both go on.
 * @param ourselves what to stop on our side: our process, or 0 for the whole group, as ^Z does.
 */
export async function suspendJob(job: Job, ourselves: number): Promise<void> {
  if (processState(job.pid)?.state !== 'T') {
    sendSignal(job.pid, 'SIGTSTP');
    await wait(LOOKS_MS[0]);
    if (processState(job.pid)?.state !== 'T') sendSignal(frontOf(job.pid), 'SIGSTOP');
  }
  job.terminal?.restore();
  await stopOurselves(ourselves);
  job.terminal?.take();
  job.resize();
  sendSignal(frontOf(job.pid), 'SIGCONT');
  if (processState(job.pid)?.state === 'T') sendSignal(job.pid, 'SIGCONT');
}

function frontOf(pid: number): number {
  const child = processState(pid);
  return child !== undefined && child.foreground > 0 ? -child.foreground : -pid;
}
