/**
 * Tells a signal sent to our whole process group (^C at a terminal, `timeout`, `kill -- -PGID`) from one sent to us alone.
 * The child is in our group and has the first kind already; only the second kind is to be forwarded. Node does not say who
 * sent a signal, so a small process in the same group stands witness: what killed it was sent to all.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { isPending, processState } from './proc-stat.js';

export interface GroupWitness {
  /** Did the whole group get the signal that we have just got? 'unknown': there was no witness yet. */
  sawToo(signal: NodeJS.Signals): Promise<'yes' | 'no' | 'unknown'>;
  close(): void;
}

/** Short commands need no witness, and must not pay for one. */
const START_AFTER_MS = 50;
/** The signal reaches all members of a group at once, but the news of a death takes a moment. */
const NEWS_MS = 20;

/** Call where a child has been started in our own process group. */
export function callWitness(): GroupWitness {
  let witness: ChildProcess | undefined;
  let lastDeath: { readonly signal: NodeJS.Signals | null; readonly atMs: number } | undefined;
  let isClosed = false;

  const start = () => {
    if (isClosed) return;
    // `cat` ends by itself when we are gone: its standard input is a socket of ours
    const started = spawn('cat', [], { stdio: ['pipe', 'ignore', 'ignore'], env: { PATH: '/usr/bin:/bin' } });
    witness = started;
    started.unref();
    started.on('error', () => {
      witness = undefined;
    });
    started.on('exit', (_code, signal) => {
      lastDeath = { signal, atMs: performance.now() };
      witness = undefined;
    });
    const input: unknown = started.stdin;
    if (typeof input === 'object' && input !== null && 'unref' in input && typeof input.unref === 'function')
      input.unref();
    started.stdin?.on('error', () => started.stdin?.destroy());
  };
  const timer = setTimeout(start, START_AFTER_MS);
  timer.unref();

  return {
    async sawToo(signal) {
      const present = witness;
      const sinceMs = performance.now() - NEWS_MS;
      if (present?.pid === undefined && !(lastDeath !== undefined && lastDeath.atMs >= sinceMs)) return 'unknown';
      await wait(NEWS_MS);
      const isHit = present?.pid !== undefined && witness === present && isHitBy(present.pid, signal);
      const isDead = lastDeath !== undefined && lastDeath.atMs >= sinceMs && lastDeath.signal === signal;
      if (isDead && witness === undefined) start();
      return isHit || isDead ? 'yes' : 'no';
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      witness?.kill('SIGKILL');
    },
  };
}

/** Not dead as far as we know: stopped, dead without our having been told, or about to die. */
function isHitBy(pid: number, signal: NodeJS.Signals): boolean {
  const state = processState(pid)?.state;
  if (signal === 'SIGTSTP') return state === 'T';
  return state === 'Z' || isPending(pid, constants.signals[signal]);
}
