/** The whole program as one file, built from the source as it stands: `$T` in the scripts of `wrapped.ts`. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { environment, folder } from './wrapped.js';

const root = new URL('../../', import.meta.url);

/** An executable like the one that is installed; it finds the optional package where the project has it. */
export const program = join(folder, 'tinyjuice');
buildSync({
  entryPoints: [fileURLToPath(new URL('src/cli/main.ts', root))],
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  external: ['node-pty', '@lydell/*'],
  alias: { 'readable-stream': 'node:stream' },
  define: { TINYJUICE_VERSION: '"0.0.0"', 'import.meta.url': JSON.stringify(new URL('package.json', root).href) },
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'error',
});
chmodSync(program, 0o755);
environment.T = program;
environment.XDG_CACHE_HOME = join(folder, 'cache');
environment.XDG_STATE_HOME = join(folder, 'state');
