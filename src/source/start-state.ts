/**
 * What this process was started with, before Node changed it: Node raises the soft limit of open files, resets ignored
 * signals and marks inherited descriptors to be closed in children. A child must get all three as they were.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { inheritedDescriptors } from './inherited.js';

/** What a child must be given back. */
export interface StartState {
  /** Soft limit of open files as `ulimit -Sn` takes it; undefined: it is still what it was, or nobody knows. */
  readonly softFiles: string | undefined;
  /** Numbers of the signals that were ignored when we were started. */
  readonly ignored: readonly number[];
  /** Descriptors from 3 up that were open when we were started. */
  readonly descriptors: readonly number[];
  /** Of 0, 1 and 2: those that were closed when we were started (Node opens /dev/null in their place). */
  readonly closed: readonly number[];
}

export interface StartEvidence {
  /** What a launcher wrote down before Node started: `nofile=1024;sigign=0000000000000001;fds=3,4;closed=0`, each part optional. */
  readonly recorded: string | undefined;
  /** Environment variable `_`: the program that the shell started. */
  readonly underscore: string | undefined;
  /** Environment variable `MAKEFLAGS`: names the descriptors of make's jobserver. */
  readonly makeFlags: string | undefined;
}

/** Signals from here up have no name in Node and no use in a shell's `trap`. */
const MAX_SIGNAL = 31;

/**
 * The best evidence of how this process was started. Call it before opening any file, or that file is taken for an inherited one.
 * Order of trust: the launcher's record, what /proc says about our parent, traces that `nohup` leaves.
 */
export function readStartState(evidence: StartEvidence): StartState {
  const recorded = parseRecord(evidence.recorded);
  if (process.platform === 'win32') return { softFiles: undefined, ignored: [], descriptors: [], closed: [] };
  return {
    softFiles: restorableLimit(recorded.get('nofile') ?? parentSoftFiles()),
    ignored: ignoredAtStart(recorded.get('sigign'), evidence.underscore),
    descriptors: numbersOf(recorded.get('fds'))?.filter(fd => fd > 2) ?? inheritedDescriptors(evidence.makeFlags),
    closed: numbersOf(recorded.get('closed'))?.filter(fd => fd <= 2) ?? [],
  };
}

function parseRecord(recorded: string | undefined): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const part of (recorded ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0) parts.set(part.slice(0, equals).trim(), part.slice(equals + 1).trim());
  }
  return parts;
}

function numbersOf(list: string | undefined): number[] | undefined {
  if (list === undefined) return undefined;
  const numbers = list.split(',').filter(item => /^\d{1,7}$/.test(item));
  return [...new Set(numbers.map(Number))].sort((a, b) => a - b);
}

interface FileLimits {
  readonly soft: string;
  readonly hard: string;
}

/** The soft limit to give back, or undefined where it is what we have now, or makes no sense. */
function restorableLimit(soft: string | undefined): string | undefined {
  if (soft === undefined || !/^(\d{1,15}|unlimited)$/.test(soft)) return undefined;
  const own = fileLimits('self');
  return own?.soft === soft ? undefined : soft;
}

/**
 * Our parent's soft limit is ours as it was, unless somebody in between lowered both limits (`ulimit -n 512; exec …`),
 * which our own hard limit shows.
 */
function parentSoftFiles(): string | undefined {
  const own = fileLimits('self');
  const parent = fileLimits(String(process.ppid));
  if (own === undefined || parent === undefined) return undefined;
  if (own.hard !== parent.hard && limitValue(own.hard) <= limitValue(parent.soft)) return own.hard;
  return parent.soft;
}

function limitValue(limit: string): number {
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}

function fileLimits(pid: string): FileLimits | undefined {
  const match = /^Max open files +(\S+) +(\S+)/m.exec(readProc(`/proc/${pid}/limits`));
  return match?.[1] === undefined || match[2] === undefined ? undefined : { soft: match[1], hard: match[2] };
}

function ignoredAtStart(recorded: string | undefined, underscore: string | undefined): readonly number[] {
  if (recorded !== undefined && /^[0-9a-f]{1,16}$/i.test(recorded)) return signalsIn(recorded);
  const found = new Set(ignoredByParent());
  if (looksLikeNohup(underscore)) found.add(constants.signals.SIGHUP);
  return [...found].sort((a, b) => a - b);
}

/** Signal numbers of a mask as /proc/PID/status writes it. */
function signalsIn(hexMask: string): number[] {
  const mask = BigInt(`0x${hexMask}`);
  const numbers: number[] = [];
  for (let signal = 1; signal <= MAX_SIGNAL; signal += 1) {
    const isFixed = signal === constants.signals.SIGKILL || signal === constants.signals.SIGSTOP;
    if (((mask >> BigInt(signal - 1)) & 1n) === 1n && !isFixed) numbers.push(signal);
  }
  return numbers;
}

const SHELLS = /^(sh|bash|dash|ash|ksh|mksh|zsh|busybox)$/;

/**
 * What a shell that is not interactive ignores, its children ignore. An interactive one (it ignores SIGTTOU) gives its
 * children the defaults, and other programs may ignore for themselves: there only SIGHUP, which `nohup` hands down, counts.
 */
function ignoredByParent(): number[] {
  const status = readProc(`/proc/${process.ppid}/status`);
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  const name = /^Name:\s*(.*)$/m.exec(status)?.[1] ?? '';
  if (mask === undefined) return [];
  const ignored = signalsIn(mask);
  if (ignored.includes(constants.signals.SIGTTOU)) return [];
  const { SIGHUP, SIGQUIT } = constants.signals;
  if (!SHELLS.test(name)) return ignored.filter(signal => signal === SIGHUP);
  return name === 'bash' ? ignored.filter(signal => signal !== SIGQUIT) : ignored; // bash ignores that one for itself
}

/** `nohup` leaves itself in `_`, in the shell's command line, a write-only stdin on /dev/null, or stdout on nohup.out. */
function looksLikeNohup(underscore: string | undefined): boolean {
  if (underscore !== undefined && /(^|\/)nohup$/.test(underscore)) return true;
  const isWriteOnly = /^flags:\s*\d*1$/m.test(readProc('/proc/self/fdinfo/0'));
  if (isWriteOnly && readLink('/proc/self/fd/0') === '/dev/null') return true;
  if (/\/nohup\.out$/.test(readLink('/proc/self/fd/1'))) return true;
  const words = readProc(`/proc/${process.ppid}/cmdline`).split('\0');
  return SHELLS.test(words[0]?.replace(/^.*\//, '') ?? '') && /(^|[\s;&|(/])nohup\s/.test(words.slice(1).join(' '));
}

/** Text of a file in /proc; empty where there is none (other systems, a process that is gone or not ours). */
export function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // no evidence is an answer here
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ''; // no evidence is an answer here
  }
}
