/** Builds dist: one bundled file for the CLI, and the library with its types. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { generate, type LoadModule } from './gen.js';

/** Packages that the bundle leaves where they are: optional, or native. */
const EXTERNAL = ['node-pty', '@lydell/*'];

/** Bundles of the CLI: the hot path, and what only help, errors and rare commands need. */
async function bundleCli(root: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  await build({
    entryPoints: [join(root, 'src/cli/main.ts')],
    outfile: join(root, 'dist/cli.js'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    external: EXTERNAL,
    // through2 asks for readable-stream, a copy of Node's own streams: 6 ms of start-up for nothing.
    alias: { 'readable-stream': 'node:stream' },
    define: { TINYJUICE_VERSION: JSON.stringify(version), 'import.meta.url': 'importMetaUrl' },
    banner: { js: "#!/usr/bin/env node\nconst importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'error',
  });
  chmodSync(join(root, 'dist/cli.js'), 0o755);
  // The project is ESM; this bundle is CommonJS, which Node starts 4 ms sooner.
  writeFileSync(join(root, 'dist/package.json'), '{"type":"commonjs"}\n');
}

function compileLibrary(root: string): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.lib.json')], { stdio: 'inherit' });
  writeFileSync(join(root, 'dist/lib/package.json'), '{"type":"module"}\n');
}

/** For `dev/run.mjs`. `--cli` builds the CLI alone. */
export async function main(args: readonly string[], load: LoadModule, root: string): Promise<void> {
  await generate(root, load);
  mkdirSync(join(root, 'dist'), { recursive: true });
  await bundleCli(root);
  if (args.includes('--cli')) return;
  rmSync(join(root, 'dist/lib'), { recursive: true, force: true });
  compileLibrary(root);
}
