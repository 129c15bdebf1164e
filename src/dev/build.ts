/** Builds dist: one bundled file for the CLI, and the library with its types. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { generate, type LoadModule } from './gen.js';

/** Packages that the bundle leaves where they are: optional, or native. */
const EXTERNAL = ['node-pty', '@lydell/*'];

/** What every start needs, and what few do: a smaller file starts sooner. */
const PARTS = {
  cli: 'src/cli/main.ts',
  help: 'src/cli/help.ts',
  linear: 'src/custom/linear.ts',
  shell: 'src/classify/shell.ts',
};

/** Bundles of the CLI. */
async function bundleCli(root: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const bundle = join(root, 'dist/cli.bundle.cjs');
  for (const [name, entry] of Object.entries(PARTS)) {
    await build({
      entryPoints: [join(root, entry)],
      outfile: join(root, `dist/${name}.bundle.cjs`),
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      minifySyntax: true,
      minifyWhitespace: true,
      legalComments: 'none',
      external: EXTERNAL,
      // A lazy import of the other part is then a lazy `require`.
      supported: { 'dynamic-import': false },
      // through2 asks for readable-stream, a copy of Node's own streams: 6 ms of start-up for nothing.
      // yargs-parser looks for configuration in files, by Node's own module loader; its other half does without.
      alias: { 'readable-stream': 'node:stream', ...(name === 'cli' && { 'yargs-parser': 'yargs-parser/browser' }) },
      define: { TINYJUICE_VERSION: JSON.stringify(version), 'import.meta.url': 'importMetaUrl' },
      banner: { js: IMPORT_META_URL },
      plugins: name === 'cli' ? [otherParts] : [],
      logLevel: 'error',
    });
  }
  writeFileSync(bundle, `${WRAPPER}${toAscii(readFileSync(bundle, 'utf8'))}})`);
  writeLauncher(root, bundle);
  // The project is ESM; this bundle is CommonJS, which Node starts 4 ms sooner.
  writeFileSync(join(root, 'dist/package.json'), '{"type":"commonjs"}\n');
}

const IMPORT_META_URL = "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;";

/** A lazy import of another part's entry stays a lazy import, of that part's file. */
const otherParts: Plugin = {
  name: 'other-parts',
  setup(build) {
    build.onResolve({ filter: /^\.\.?\// }, ({ path, kind, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const source = join(resolveDir, path).replace(/\.js$/, '.ts');
      const part = Object.entries(PARTS).find(([, entry]) => source.endsWith(`/${entry}`))?.[0];
      return part === undefined ? undefined : { path: `./${part}.bundle.cjs`, external: true };
    });
  },
};

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
  const hash = createHash('sha256').update(readFileSync(bundle)).digest('hex').slice(0, 12);
  for (const old of readdirSync(join(root, 'dist'))) if (old.endsWith('.cache')) rmSync(join(root, 'dist', old));
  writeFileSync(join(root, 'dist/cli.js'), `#!/usr/bin/env node\n${LAUNCHER.replace('HASH', hash)}`);
  chmodSync(join(root, 'dist/cli.js'), 0o755);
  const home = mkdtempSync(join(tmpdir(), 'tinyjuice-build-'));
  try {
    for (const [name, args] of Object.entries(warmUps(root))) {
      const env = {
        ...process.env,
        XDG_CACHE_HOME: home,
        XDG_CONFIG_HOME: home,
        XDG_DATA_HOME: home,
        TINYJUICE_BUILD: join(root, `dist/cli.${hash}.${name}.cache`),
      };
      execFileSync(process.execPath, ['-e', COMPILE, bundle, ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Runs on a small text that compile what most runs of a command need, by what the launcher calls their compiled form. */
function warmUps(root: string): Readonly<Record<string, readonly string[]>> {
  const text = join(root, 'fixtures/cargo-test/assert-eq-26/raw.txt');
  return { reduce: ['reduce', text], wrap: ['wrap', '--', 'cat', text] };
}

/** The file holds the function around the module too: the compiled form is taken only for the very text that it was made from. */
const WRAPPER = '(function(exports,require,module,__filename,__dirname){';

const LAUNCHER = `'use strict';
const { readFileSync } = require('node:fs');
const { Script } = require('node:vm');
const path = __dirname + '/cli.bundle.cjs';
const command = process.argv[2] === 'wrap' ? 'wrap' : 'reduce';
let cachedData;
try {
  cachedData = readFileSync(__dirname + '/cli.HASH.' + command + '.cache');
} catch {
  // without it the bundle is compiled here
}
const script = new Script(readFileSync(path, 'latin1'), { filename: path, cachedData });
script.runInThisContext()(exports, require, module, path, __dirname);
`;

/** Runs the bundle as the launcher does, and at its end stores what has been compiled. */
const COMPILE = `
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');
const path = process.argv[1];
const script = new Script(readFileSync(path, 'latin1'), { filename: path });
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
