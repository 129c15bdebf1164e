/**
 * Job control across two terminals. When a command under our pty has been stopped, we stop, and wake it when we are woken.
 * A command that leads its session itself is not even stopped by ^Z (nobody in that session could wake it): we do that too.
 */
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { sendSignal, stopOurselves } from './child-signals.js';
import { dispositionOf, processState } from './proc-stat.js';
import { doesSuspendKeyWork, type OuterTerminal } from './terminal-mode.js';

/** A command under a pty. */
export interface Job {
  /** It leads a process group, the only one in the foreground until a shell in it starts jobs. */
  readonly pid: Promise<number>;
  /** The pty, from the command's side. */
  readonly ttyFd: number;
  readonly terminal: OuterTerminal | undefined;
  /** The window may have changed while we were stopped. */
  resize(): void;
}

const SUSPEND_KEY = 0x1a;
/** When to look what ^Z did: a program that handles it tidies up first. */
const LOOKS_MS = [20, 80, 200];

/** Stops a command and us together. */
export interface Suspension {
  /** Until both go on. */
  isOn(): boolean;
  /**
   * Stop the command if it is not stopped yet, then us; returns when both go on. Does nothing where it is on already.
   * @param ourselves what to stop on our side: our process, or 0 for the whole group, as ^Z does.
   */
  suspend(ourselves: number): Promise<void>;
}

/** Nothing is stopped until `suspend`. */
export function suspensionOf(job: Job): Suspension {
  let isOn = false;
  return {
    isOn: () => isOn,
    async suspend(ourselves) {
      if (isOn) return;
      isOn = true;
      await suspendJob(job, ourselves).finally(() => {
        isOn = false;
      });
    },
  };
}

/** These keys have been given to the pty, where nobody reports a stop: does the command stop by ^Z, or would without us? */
export async function doKeysStop(job: Job, keys: Buffer): Promise<boolean> {
  if (!keys.includes(SUSPEND_KEY)) return false;
  const pid = await job.pid;
  for (const lookMs of LOOKS_MS) {
    await wait(lookMs);
    const child = processState(pid);
    if (child === undefined) return false;
    const isAlone = child.foreground === child.group; // otherwise a shell in there minds its own jobs
    const wouldStop = isAlone && dispositionOf(pid, constants.signals.SIGTSTP) === 'default';
    if (child.state === 'T' || (wouldStop && doesSuspendKeyWork(job.ttyFd))) return true;
  }
  return false;
}

async function suspendJob(job: Job, ourselves: number): Promise<void> {
  const pid = await job.pid;
  if (processState(pid)?.state !== 'T') {
    sendSignal(frontOf(pid), 'SIGTSTP');
    await wait(LOOKS_MS[0]);
    if (processState(pid)?.state !== 'T') sendSignal(frontOf(pid), 'SIGSTOP');
  }
  job.terminal?.restore();
  await stopOurselves(ourselves);
  job.terminal?.take();
  job.resize();
  sendSignal(frontOf(pid), 'SIGCONT');
  if (processState(pid)?.state === 'T') sendSignal(pid, 'SIGCONT');
}

/** The command has been stopped: is it still, and is there a user who must get the shell back? */
export async function shouldJoinStop(job: Job): Promise<boolean> {
  return job.terminal !== undefined && processState(await job.pid)?.state === 'T';
}

function frontOf(pid: number): number {
  const child = processState(pid);
  return child !== undefined && child.foreground > 0 ? -child.foreground : -pid;
}
