/** Signals that reach us while a child runs: each goes to the child once, as if we were not there. */
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { callWitness } from './group-witness.js';
import { dispositionOf, processState } from './proc-stat.js';

export interface SignalTarget {
  /** Signals wait until it is known. */
  readonly pid: Promise<number>;
  /** false: the child leads a session of its own (pty), so nothing that is sent to our group reaches it. */
  readonly isInOurGroup: boolean;
  /** Numbers of the signals that were ignored when we were started: we ignore them too. */
  readonly ignored: readonly number[];
  /** A second SIGINT has come and the child is still there. */
  stopWaiting(): void;
  /** SIGTSTP has come: stop the child, then us. Returns when we go on. Not given: what a child in our group needs. */
  suspend?(): Promise<void>;
  /** Somebody else is about to make the child go on, at the right moment. */
  isSuspended(): boolean;
}

/** SIGUSR1 would start Node's debugger, SIGUSR2 would end us: both are meant for the command. */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;
const FROM_KEYS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGTSTP'];

/** One kill of pid and group at once (`timeout` does both) is one SIGINT; a person needs longer for the second. */
const SAME_INTERRUPT_MS = 100;
/** A second SIGINT often ends the child at once; then its own end is the better answer. */
const SECOND_INTERRUPT_MS = 500;
/** How long a signal may take to show in the state of its target. */
const SETTLE_MS = 50;

/** Start to pass signals on. @returns stops it, and gives every signal back its usual effect on us. */
export function forwardSignals(target: SignalTarget): () => void {
  if (process.platform === 'win32') return forwardOnWindows();
  const witness = target.isInOurGroup ? callWitness() : undefined;
  const listeners = new Map<NodeJS.Signals, () => void>();
  let isOver = false;
  let interrupts = 0;
  let lastInterruptMs = Number.NEGATIVE_INFINITY;
  let isSuspending = false;

  const send = (signal: NodeJS.Signals, pid: number) => {
    if (!isOver) sendSignal(pid, signal);
  };
  const passToSession = async (signal: NodeJS.Signals) => {
    const pid = await target.pid;
    send(signal, sessionTarget(pid, signal));
  };
  const pass = async (signal: NodeJS.Signals) => {
    if (witness === undefined) return passToSession(signal);
    const pid = await target.pid;
    const seen = await witness.sawToo(signal);
    if (seen === 'no') return send(signal, pid);
    if (seen === 'yes') return;
    if (!isFromOurTerminal(signal)) return send(signal, pid);
    // too early for a witness: a child with the default action would be dead by now if it had the signal too
    await wait(SETTLE_MS);
    if (dispositionOf(pid, constants.signals[signal]) === 'default') send(signal, pid);
  };
  const countInterrupt = () => {
    const nowMs = performance.now();
    if (nowMs - lastInterruptMs > SAME_INTERRUPT_MS) interrupts += 1;
    lastInterruptMs = nowMs;
    if (interrupts === 2) setTimeout(() => void (isOver || target.stopWaiting()), SECOND_INTERRUPT_MS).unref();
  };
  const listen = (signal: NodeJS.Signals, act: () => void) => {
    const isIgnored = target.ignored.includes(constants.signals[signal]);
    const listener = isIgnored ? () => undefined : act;
    listeners.set(signal, listener);
    process.on(signal, listener);
  };

  for (const signal of FORWARDED) {
    listen(signal, () => {
      void pass(signal);
      if (signal === 'SIGINT') countInterrupt();
    });
  }
  const suspend =
    target.suspend ??
    (async () => suspendWithGroup(await target.pid, async () => (await witness?.sawToo('SIGTSTP')) === 'yes'));
  listen('SIGTSTP', () => {
    if (isSuspending) return;
    isSuspending = true;
    void suspend().finally(() => {
      isSuspending = false;
    });
  });
  listen('SIGCONT', () => void (isSuspending || target.isSuspended() || passToSession('SIGCONT')));
  return () => {
    isOver = true;
    witness?.close();
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}

/** Every process of a console gets ^C by itself; we must only outlive it. */
function forwardOnWindows(): () => void {
  const stay = () => undefined;
  process.on('SIGINT', stay);
  return () => void process.off('SIGINT', stay);
}

/** Send a signal to a process, or to a group by its negative number; it may be gone by now. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    return; // ESRCH: it has ended. EPERM: it runs as another user, and without us the signal would have failed as well
  }
}

/** We are in the foreground of a terminal, where ^C, ^\ and ^Z are sent to all of the group. */
function isFromOurTerminal(signal: NodeJS.Signals): boolean {
  const own = processState('self');
  return FROM_KEYS.includes(signal) && own !== undefined && own.terminal !== 0 && own.foreground === own.group;
}

/** In a session of its own: a key pressed at our terminal is meant for all that is in the foreground there, else the child alone. */
function sessionTarget(pid: number, signal: NodeJS.Signals): number {
  if (!isFromOurTerminal(signal)) return pid;
  const child = processState(pid);
  return child !== undefined && child.terminal !== 0 && child.foreground > 0 && child.group === pid
    ? -child.foreground
    : pid;
}

/** A child in our group: stop it unless ^Z has, stop ourselves the way a program without a handler does, go on together. */
async function suspendWithGroup(pid: number, isGroupWide: () => Promise<boolean>): Promise<void> {
  if (!(await isGroupWide()) && processState(pid)?.state !== 'T') sendSignal(pid, 'SIGTSTP');
  await stopOurselves(process.pid);
  const state = processState(pid)?.state;
  if (state === undefined || state === 'T') sendSignal(pid, 'SIGCONT');
}

/**
 * Take the default action of SIGTSTP, and return once we run again. Also returns where nobody could wake us
 * (an orphaned process group): there the system ignores the signal.
 * @param pid ourselves, or 0 for all of our group.
 */
export async function stopOurselves(pid: number): Promise<void> {
  const listeners = process.rawListeners('SIGTSTP').map(listener => listener as () => void);
  for (const listener of listeners) process.off('SIGTSTP', listener);
  sendSignal(pid, 'SIGTSTP');
  await wait(SETTLE_MS); // a stopped process sees no time pass, so whoever gets past this line is running
  for (const listener of listeners) process.on('SIGTSTP', listener);
}
