/** Recorded output of real tools: every raw.txt below fixtures. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

export interface Recording {
  /** Folder below fixtures. */
  readonly name: string;
  readonly raw: Buffer;
  /** The command and its exit code, where the fixture tells them. */
  readonly command: string | undefined;
  readonly exit: number | undefined;
}

/** The project's own folder. */
export const projectRoot = join(dirname(fileURLToPath(import.meta.url)), '../..');

const fixtures = join(projectRoot, 'fixtures');

/** All of them, by name. */
export const recordings: readonly Recording[] = readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
  .filter(path => /(?:^|\/)raw\.txt(?:\.gz)?$/.test(path))
  .sort()
  .map(path => {
    const bytes = readFileSync(join(fixtures, path));
    const { command, exit } = metaOf(dirname(join(fixtures, path)));
    return { name: dirname(path), raw: path.endsWith('.gz') ? gunzipSync(bytes) : bytes, command, exit };
  });

function metaOf(folder: string): { command: string | undefined; exit: number | undefined } {
  const file = ['meta.json', 'case.json'].find(name => readdirSync(folder).includes(name));
  if (file === undefined) return { command: undefined, exit: undefined };
  const meta = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { command?: string; exit?: number };
  return { command: meta.command, exit: meta.exit };
}
