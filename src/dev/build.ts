/** Builds dist: one bundled file for the CLI, and the library with its types. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { generate, type LoadModule } from './gen.js';

/** Packages that the bundle leaves where they are: optional, or native. */
const EXTERNAL = ['node-pty', '@lydell/*'];

/** Bundles of the CLI: the hot path, and what only help, errors and rare commands need. */
async function bundleCli(root: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const bundle = join(root, 'dist/cli.bundle.cjs');
  await build({
    entryPoints: [join(root, 'src/cli/main.ts')],
    outfile: bundle,
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
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    logLevel: 'error',
  });
  writeFileSync(bundle, toAscii(readFileSync(bundle, 'utf8')));
  writeLauncher(root, bundle);
  // The project is ESM; this bundle is CommonJS, which Node starts 4 ms sooner.
  writeFileSync(join(root, 'dist/package.json'), '{"type":"commonjs"}\n');
}

/**
 * The bundler leaves signs in patterns as they are; outside of strings and patterns it has none. A text of ASCII is
 * read in an eighth of the time.
 */
const toAscii = (source: string): string =>
  source.replace(/[^\x00-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * Writes `dist/cli.js`, which runs the bundle from its compiled form: 20 ms less of start-up. A Node other than the
 * one that built it refuses that form by itself and compiles the bundle.
 */
function writeLauncher(root: string, bundle: string): void {
  const source = readFileSync(bundle);
  const cache = `cli.${createHash('sha256').update(source).digest('hex').slice(0, 12)}.cache`;
  for (const old of readdirSync(join(root, 'dist'))) if (old.endsWith('.cache')) rmSync(join(root, 'dist', old));
  writeFileSync(join(root, 'dist/cli.js'), `#!/usr/bin/env node\n${LAUNCHER.replace('CACHE', cache)}`);
  chmodSync(join(root, 'dist/cli.js'), 0o755);
  const home = mkdtempSync(join(tmpdir(), 'tinyjuice-build-'));
  try {
    const env = { ...process.env, XDG_CACHE_HOME: home, TINYJUICE_BUILD: join(root, 'dist', cache) };
    const args = ['-e', COMPILE, bundle, 'reduce', join(root, WARM_UP)];
    execFileSync(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** A run of this compiles what most runs need. */
const WARM_UP = 'fixtures/cargo-test/assert-eq-26/raw.txt';

/** The compiled form is taken only for the very text that it was made from. */
const READ_SOURCE =
  "const source = '(function(exports,require,module,__filename,__dirname){' + readFileSync(path, 'latin1') + '})';";

const LAUNCHER = `'use strict';
const { readFileSync } = require('node:fs');
const { Script } = require('node:vm');
const path = __dirname + '/cli.bundle.cjs';
${READ_SOURCE}
let cachedData;
try {
  cachedData = readFileSync(__dirname + '/CACHE');
} catch {
  // without it the bundle is compiled here
}
new Script(source, { filename: path, cachedData }).runInThisContext()(exports, require, module, path, __dirname);
`;

/** Runs the bundle as the launcher does, and at its end stores what has been compiled. */
const COMPILE = `
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');
const path = process.argv[1];
${READ_SOURCE}
const script = new Script(source, { filename: path });
process.on('exit', () => writeFileSync(process.env.TINYJUICE_BUILD, script.createCachedData()));
script.runInThisContext()(exports, require, module, path, require('node:path').dirname(path));
`;

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
