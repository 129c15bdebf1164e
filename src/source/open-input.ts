/** stdin or a file, by its descriptor: nothing is read yet. */
import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { errnoOf, JuiceError } from '../errors.js';
import { openWindow, type WindowOptions } from './window.js';

/** What the system says → what we say. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ENOTDIR: 'a part of the path is no folder',
  ELOOP: 'its links go in a circle',
  ENAMETOOLONG: 'the name is too long',
};

/** What is read from. */
export interface Input {
  readonly descriptor: number;
  /** Undefined where there is nothing behind the descriptor. */
  readonly stats: Stats | undefined;
}

/**
 * Opens a file for reading.
 * @throws {JuiceError} NO_FILE: which file, why, what to do.
 */
export function openFile(path: string): Input {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    const reason = REASONS[errnoOf(error) ?? ''] ?? String(error);
    throw new JuiceError('NO_FILE', `${path}: ${reason}. Give a file that can be read, or - for stdin.`, {
      cause: error,
    });
  }
  const stats = fstatSync(descriptor);
  if (stats.isDirectory()) {
    closeSync(descriptor);
    throw new JuiceError('NO_FILE', `${path}: it is a folder. Give a file, or - for stdin.`);
  }
  return { descriptor, stats };
}

/**
 * Standard input.
 * @throws {JuiceError} BAD_USE where it is a folder, of which Node reads nothing, as if it were an empty file.
 */
export function openStdin(): Input {
  const stats = statOf(0);
  if (stats?.isDirectory())
    throw new JuiceError(
      'BAD_USE',
      'stdin is a folder. Write: some-command 2>&1 | tinyjuice reduce -, or give a file.',
    );
  return { descriptor: 0, stats };
}

/** What stands behind a path or a descriptor; undefined: nothing, or not for us to see. */
export function statOf(place: string | number): Stats | undefined {
  try {
    return typeof place === 'string' ? statSync(place) : fstatSync(place);
  } catch {
    return undefined; // told by whoever opens it
  }
}

/** Bytes read before a stream is opened. */
export interface ReadAhead {
  readonly bytes: Buffer;
  /** They are all of the input. */
  readonly isWhole: boolean;
}

/**
 * Reads until the head is known, or an urgent line has come, without a stream: most inputs are small, and Node's streams
 * take 9 ms to load. Waits for each byte, as `read(2)` does. A read that fails is left to the stream, which meets it again.
 * @returns undefined where nothing may be waited for: a terminal, or whatever else has no end that is known.
 */
export function readAhead({ descriptor, stats }: Input, options: WindowOptions): ReadAhead | undefined {
  if (stats === undefined || !(stats.isFile() || stats.isFIFO() || stats.isSocket())) return undefined;
  const window = openWindow(options);
  const parts: Buffer[] = [];
  let isDone = false;
  while (!isDone && window.headEnd === undefined && window.urgentEnd === 0) {
    const part = Buffer.allocUnsafeSlow(options.bytes);
    let count: number;
    try {
      count = readSync(descriptor, part);
    } catch {
      break; // EAGAIN, or a failure: the stream's to tell
    }
    isDone = count === 0;
    parts.push(part.subarray(0, count));
    window.add(part.subarray(0, count));
  }
  return { bytes: Buffer.concat(parts), isWhole: isDone && window.headEnd === undefined && window.urgentEnd === 0 };
}
