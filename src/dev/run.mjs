// Runs one of src/dev/*.ts: `node src/dev/run.mjs gen`. Node 20 reads no TypeScript, so esbuild bundles it first.
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Bundles one TypeScript module into a temporary file inside the project (so that packages resolve) and imports it. */
async function load(path) {
  const folder = mkdtempSync(join(root, 'node_modules/.dev-'));
  try {
    const outfile = join(folder, 'module.mjs');
    await build({
      entryPoints: [path],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'error',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [name, ...args] = process.argv.slice(2);
if (!/^[a-z-]+$/.test(name ?? '')) {
  process.stderr.write('usage: node src/dev/run.mjs gen|build|new|record|bench …\n');
  process.exit(2);
}
const module = await load(join(root, 'src/dev', `${name}.ts`));
await module.main(args, load, root);
