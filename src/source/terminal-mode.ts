/** The user's own terminal while a command runs under a pty: its keys go to the command as they are typed. */
import { spawnSync } from 'node:child_process';
import { ReadStream } from 'node:tty';
import { processState } from './proc-stat.js';

/** The terminal behind one of our own descriptors. */
export interface OuterTerminal {
  /** Raw, and its keys are read; put off while we run in the background, where both would stop us. */
  take(): void;
  /** Read no keys until `flow(true)`. */
  flow(isWanted: boolean): void;
  /** As it was before. May be called at any time, any number of times; `take` undoes it. */
  restore(): void;
  /** Restored for good. */
  close(): void;
}

/** How often a job in the background looks whether it has been brought to the front; shells do not say so. */
const FRONT_POLL_MS = 300;

export interface OuterTerminalOptions {
  /** A terminal that we may read, 0 as a rule. */
  readonly fd: number;
  /**
   * The command's output goes there too. It has been through a terminal already, and full-screen programs count on a
   * line feed that does not return: so the terminal is told to change nothing. Lines of our own must end in CR LF then.
   */
  readonly isForOutput: boolean;
  /** Called with what is typed. */
  onKeys(keys: Buffer): void;
}

/** The terminal is left alone until `take`. */
export function openOuterTerminal({ fd, isForOutput, onKeys }: OuterTerminalOptions): OuterTerminal {
  let input: ReadStream | undefined;
  let isRaw = false;
  let poll: NodeJS.Timeout | undefined;

  const setRaw = (wanted: boolean) => {
    if (isRaw === wanted || input === undefined || input.destroyed || !isInFront()) return;
    isRaw = wanted;
    input.setRawMode(wanted); // keeps the conversion of line ends on the way out; back to all that was there
    if (wanted && isForOutput) askStty(fd, '-opost');
  };
  const take = () => {
    clearTimeout(poll);
    if (!isInFront()) {
      poll = setTimeout(take, FRONT_POLL_MS).unref();
      return;
    }
    input ??= openInput(fd, onKeys);
    setRaw(true);
    input.resume();
  };
  const restore = () => {
    clearTimeout(poll);
    input?.pause();
    setRaw(false);
  };
  process.on('exit', restore); // also after an exception that nobody caught
  return {
    take,
    restore,
    flow(isWanted) {
      if (isWanted) input?.resume();
      else input?.pause();
    },
    close() {
      restore();
      process.off('exit', restore);
      input?.destroy();
    },
  };
}

function openInput(fd: number, onKeys: (keys: Buffer) => void): ReadStream {
  const input = new ReadStream(fd);
  input.on('data', onKeys);
  input.on('error', () => input.destroy()); // EIO: the terminal has gone, and the command learns it by SIGHUP
  return input;
}

/** Changing or reading a terminal from the background stops the whole group. Where nobody can tell, we are in front. */
export function isInFront(): boolean {
  const own = processState('self');
  return own === undefined || own.terminal === 0 || own.foreground === own.group;
}

/** The terminal's settings as `stty -g` writes them, so that a new terminal has the same keys; undefined where it cannot be asked. */
export function terminalSettings(fd: number): string | undefined {
  const settings = askStty(fd, '-g').trim();
  return /^[0-9a-zA-Z:=]+$/.test(settings) ? settings : undefined;
}

/** Would ^Z typed at this terminal stop what is in front, or is it a key like others (raw mode)? */
export function doesSuspendKeyWork(fd: number): boolean {
  const settings = askStty(fd, '-a');
  return /(^|\s)isig\b/.test(settings) && /\bsusp = \^Z/.test(settings);
}

function askStty(fd: number, flag: string): string {
  const asked = spawnSync('stty', [flag], { stdio: [fd, 'pipe', 'ignore'], encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout : '';
}
