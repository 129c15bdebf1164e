/** One recorded output of a real tool, by its name. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { projectRoot } from './project.js';

export interface Recording {
  /** Folder below fixtures. */
  readonly name: string;
  readonly raw: Buffer;
  /** The command and its exit code, where the fixture tells them. */
  readonly command: string | undefined;
  readonly exit: number | undefined;
}

export const fixtures = join(projectRoot, 'fixtures');

/** Fails where fixtures hold none of this name. */
export function readRecording(name: string): Recording {
  const folder = join(fixtures, name);
  const isPacked = existsSync(join(folder, 'raw.txt.gz'));
  const bytes = readFileSync(join(folder, isPacked ? 'raw.txt.gz' : 'raw.txt'));
  return { name, raw: isPacked ? gunzipSync(bytes) : bytes, ...metaOf(folder) };
}

function metaOf(folder: string): Pick<Recording, 'command' | 'exit'> {
  const path = ['meta.json', 'case.json'].map(name => join(folder, name)).find(existsSync);
  if (path === undefined) return { command: undefined, exit: undefined };
  const meta = JSON.parse(readFileSync(path, 'utf8')) as { command?: string; exit?: number };
  return { command: meta.command, exit: meta.exit };
}
