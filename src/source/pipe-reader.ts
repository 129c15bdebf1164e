/** The bytes of one pipe as a stream that ends soon after the child has ended, whoever still holds the pipe. */
import { closeSync, readSync } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { errnoOf } from '../errors.js';
import { drainDetached } from './detached-drain.js';

/** How long a background process may go on writing to us after the child has ended. */
export const LINGER_MS = 250;

const CHUNK_BYTES = 65_536;
/** More than any pipe holds (Linux: 1 MiB at most for an ordinary user), so what the child wrote before it ended is within it. */
const MAX_LAST_BYTES = 2 * 1024 * 1024;

/** A pipe being read, or a pty's master. */
export interface PipeReader {
  readonly readable: Readable;
  /** The child has ended: give what is there, wait `LINGER_MS` for more, end; a pipe still held goes to a detached drain. */
  finish(): void;
  /** Nobody wants the rest: close the pipe, so that its writers get SIGPIPE. */
  abandon(): void;
}

/** What differs between a pipe and a pty. */
export interface ReadEnd {
  /** Not blocking. Owned by the reader from here on. */
  readonly fd: number;
  /** Events of that descriptor. Closing it closes `fd`. */
  readonly socket: Socket;
  /** Close what keeps the other side open on our behalf, if anything does. */
  release?(): void;
  /** Leave what is held by others to a detached process, and close everything but `fd`. */
  handOver(isHeld: boolean): void;
}

/**
 * Read a pipe with backpressure.
 * Memory: a chunk or two while the child runs, at most 2 MiB at its end.
 */
export function readFifo(readFd: number, spareReadFd: number): PipeReader {
  const socket = new Socket({ fd: readFd, readable: true, writable: false });
  return readUntilEnd({
    fd: readFd,
    socket,
    handOver(isHeld) {
      if (isHeld) drainDetached(spareReadFd);
      closeSync(spareReadFd);
    },
  });
}

/** The same for anything that can be polled. */
export function readUntilEnd(end: ReadEnd): PipeReader {
  let isOver = false;
  let linger: NodeJS.Timeout | undefined;
  const { socket } = end;
  const readable = new Readable({
    highWaterMark: CHUNK_BYTES,
    read: () => void (isOver || socket.resume()),
    destroy: (error, done) => {
      close(false);
      done(error);
    },
  });

  function close(isHeld: boolean): void {
    if (isOver) return;
    isOver = true;
    clearTimeout(linger);
    end.handOver(isHeld);
    socket.destroy();
    readable.push(null);
  }

  /** Everything that can be had without waiting, in order: first what the socket has read ahead. */
  function takeWhatIsThere(): 'end' | 'empty' | 'more' {
    socket.pause();
    while (socket.read() !== null); // each chunk goes to the 'data' listener
    for (let taken = 0; taken < MAX_LAST_BYTES; ) {
      const chunk = readNow(end.fd);
      if (typeof chunk === 'string') return chunk;
      readable.push(chunk);
      taken += chunk.length;
    }
    return 'more';
  }

  socket.on('data', chunk => void (readable.push(chunk) || socket.pause()));
  socket.on('end', () => close(false));
  socket.on('error', () => close(false)); // EIO of a pty whose last user has gone, EBADF: either way nothing more comes
  return {
    readable,
    finish() {
      if (isOver) return;
      takeWhatIsThere();
      end.release?.();
      if (takeWhatIsThere() === 'end') return close(false);
      linger = setTimeout(() => close(takeWhatIsThere() !== 'end'), LINGER_MS);
      socket.resume();
    },
    abandon: () => close(false),
  };
}

function readNow(fd: number): Buffer | 'end' | 'empty' {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    const length = readSync(fd, chunk);
    return length === 0 ? 'end' : chunk.subarray(0, length);
  } catch (error) {
    return errnoOf(error) === 'EAGAIN' ? 'empty' : 'end';
  }
}
