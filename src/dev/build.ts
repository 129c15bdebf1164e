/** Builds dist: one bundled file for the CLI, and the library with its types. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { generate, type LoadModule } from './gen.js';
import { writeLaunchers } from './launchers.js';

/** Packages that the bundle leaves where they are: optional, or native. */
const EXTERNAL = ['node-pty', '@lydell/*'];

/** What every start needs, and what few do: a smaller file starts sooner. */
const PARTS = {
  cli: 'src/cli/main.ts',
  config: 'src/config/load.ts',
  excerpts: 'src/excerpts.ts',
  extracts: 'src/extracts.ts',
  help: 'src/cli/help.ts',
  hook: 'src/cli/hook-gate.ts',
  hosts: 'src/cli/host-work.ts',
  linear: 'src/custom/linear.ts',
  protocol: 'src/engine/request.ts',
  remote: 'src/ccr/remote.ts',
  rewrite: 'src/cli/rewrite-work.ts',
  shell: 'src/classify/shell.ts',
  summary: 'src/cli/summary.ts',
  toon: 'src/compressors/toon/toon.ts',
};

/** Bundles of the CLI. */
async function bundleCli(root: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
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
      // jsonc-parser's other half finds its own parts by a name that no bundler can follow.
      alias: {
        'readable-stream': 'node:stream',
        'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
        ...(name === 'cli' && { 'yargs-parser': 'yargs-parser/browser' }),
      },
      define: { TINYJUICE_VERSION: JSON.stringify(version), 'import.meta.url': 'importMetaUrl' },
      banner: { js: IMPORT_META_URL },
      plugins: name === 'cli' ? [otherParts] : [],
      logLevel: 'error',
    });
  }
  writeLaunchers(root);
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

function compileLibrary(root: string): void {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.lib.json')], { stdio: 'inherit' });
  writeFileSync(join(root, 'dist/lib/package.json'), '{"type":"module"}\n');
}

/** The JSON Schemas of the protocol, for hosts, and the clients that need nothing but the program. */
async function writeProtocol(root: string, load: LoadModule): Promise<void> {
  const { schemas } = await load(join(root, 'src/engine/schema.ts'));
  mkdirSync(join(root, 'dist/schemas'), { recursive: true });
  for (const [name, schema] of Object.entries(schemas as Record<string, object>)) {
    const text = JSON.stringify({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }, null, 2);
    writeFileSync(join(root, `dist/schemas/${name}.schema.json`), `${text}\n`);
  }
  cpSync(join(root, 'src/clients'), join(root, 'dist/clients'), { recursive: true });
}

/** For `dev/run.mjs`. `--cli` builds the CLI alone. */
export async function main(args: readonly string[], load: LoadModule, root: string): Promise<void> {
  await generate(root, load);
  mkdirSync(join(root, 'dist'), { recursive: true });
  await bundleCli(root);
  await writeProtocol(root, load);
  if (args.includes('--cli')) return;
  rmSync(join(root, 'dist/lib'), { recursive: true, force: true });
  compileLibrary(root);
}
