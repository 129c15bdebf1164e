/** An original that is not copied: its entry names the file in which it stands, and tells whether that is still the same. */
import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { errnoOf, JuiceError } from '../errors.js';
import type { Content } from './content.js';
import { type EntrySource, sourceOfFile } from './entry-source.js';
import { FRAME_BYTES } from './frames.js';

/** What the header says of the file. */
export interface Reference {
  /** Of the path, which follows the header; behind it stand the line feeds of each MiB, as 32-bit numbers. */
  readonly pathBytes: number;
  readonly blocks: number;
  readonly fileBytes: number;
  readonly mtimeMs: number;
}

const COUNT_BYTES = 4;

export const referenceBytes = ({ pathBytes, blocks }: Reference): number => pathBytes + blocks * COUNT_BYTES;

/** What an entry refers to. */
export interface Referred {
  readonly path: string;
  /** Line feeds of each MiB. */
  readonly newlines: readonly number[];
}

export function encodeReferred({ path, newlines }: Referred): Buffer {
  const counts = Buffer.alloc(newlines.length * COUNT_BYTES);
  for (const [at, count] of newlines.entries()) counts.writeUInt32LE(count, at * COUNT_BYTES);
  return Buffer.concat([Buffer.from(path), counts]);
}

export function decodeReferred(body: Buffer, { pathBytes, blocks }: Reference): Referred {
  const newlines = Array.from({ length: blocks }, (_, at) => body.readUInt32LE(pathBytes + at * COUNT_BYTES));
  return { path: body.toString('utf8', 0, pathBytes), newlines };
}

/** The file of an original, to be closed. */
export interface ReferredFile {
  readonly source: EntrySource;
  /** It is the file that it was, as far as the system says: its content need not be looked at. */
  readonly isSame: boolean;
  readonly changed: () => JuiceError;
}

/** @throws {JuiceError} NOT_FOUND where the file is gone, or cannot be read any more. */
export function openReferred(token: string, { path }: Referred, { fileBytes, mtimeMs }: Reference): ReferredFile {
  const { O_RDONLY, O_NONBLOCK } = constants;
  const changed = (): JuiceError => lost(token, path, 'it has changed since');
  let fd: number;
  try {
    fd = openSync(path, O_RDONLY | (O_NONBLOCK ?? 0));
  } catch (error) {
    throw lost(token, path, errnoOf(error) === 'ENOENT' ? 'it is gone' : `it cannot be read (${errnoOf(error)})`);
  }
  const stats = fstatSync(fd);
  if (!stats.isFile()) {
    closeSync(fd);
    throw changed();
  }
  const isSame = stats.size === fileBytes && stats.mtimeMs === mtimeMs;
  return { source: sourceOfFile(fd, stats), isSame, changed };
}

const lost = (token: string, path: string, what: string): JuiceError =>
  new JuiceError('NOT_FOUND', `the original of ${token} is the file ${path}, and ${what}. Run the command again.`);

/** What of a file's stats is kept. */
export const statsOfFile = ({ size, mtimeMs }: Stats): Pick<Reference, 'fileBytes' | 'mtimeMs'> => ({
  fileBytes: size,
  mtimeMs,
});

/** The raw bytes of a file that is referred to. */
export function referredContent({ source, changed }: ReferredFile, { newlines }: Referred, bytes: number): Content {
  return {
    bytes,
    *blocks(from, to) {
      const end = Math.min(to, bytes);
      for (let at = from; at < end; at += BLOCK_BYTES) {
        const block = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, end - at));
        if (source.read(block, at) < block.length) throw changed();
        yield block;
      }
    },
    placeAbove(wanted) {
      let [from, above] = [0, 0];
      for (const count of newlines) {
        if (above + count > wanted) break;
        above += count;
        from += FRAME_BYTES;
      }
      return { from: Math.min(from, bytes), newlines: above };
    },
  };
}

const BLOCK_BYTES = 256 * 1024;
