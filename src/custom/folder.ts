/** Reads the files below a folder that somebody else may have written: no links, no devices, no more than is bearable. */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '../errors.js';

/** Folders in folders. */
const MAX_DEPTH = 8;

export interface FolderFile {
  /** Below the folder, with `/`. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** What was not read, and why. */
export interface Refused {
  readonly path: string;
  readonly reason: string;
}

export interface FolderContent {
  /** By path. */
  readonly files: readonly FolderFile[];
  readonly refused: readonly Refused[];
}

export interface FolderLimits {
  readonly maxFiles: number;
  readonly maxFileBytes: number;
  readonly maxBytes: number;
  /** Whether a file is to be read; all are where it is not given. Links and devices are refused whatever this says. */
  wants?(path: string): boolean;
}

const NOT_THERE = ['ENOENT', 'ENOTDIR'];

/** Every wanted file below `root`, in a fixed order. A folder that is not there is empty. Never throws. */
export function readFolder(root: string, limits: FolderLimits): FolderContent {
  const files: FolderFile[] = [];
  const refused: Refused[] = [];
  let bytesLeft = limits.maxBytes;
  let isFull = false;
  const refuse = (path: string, reason: string): void => {
    refused.push({ path, reason });
  };

  const take = (path: string): void => {
    if (limits.wants?.(path) === false) return;
    if (files.length >= limits.maxFiles || bytesLeft <= 0) {
      if (!isFull)
        refuse(path, `there are more than ${limits.maxFiles} files or ${limits.maxBytes} bytes below ${root}`);
      isFull = true;
      return;
    }
    const bytes = readPlainFile(join(root, path), Math.min(limits.maxFileBytes, bytesLeft));
    if (typeof bytes === 'string') {
      refuse(path, bytes);
      return;
    }
    files.push({ path, bytes });
    bytesLeft -= bytes.length;
  };
  const walk = (folder: string, depth: number): void => {
    for (const entry of entriesOf(join(root, folder), reason => refuse(folder, reason))) {
      if (isFull) return;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) refuse(path, 'it is a symbolic link. Put the file itself there');
      else if (entry.isFile()) take(path);
      else if (!entry.isDirectory()) refuse(path, 'it is neither a file nor a folder');
      else if (depth === MAX_DEPTH) refuse(path, `it lies more than ${MAX_DEPTH} folders deep`);
      else walk(path, depth + 1);
    }
  };
  walk('', 0);
  return { files, refused };
}

function entriesOf(path: string, refuse: (reason: string) => void) {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (!NOT_THERE.includes(errnoOf(error) ?? '')) refuse(`it cannot be read (${errnoOf(error) ?? String(error)})`);
    return [];
  }
}

/** The bytes of a plain file, or why it was not read. */
export function readPlainFile(path: string, maxBytes: number): Buffer | string {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)); // a FIFO must not hang us
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return 'it is no plain file';
    if (stats.size > maxBytes) return `it has ${stats.size} bytes; ${maxBytes} are allowed`;
    const bytes = Buffer.alloc(stats.size);
    let size = 0;
    for (let got = -1; got !== 0 && size < bytes.length; size += got)
      got = readSync(descriptor, bytes, size, bytes.length - size, null);
    return bytes.subarray(0, size);
  } catch (error) {
    return `it cannot be read (${errnoOf(error) ?? String(error)})`;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
