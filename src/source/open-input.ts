/** stdin or a file, as a stream of bytes. */
import { close, closeSync, createReadStream, fstatSync, openSync, read, type Stats, statSync } from 'node:fs';
import { Readable } from 'node:stream';
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
  const stats = fstatSync(descriptor);
  if (stats.isDirectory()) {
    closeSync(descriptor);
    throw new JuiceError('NO_FILE', `${path}: it is a folder. Give a file, or - for stdin.`);
  }
  return stats.isFile() ? readFile(descriptor) : createReadStream(path, { fd: descriptor, highWaterMark: CHUNK_BYTES });
}

/**
 * Standard input.
 * @param ofNode its stream as Node makes it, which takes 4 ms: for all but files.
 * @throws {JuiceError} BAD_USE where it is a folder, of which Node reads nothing, as if it were an empty file.
 */
export function openStdin(ofNode: () => Readable): Readable {
  const stats = statOf(0);
  if (stats?.isDirectory())
    throw new JuiceError(
      'BAD_USE',
      'stdin is a folder. Write: some-command 2>&1 | tinyjuice reduce -, or give a file.',
    );
  return stats?.isFile() ? readFile(0) : ofNode();
}

/** What stands behind a path or a descriptor; undefined: nothing, or not for us to see. */
export function statOf(place: string | number): Stats | undefined {
  try {
    return typeof place === 'string' ? statSync(place) : fstatSync(place);
  } catch {
    return undefined; // told by whoever opens it
  }
}

/** Bytes that are read at once. */
const CHUNK_BYTES = 262_144;
/** Bytes that are read first: most inputs have no more, and fresh memory takes time. */
const FIRST_CHUNK_BYTES = 32_768;

/** A regular file, from where it stands. Node's own stream for files takes 2 ms to load. */
function readFile(descriptor: number): Readable {
  let size = FIRST_CHUNK_BYTES;
  let isReading = false;
  let onRead: (() => void) | undefined;
  return new Readable({
    highWaterMark: CHUNK_BYTES,
    read() {
      const chunk = Buffer.allocUnsafeSlow(size);
      size = CHUNK_BYTES;
      isReading = true;
      read(descriptor, chunk, 0, chunk.length, null, (error, count) => {
        isReading = false;
        onRead?.();
        if (error !== null) this.destroy(error);
        else this.push(count === 0 ? null : chunk.subarray(0, count));
      });
    },
    destroy(error, done) {
      const end = (): void => {
        if (descriptor === 0) done(error);
        else close(descriptor, failure => done(error ?? failure));
      };
      // Not under a read that is on its way: the descriptor's number may soon be another file's.
      if (isReading) onRead = end;
      else end();
    },
  });
}
