/** Which projects the user trusts: one private file that pins each to the hash of its `.tinyjuice`. */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isOwn, prepareFolder } from '../ccr/folder.js';
import { errnoOf, JuiceError } from '../errors.js';
import { readPlainFile } from './folder.js';
import { statOfLink } from './stat-of-link.js';

export interface Trusted {
  readonly sha256: string;
  /** The other content that the user has been told of. */
  readonly toldOf?: string | undefined;
}

/** By the project's folder, without links in its path. */
export type TrustList = ReadonlyMap<string, Trusted>;

const MAX_BYTES = 4_194_304;
const SHA256_HEX = /^[0-9a-f]{64}$/;
const OTHERS_WRITE = 0o022;

/**
 * The list; empty where there is none.
 * @throws {JuiceError} BAD_USE where it is damaged, or others could have written it: nothing is trusted then.
 */
export function readTrust(file: string): TrustList {
  const stats = statOfLink(file);
  if (stats === undefined) return new Map();
  const isPrivate = stats.isFile() && isOwn(stats) && (stats.mode & OTHERS_WRITE) === 0;
  if (!isPrivate) throw damaged(file, 'it is no plain file that only you can write');
  const bytes = readPlainFile(file, MAX_BYTES);
  if (typeof bytes === 'string') throw damaged(file, bytes);
  return parseTrust(file, bytes.toString('utf8'));
}

function parseTrust(file: string, text: string): TrustList {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(file, 'it is no JSON'); // what V8 says of it would name its content
  }
  const projects = isRecord(value) ? value.projects : undefined;
  if (!isRecord(projects)) throw damaged(file, 'it has no projects');
  return new Map(
    Object.entries(projects).map(([root, entry]) => {
      if (!isRecord(entry) || !isHash(entry.sha256)) throw damaged(file, 'a project in it has no hash');
      return [root, { sha256: entry.sha256, toldOf: isHash(entry.toldOf) ? entry.toldOf : undefined }] as const;
    }),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isHash = (value: unknown): value is string => typeof value === 'string' && SHA256_HEX.test(value);

const damaged = (file: string, reason: string): JuiceError =>
  new JuiceError('BAD_USE', `${file}: ${reason}, so no project is trusted. Delete it, and trust them again.`);

/**
 * Writes the list, readable by this user alone.
 * @throws {JuiceError} BAD_USE where that fails; the old list is then as it was.
 */
export function writeTrust(file: string, list: TrustList): void {
  const projects = Object.fromEntries([...list].sort(([a], [b]) => (a < b ? -1 : 1)));
  let draft: string | undefined;
  try {
    const path = join(prepareFolder(dirname(file)), `${basename(file)}.${process.pid}.tmp`);
    const descriptor = openSync(path, 'wx', 0o600);
    draft = path;
    try {
      writeSync(descriptor, `${JSON.stringify({ version: 1, projects }, null, 2)}\n`);
    } finally {
      closeSync(descriptor);
    }
    renameSync(path, file);
  } catch (error) {
    if (draft !== undefined) rmSync(draft, { force: true });
    const reason = errnoOf(error) ?? (error instanceof Error ? error.message : String(error));
    throw new JuiceError('BAD_USE', `${file}: it cannot be written (${reason}). Make its folder yours to write.`, {
      cause: error,
    });
  }
}
