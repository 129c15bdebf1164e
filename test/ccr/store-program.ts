/** Programs over the store's own modules, for other processes: bundled as the CLI is. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { freshFolder } from './store.js';

/**
 * Bundles a program in TypeScript whose imports are those of a file in `src/ccr`.
 * @returns the path of a CommonJS file; other users can read it.
 */
export async function bundleProgram(contents: string): Promise<string> {
  const dir = freshFolder();
  chmodSync(dir, 0o755);
  const outfile = join(dir, 'program.cjs');
  await build({
    stdin: { contents, resolveDir: join(import.meta.dirname, '../../src/ccr'), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    outfile,
  });
  return outfile;
}
