/** Which of our open descriptors we were started with, and which ones Node opened for itself. */
import { fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

interface OpenDescriptor {
  readonly fd: number;
  /** As the system names it: a path, `pipe:[123]`, `socket:[123]`, `anon_inode:[eventpoll]`. */
  readonly name: string;
  /** Open flags; 0 where the system does not tell. */
  readonly flags: number;
}

const CLOSE_ON_EXEC = 0o2000000;

/**
 * Descriptors from 3 up that our parent gave us, ascending. At start-up Node marks them "close on exec" like its own, so
 * they must be told apart by what they are.
 * @param makeFlags `MAKEFLAGS`, which names a jobserver's descriptors: the only evidence on systems without /proc.
 */
export function inheritedDescriptors(makeFlags: string | undefined): readonly number[] {
  const named = jobserverDescriptors(makeFlags);
  const open = process.platform === 'linux' ? openDescriptors('self') : [];
  const inherited = open.filter(one => named.includes(one.fd) || isInherited(one, open)).map(one => one.fd);
  const known = open.length > 0 ? inherited : named.filter(isOpen);
  return [...new Set(known)].sort((a, b) => a - b);
}

/** `--jobserver-auth=3,4` (also the older `--jobserver-fds`), unless it names a FIFO. */
function jobserverDescriptors(makeFlags: string | undefined): number[] {
  const match = /--jobserver-(?:auth|fds)=(\d+),(\d+)/.exec(makeFlags ?? '');
  return match === null ? [] : [Number(match[1]), Number(match[2])].filter(fd => fd > 2);
}

function isOpen(fd: number): boolean {
  try {
    fstatSync(fd);
    return true;
  } catch {
    return false; // EBADF: not open
  }
}

function openDescriptors(pid: string): OpenDescriptor[] {
  try {
    return readdirSync(`/proc/${pid}/fd`)
      .map(Number)
      .filter(fd => fd > 2)
      .sort((a, b) => a - b)
      .flatMap(fd => describe(pid, fd));
  } catch {
    return []; // not ours to look at, or no /proc
  }
}

/** Nothing for a descriptor that is gone by now: the one that read the directory. */
function describe(pid: string, fd: number): OpenDescriptor[] {
  try {
    const name = readlinkSync(`/proc/${pid}/fd/${fd}`);
    const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0';
    return [{ fd, name, flags: Number.parseInt(flags, 8) }];
  } catch {
    return []; // closed meanwhile
  }
}

function isInherited(one: OpenDescriptor, all: readonly OpenDescriptor[]): boolean {
  if ((one.flags & CLOSE_ON_EXEC) === 0) return true; // everything of Node's own has the mark
  if (one.name.startsWith('anon_inode:')) return false;
  if (one.name.startsWith('pipe:')) return isInheritedPipe(one, all);
  return one.fd !== spareOfNode(all);
}

/** Once a stream is open, libuv keeps a descriptor in reserve, on /dev/null or /: above all that it opened at start-up. */
function spareOfNode(all: readonly OpenDescriptor[]): number | undefined {
  const highest = all.filter(one => one.name.startsWith('anon_inode:')).at(-1)?.fd ?? 0;
  const isSpare = (one: OpenDescriptor) =>
    one.fd > highest && /^\/(dev\/null)?$/.test(one.name) && (one.flags & 3) === 0;
  return all.filter(isSpare).at(-1)?.fd;
}

/** Node's own pipes have both ends here, nowhere else, and are not older than this process. */
function isInheritedPipe(one: OpenDescriptor, all: readonly OpenDescriptor[]): boolean {
  const ends = all.filter(other => other.name === one.name);
  if (ends.length !== 2 || ends.some(end => (end.flags & CLOSE_ON_EXEC) === 0)) return true;
  if (openDescriptors(String(process.ppid)).some(other => other.name === one.name)) return true;
  return changedAtMs(one.fd) < performance.timeOrigin - 100;
}

function changedAtMs(fd: number): number {
  try {
    return fstatSync(fd).ctimeMs;
  } catch {
    return Number.POSITIVE_INFINITY; // closed meanwhile
  }
}
