/** What the system tells about a process right now. Linux: /proc; elsewhere there is no answer, which callers must allow for. */
import { readProc } from './start-state.js';

export interface ProcessState {
  /** One letter, as in `ps`: R, S, D, T (stopped), Z (ended, not yet waited for) … */
  readonly state: string;
  readonly group: number;
  /** Device number of the controlling terminal, 0 for none. */
  readonly terminal: number;
  /** Process group in the foreground of that terminal. */
  readonly foreground: number;
}

/** @returns undefined where the process is gone or the system has no /proc. */
export function processState(pid: number | 'self'): ProcessState | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, , group, , terminal, foreground] = fields;
  if (state === undefined || state === '' || group === undefined) return undefined;
  return { state, group: Number(group), terminal: Number(terminal), foreground: Number(foreground) };
}

/** How a process stands to one signal. */
export type Disposition = 'default' | 'ignored' | 'caught' | 'unknown';

/** What the signal would do to the process. */
export function dispositionOf(pid: number, signal: number): Disposition {
  const status = readProc(`/proc/${pid}/status`);
  if (status === '') return 'unknown';
  if (hasSignal(status, 'SigIgn', signal)) return 'ignored';
  return hasSignal(status, 'SigCgt', signal) ? 'caught' : 'default';
}

/** The signal has been sent to the process, which has not acted on it yet. */
export function isPending(pid: number, signal: number): boolean {
  const status = readProc(`/proc/${pid}/status`);
  return hasSignal(status, 'ShdPnd', signal) || hasSignal(status, 'SigPnd', signal);
}

function hasSignal(status: string, field: string, signal: number): boolean {
  const mask = new RegExp(`^${field}:\\s*([0-9a-f]+)$`, 'm').exec(status)?.[1];
  return mask !== undefined && ((BigInt(`0x${mask}`) >> BigInt(signal - 1)) & 1n) === 1n;
}
