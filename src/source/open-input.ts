/** stdin or a file, as a stream of bytes. */
import { closeSync, createReadStream, fstatSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { errnoOf, JuiceError } from '../errors.js';

/** What the system says → what we say. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ENOTDIR: 'a part of the path is no folder',
  ELOOP: 'its links go in a circle',
  ENAMETOOLONG: 'the name is too long',
};

/**
 * Opens a file for reading.
 * @throws {JuiceError} NO_FILE: which file, why, what to do.
 */
export function openFile(path: string): Readable {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    const reason = REASONS[errnoOf(error) ?? ''] ?? String(error);
    throw new JuiceError('NO_FILE', `${path}: ${reason}. Give a file that can be read, or - for stdin.`, {
      cause: error,
    });
  }
  if (fstatSync(descriptor).isDirectory()) {
    closeSync(descriptor);
    throw new JuiceError('NO_FILE', `${path}: it is a folder. Give a file, or - for stdin.`);
  }
  return createReadStream(path, { fd: descriptor, highWaterMark: 262_144 });
}
