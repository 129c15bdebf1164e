/** A child under a pseudo-terminal, in a session of its own whose controlling terminal it is. */
import { closeSync, constants, openSync } from 'node:fs';
import { Writable } from 'node:stream';
import { ReadStream } from 'node:tty';
import type { ChildOptions, ChildStream, Connection, StartedChild } from './child.js';
import { openOutput } from './child-pipes.js';
import { drainDetached } from './detached-drain.js';
import type { Leader } from './leader-reports.js';
import { type PipeReader, readUntilEnd } from './pipe-reader.js';
import type { PtyOpener } from './pty.js';
import { doKeysStop, type Job, type Suspension, shouldJoinStop, suspensionOf } from './suspend.js';
import { isInFront, openOuterTerminal, terminalSettings } from './terminal-mode.js';
import { writeKeys } from './write-keys.js';

/** Everything that exists once the child runs. */
interface OpenTerminal {
  readonly reader: PipeReader;
  readonly suspension: Suspension;
  close(): void;
}

/**
 * A terminal for the child's stdout, for its stderr unless that is kept apart, and for its stdin where ours is one.
 * Opened only when the child has been forked: the native module's descriptors would be inherited.
 * @returns undefined where the system gives none.
 */
export async function connectPty(options: ChildOptions, openPty: PtyOpener): Promise<Connection | undefined> {
  if (!isPtyThere(openPty)) return undefined;
  const { inputFd, outputFd } = options.terminal;
  // from the background, or without its keys, the terminal is not ours to change
  const mindsLineEnds = inputFd !== undefined && outputFd !== undefined && isInFront();
  const err = options.stderr === 'separate' ? await openOutput(options.temporaryFolders, 'stderr') : undefined;
  const streams: ChildStream[] = [];
  let open: OpenTerminal | undefined;
  return {
    stdio: [inputFd === undefined ? 0 : 'tty', 'tty', err?.fifo.writeFd ?? 'tty'],
    ttySettings: newTerminalSettings(inputFd ?? outputFd, outputFd !== undefined && !mindsLineEnds),
    ownLineEnd: mindsLineEnds ? '\r\n' : undefined,
    streams,
    started(child) {
      open = openTerminal({ options, openPty, child, mindsLineEnds });
      streams.push({ from: 'pty', readable: open.reader.readable });
      if (err === undefined) return;
      closeSync(err.fifo.writeFd);
      streams.push(err.stream);
    },
    finish() {
      open?.reader.finish();
      err?.reader.finish();
    },
    abandon(from) {
      if (from === 'pty') open?.reader.abandon();
      if (from === 'stderr') err?.reader.abandon();
    },
    suspend: async () => open?.suspension.suspend(process.pid),
    isSuspended: () => open?.suspension.isOn() ?? false,
    close() {
      open?.close();
      err?.reader.abandon();
    },
  };
}

/**
 * The same keys and modes as the terminal of the user, if there is one.
 * @param isConverted that terminal turns each LF into CR LF itself, so the new one must not.
 */
function newTerminalSettings(model: number | undefined, isConverted: boolean): readonly string[] {
  const settings = model === undefined ? undefined : terminalSettings(model);
  return [...(settings === undefined ? [] : [settings]), ...(isConverted ? ['-onlcr'] : [])];
}

/** A system may have no terminals left, or none at all; better to know before the child is started. */
function isPtyThere(openPty: PtyOpener): boolean {
  try {
    const pty = openPty({ columns: 80, rows: 24 });
    closeSync(pty.slave);
    closeSync(pty.master);
    return true;
  } catch {
    return false; // the caller uses a pipe and says so
  }
}

interface Opening {
  readonly options: ChildOptions;
  readonly openPty: PtyOpener;
  readonly child: StartedChild;
  readonly mindsLineEnds: boolean;
}

function openTerminal({ options, openPty, child, mindsLineEnds }: Opening): OpenTerminal {
  const { leader } = child;
  const { inputFd, size, onKeys: onTyped } = options.terminal;
  const pty = openPty(size());
  const ttyFd = openSync(pty.name, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
  closeSync(pty.slave); // ours is closed in children by itself, the native module's is not
  const keys = writeKeys(pty.master);
  const resize = () => pty.resize(size());
  const onKeys = (typed: Buffer) => {
    onTyped?.();
    terminal?.flow(keys.write(typed));
    afterKeys(typed);
  };
  const terminal =
    inputFd === undefined ? undefined : openOuterTerminal({ fd: inputFd, isForOutput: mindsLineEnds, onKeys });
  const job: Job = { pid: child.pid, ttyFd, terminal, resize };
  const { suspension, afterKeys } = stopWith(job, leader);
  const reader = readMaster({ master: pty.master, ttyFd, leader }, () => {
    process.off('SIGWINCH', resize);
    keys.destroy();
  });
  keys.on('drain', () => terminal?.flow(true));
  terminal?.take();
  process.on('SIGWINCH', resize);
  sendName(child, pty.name);
  return {
    reader,
    suspension,
    close() {
      reader.abandon();
      terminal?.close();
    },
  };
}

/** Where nobody reports that the command has been stopped, its state is looked at after the key. */
function stopWith(job: Job, leader: Leader | undefined) {
  const suspension = suspensionOf(job);
  const suspendIf = (isWanted: boolean) => void (isWanted && suspension.suspend(0));
  leader?.onStop(() => void shouldJoinStop(job).then(suspendIf));
  const afterKeys = (typed: Buffer) => void (leader ?? doKeysStop(job, typed).then(suspendIf));
  return { suspension, afterKeys };
}

interface OurEnds {
  readonly master: number;
  readonly ttyFd: number;
  readonly leader: Leader | undefined;
}

/** @param onClose called before the descriptors are closed, and may be numbers of something else. */
function readMaster({ master, ttyFd, leader }: OurEnds, onClose: () => void): PipeReader {
  let isTtyOpen = true;
  const releaseTty = () => {
    if (isTtyOpen) closeSync(ttyFd);
    isTtyOpen = false;
  };
  return readUntilEnd({
    fd: master,
    socket: new ReadStream(master),
    release: releaseTty,
    handOver(isHeld) {
      onClose();
      releaseTty();
      if (!isHeld) return leader?.release();
      drainDetached(master, leader?.lease);
      leader?.leave();
    },
  });
}

/** The child's shell waits for the name, opens that terminal and becomes the command, or its leader. */
function sendName({ process: child, ttyNameFd, leader }: StartedChild, name: string): void {
  const toShell: unknown = ttyNameFd === undefined ? undefined : child.stdio[ttyNameFd];
  if (!(toShell instanceof Writable)) return;
  toShell.on('error', () => toShell.destroy()); // the shell was killed meanwhile: its end is reported as the command's
  toShell.write(`${name}\n`);
  if (leader === undefined) toShell.end();
}
