/** What a project's folder holds, read once, and the hash that trust is pinned to. */
import { createHash } from 'node:crypto';
import { type FolderContent, type FolderLimits, readFolder } from './folder.js';

const LIMITS: FolderLimits = { maxFiles: 5_000, maxFileBytes: 16_777_216, maxBytes: 67_108_864 };

export interface Snapshot extends FolderContent {
  /** SHA-256 over the path and content of every file. */
  readonly sha256: string;
}

/** Reads everything below `folder`: what is used later is what was hashed. */
export function readSnapshot(folder: string): Snapshot {
  const content = readFolder(folder, LIMITS);
  const hash = createHash('sha256');
  for (const { path, bytes } of content.files)
    hash.update(`${JSON.stringify(path)} ${bytes.length} ${sha256Of(bytes)}\n`);
  return { ...content, sha256: hash.digest('hex') };
}

/** SHA-256 of a file, in hex. */
export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
