/** The project that a run stands in, and whether its rules may be used. */
import { dirname, join } from 'node:path';
import { printable } from '../text/printable.js';
import { readSnapshot, type Snapshot } from './fingerprint.js';
import { type Layer, layerOf } from './layer.js';
import { statOfLink } from './stat-of-link.js';
import type { TrustList } from './trust.js';

/** The folder that makes one a project of ours. */
export const PROJECT_FOLDER = '.tinyjuice';

/** `changed`: another content was trusted. `unusable`: it holds what nobody can trust, such as a link. */
export type TrustState = 'trusted' | 'untrusted' | 'changed' | 'unusable';

export interface Project {
  readonly root: string;
  readonly folder: string;
  readonly state: TrustState;
  readonly snapshot: Snapshot;
  readonly layer: Layer;
}

/** The nearest folder upwards that has a `.tinyjuice`. */
export function findRoot(cwd: string): string | undefined {
  for (let at = cwd; ; at = dirname(at)) {
    if (statOfLink(join(at, PROJECT_FOLDER)) !== undefined) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Whether a folder is `root` or lies below it. */
export const isWithin = (folder: string, root: string): boolean =>
  folder === root || folder.startsWith(root.endsWith('/') ? root : `${root}/`);

/** Reads a project's folder, all of it: its hash is asked for. */
export function readProject(root: string, trust: TrustList): Project {
  const folder = join(root, PROJECT_FOLDER);
  const isFolder = statOfLink(folder)?.isDirectory() === true;
  const empty: Snapshot = {
    files: [],
    refused: [{ path: '', reason: 'it is a link or a file, and no folder' }],
    sha256: '',
  };
  const snapshot = isFolder ? readSnapshot(folder) : empty;
  return {
    root,
    folder,
    state: stateOf(snapshot, trust.get(root)?.sha256),
    snapshot,
    layer: layerOf('project', folder, snapshot),
  };
}

function stateOf({ refused, sha256 }: Snapshot, trusted: string | undefined): TrustState {
  if (trusted !== undefined && sha256 !== trusted) return 'changed';
  if (refused.length > 0) return 'unusable';
  return trusted === undefined ? 'untrusted' : 'trusted';
}

/** Where a project keeps its settings, below its folder. */
export const CONFIG_FILE = 'config.toml';

/** The settings of a project, as they were when its hash was made. */
export function configOf({ folder, snapshot }: Project): { readonly path: string; readonly bytes: Buffer } | undefined {
  const file = snapshot.files.find(({ path }) => path === CONFIG_FILE);
  return file === undefined ? undefined : { path: join(folder, CONFIG_FILE), bytes: file.bytes };
}

/** Why nobody can trust a project, for a message. */
export const refusalsOf = ({ folder, snapshot }: Project): readonly string[] =>
  snapshot.refused.map(({ path, reason }) => printable(`${join(folder, path)}: ${reason}.`, 400));
