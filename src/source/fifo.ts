/** A real pipe for a child. Node's own `stdio: 'pipe'` is a socket, on which `echo x > /dev/stdout` fails. */
import { spawn } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Both ends of a pipe that has no name any more. All are closed in children unless they are handed on. */
export interface Fifo {
  /** For us, not blocking. */
  readonly readFd: number;
  /** A second, blocking way to read the same pipe: for the process that drains it after we have gone. */
  readonly spareReadFd: number;
  /** For the child, blocking. */
  readonly writeFd: number;
}

/**
 * Pipes made by one run of `mkfifo` in a fresh folder of mode 0700, opened and unlinked at once.
 * @param folders where to try, in this order; a full or read-only disk is passed over.
 * @returns `count` pipes, or undefined where no folder took them.
 * @throws EMFILE, ENFILE where no more files may be open.
 */
export async function makeFifos(folders: readonly string[], count: number): Promise<readonly Fifo[] | undefined> {
  for (const folder of folders) {
    const fifos = await makeFifosIn(folder, count);
    if (fifos !== undefined) return fifos;
  }
  return undefined;
}

async function makeFifosIn(parent: string, count: number): Promise<readonly Fifo[] | undefined> {
  let folder: string;
  try {
    folder = mkdtempSync(join(parent, 'tinyjuice-'));
  } catch {
    return undefined; // not a folder, not writable or full: the next one may do
  }
  const paths = Array.from({ length: count }, (_, index) => join(folder, `pipe-${index}`));
  try {
    return (await mkfifo(paths)) ? openAll(paths) : undefined;
  } finally {
    removeFolder(folder, paths);
  }
}

/** By names: to look what is in the folder takes a descriptor, and there may be none left. */
function removeFolder(folder: string, paths: readonly string[]): void {
  try {
    for (const path of paths) rmSync(path, { force: true });
    rmdirSync(folder);
  } catch {
    return; // somebody tidies up there too: the pipes that are open need no names
  }
}

/** All of them, or none is left open. */
function openAll(paths: readonly string[]): readonly Fifo[] {
  const fifos: Fifo[] = [];
  try {
    for (const path of paths) fifos.push(openBothWays(path));
    return fifos;
  } catch (error) {
    for (const { readFd, writeFd, spareReadFd } of fifos)
      for (const fd of [readFd, writeFd, spareReadFd]) closeSync(fd);
    throw error;
  }
}

/** True if all of them are there. */
function mkfifo(paths: readonly string[]): Promise<boolean> {
  return new Promise(resolve => {
    const child = spawn('mkfifo', ['-m', '600', ...paths], { stdio: 'ignore', env: { PATH: MKFIFO_PATH } });
    child.once('error', () => resolve(false)); // there is no such program
    child.once('exit', code => resolve(code === 0));
  });
}

/** The command's own environment must not decide which `mkfifo` runs. */
const MKFIFO_PATH = '/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/opt/homebrew/bin';

/** Order matters: a blocking open waits for the other side. */
function openBothWays(path: string): Fifo {
  const opened: number[] = [];
  try {
    const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    opened.push(readFd);
    const writeFd = openSync(path, constants.O_WRONLY);
    opened.push(writeFd);
    return { readFd, writeFd, spareReadFd: openSync(path, constants.O_RDONLY) };
  } catch (error) {
    for (const fd of opened) closeSync(fd);
    throw error;
  }
}
