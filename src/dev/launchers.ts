/** Files of dist that run a bundle from its compiled form, so that nothing has to be compiled at a start. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import claudeCode from '../hosts/adapters/claude-code.js';

/**
 * Writes `dist/cli.js`, which runs the bundle from its compiled form: 20 ms less of start-up. A Node other than the
 * one that built it refuses that form by itself and compiles the bundle. `shell.bundle.cjs` becomes such a file too: 6 ms.
 */
export function writeLaunchers(root: string): void {
  const dist = join(root, 'dist');
  for (const old of readdirSync(dist)) if (old.endsWith('.cache')) rmSync(join(dist, old));
  const cli = wrapModule(join(dist, 'cli.bundle.cjs'));
  const cliText = LAUNCHER.replace('FILE', 'cli.bundle.cjs').replace('CACHE', `'cli.${cli.hash}.' + command`);
  writeFileSync(join(dist, 'cli.js'), `#!/usr/bin/env node\n'use strict';\n${WHICH}${cliText}}\n`);
  chmodSync(join(dist, 'cli.js'), 0o755);
  renameSync(join(dist, 'shell.bundle.cjs'), join(dist, 'shell.code.cjs'));
  const shell = wrapModule(join(dist, 'shell.code.cjs'));
  const shellText = LAUNCHER.replace('FILE', 'shell.code.cjs').replace('CACHE', `'shell.${shell.hash}'`);
  writeFileSync(join(dist, 'shell.bundle.cjs'), `'use strict';\n${shellText}`);
  for (const [name, warmUp] of Object.entries(warmUps(root)))
    writeCompiled({ file: cli.path, cache: join(dist, `cli.${cli.hash}.${name}.cache`), ...warmUp });
  const cache = join(dist, `shell.${shell.hash}.cache`);
  writeCompiled({ code: `${COMPILE}${READ_ALL}`, file: shell.path, cache, args: COMMANDS });
}

/** A bundle that its launcher can run, and by what its compiled form is called. */
function wrapModule(path: string): { readonly path: string; readonly hash: string } {
  const text = `${WRAPPER}${toAscii(readFileSync(path, 'utf8'))}})`;
  writeFileSync(path, text);
  return { path, hash: createHash('sha256').update(text).digest('hex').slice(0, 12) };
}

/** The file holds the function around the module too: the compiled form is taken only for the very text that it was made from. */
const WRAPPER = '(function(exports,require,module,__filename,__dirname){';

/**
 * The bundler leaves signs in patterns as they are; outside of strings and patterns it has none. A text of ASCII is
 * read in an eighth of the time.
 */
const toAscii = (source: string): string =>
  source.replace(/[^\x00-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

interface Compilation {
  /** What runs the file, and stores what has been compiled. */
  readonly code: string;
  readonly file: string;
  readonly cache: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly variables?: NodeJS.ProcessEnv;
}

function writeCompiled({ code, file, cache, args, input = '', variables }: Compilation): void {
  const home = mkdtempSync(join(tmpdir(), 'tinyjuice-build-'));
  try {
    const env = {
      ...process.env,
      XDG_CACHE_HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_DATA_HOME: home,
      XDG_STATE_HOME: home,
      TINYJUICE_BUILD: cache,
      PATH: `${join(home, 'bin')}:${process.env.PATH}`,
      ...variables,
    };
    // A hook looks whether what an output tells to run is there.
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin/tinyjuice'), '#!/bin/sh\n', { mode: 0o755 });
    execFileSync(process.execPath, ['-e', code, file, ...args], { env, input, stdio: ['pipe', 'ignore', 'inherit'] });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Runs on a small text that compile what most runs of a command need, by what the launcher calls their compiled form. */
function warmUps(root: string): Readonly<Record<string, Pick<Compilation, 'args' | 'code' | 'input' | 'variables'>>> {
  const text = join(root, 'fixtures/cargo-test/assert-eq-26/raw.txt');
  const told = claudeCode.hook?.sample({
    command: 'cd app && npx cargo test',
    text: readFileSync(text, 'utf8'),
    exitCode: 0,
    folder: root,
  });
  return {
    reduce: { code: COMPILE, args: ['reduce', '--command', 'npx cargo test', text] },
    wrap: { code: COMPILE, args: ['wrap', '--', 'cat', text] },
    hook: {
      code: COMPILE_HOOK,
      args: ['hook', claudeCode.name],
      input: JSON.stringify(told?.payload),
      variables: { ...told?.variables },
    },
  };
}

/** Commands that compile what most of them need. */
const COMMANDS = [
  'cd app && npm test -- --run "a b" 2>&1 | tee log | tail -100',
  'bash -lc "cd $HOME/x && pytest -q || true"; echo "exit: $?"',
  "for f in *.ts; do grep -n 'x' $f > /dev/null; done; cat <<'EOF' | psql\nselect 1;\nEOF\n",
];

/** A hook has mostly nothing to do: what finds that out is small, and loads nothing else. */
const WHICH = `const command = ['wrap', 'hook'].includes(process.argv[2]) ? process.argv[2] : 'reduce';
if (command === 'hook') {
  // To a host it must never look as if its tool had failed.
  process.on('uncaughtException', () => process.exit(0));
  process.on('exit', () => { process.exitCode = 0; });
  require('./hook.bundle.cjs').enter(process.argv.slice(3), run);
} else run();
function run() {
`;

const LAUNCHER = `const { readFileSync } = require('node:fs');
const { Script } = require('node:vm');
const path = __dirname + '/FILE';
let cachedData;
try {
  cachedData = readFileSync(__dirname + '/' + CACHE + '.cache');
} catch {
  // without it the bundle is compiled here
}
const script = new Script(readFileSync(path, 'latin1'), { filename: path, cachedData });
script.runInThisContext()(exports, require, module, path, __dirname);
`;

/** Runs the bundle as the launcher does, and at its end stores what has been compiled. */
const COMPILER = `
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');
const path = process.argv[1];
const folder = require('node:path').dirname(path);
const script = new Script(readFileSync(path, 'latin1'), { filename: path });
process.on('exit', () => writeFileSync(process.env.TINYJUICE_BUILD, script.createCachedData()));
const run = () => script.runInThisContext()(exports, require('node:module').createRequire(path), module, path, folder);
`;
const COMPILE = `${COMPILER}run();`;
const COMPILE_HOOK = `${COMPILER}require(folder + '/hook.bundle.cjs').enter(process.argv.slice(3), run);`;
/** Behind it, for the file that reads commands. */
const READ_ALL = 'for (const text of process.argv.slice(2)) module.exports.readShell(text);';
