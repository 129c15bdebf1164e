/** The shape of the project: what stands where, and which way imports point. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { projectRoot } from './support/project.js';

const MAX_LINES = 300;
const MAX_FILE_BYTES = 1_000_000;

/** Made by tools, not by us. */
const MADE = ['.git', 'node_modules', 'dist', 'coverage', join('src', 'generated')];

const all = filesBelow('.');
const code = all.filter(path => /^(?:src|test|bench)\/.*\.(?:ts|mjs|cjs)$/.test(path));
const shipped = code.filter(path => path.startsWith('src/') && !path.startsWith('src/dev/'));

/** Folders and files of `src` by layer. Each may import what stands in lower layers, and itself. */
const LAYERS: readonly (readonly string[])[] = [
  ['text', 'line', 'errors'],
  ['rules', 'ccr', 'tokens'],
  ['source', 'classify', 'pipeline', 'compressors', 'clamp', 'sink', 'custom', 'config'],
  ['generated'],
  ['forms', 'extracts', 'excerpts'],
  ['juice', 'check'],
  ['context', 'stats', 'explain', 'verify', 'engine'],
  ['hosts', 'mcp', 'proxy'],
  ['cli', 'index'],
];

/** Of the lowest layer, `line` and `errors` are words that `text` may use. */
const SHARED_WORDS = ['line', 'errors'];

/** Folders whose files are items of one kind: found by their place, never importing each other. */
const ITEM_FOLDERS = [
  'src/pipeline/stages',
  'src/compressors/kinds',
  'src/compressors/extracts',
  'src/compressors/excerpts',
  'src/cli/commands',
  'src/hosts/adapters',
  'src/mcp/tools',
  'src/proxy/providers',
];

function filesBelow(folder: string): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (MADE.includes(path) || entry.name === 'node_modules') return [];
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

/** Files of ours that a file imports, types and lazy imports included. */
function importsOf(path: string): readonly string[] {
  return ts
    .preProcessFile(read(path), true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter(name => name.startsWith('.'))
    .map(name => relative('.', join(dirname(path), name)).replace(/\.js$/, '.ts'));
}

/** `src/pipeline/stages/rules.ts` is of `pipeline`. The lists of commands and of hosts are parts of what they list. */
function unitOf(path: string): string {
  if (path === 'src/generated/commands.ts') return 'cli';
  if (/^src\/generated\/(?:hooked-)?hosts\.ts$/.test(path)) return 'hosts';
  return (path.split('/')[1] ?? '').replace(/\.ts$/, '');
}

const layerOf = (unit: string): number => LAYERS.findIndex(units => units.includes(unit));

/** What is wrong with one import, as a sentence. */
function faultOf(from: string, to: string): string | undefined {
  const [unit, other] = [unitOf(from), unitOf(to)];
  if (!to.startsWith('src/')) return `${from} imports ${to}: it is outside src`;
  if (other === 'dev') return `${from} imports ${to}: 'dev' is for us only`;
  if (layerOf(unit) < 0) return `${from}: '${unit}' has no layer`;
  if (unit === other || layerOf(other) < layerOf(unit)) return undefined;
  if (unit === 'text' && SHARED_WORDS.includes(other)) return undefined;
  return `${from} imports ${to}: '${unit}' (layer ${layerOf(unit)}) may not look up to '${other}' (layer ${layerOf(other)})`;
}

const itemsOf = (folder: string): readonly string[] =>
  existsSync(join(projectRoot, folder))
    ? readdirSync(join(projectRoot, folder)).map(file => file.replace(/\.ts$/, ''))
    : [];

/** Code without its comments; strings stay. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}(,])\/\/.*$/gm, '$1');

describe('files', () => {
  test('no file of code is longer than 300 lines', () => {
    const long = code.filter(path => read(path).replace(/\n$/, '').split('\n').length > MAX_LINES);
    expect(long).toEqual([]);
  });

  test('names are lower case with hyphens, and none is a drawer', () => {
    const odd = code.filter(path => !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.test)?\.(?:ts|mjs|cjs)$/.test(baseOf(path)));
    const drawers = code.filter(path => /^(?:utils?|helpers?|common|misc|manager|types)\./.test(baseOf(path)));
    expect([...odd, ...drawers]).toEqual([]);
  });

  test('no file is larger than 1 MB', () => {
    expect(all.filter(path => statSync(join(projectRoot, path)).size > MAX_FILE_BYTES)).toEqual([]);
  });

  test('no file outside fixtures is binary', () => {
    const outside = all.filter(path => !path.startsWith('fixtures/'));
    expect(outside.filter(path => readFileSync(join(projectRoot, path)).includes(0))).toEqual([]);
  });

  test.skipIf(!existsSync(join(projectRoot, '.git')))('git holds neither generated nor built files', () => {
    const made = execFileSync('git', ['ls-files', 'src/generated', 'dist', 'node_modules'], { cwd: projectRoot });
    expect(made.toString()).toBe('');
  });
});

describe('imports', () => {
  test('point down, and never to a neighbour of the same layer', () => {
    const faults = shipped.flatMap(from => importsOf(from).map(to => faultOf(from, to)));
    expect(faults.filter(fault => fault !== undefined)).toEqual([]);
  });

  test('an import that looks up is found', () => {
    expect(faultOf('src/clamp/clamp.ts', 'src/compressors/kinds/json.ts')).toBe(
      "src/clamp/clamp.ts imports src/compressors/kinds/json.ts: 'clamp' (layer 2) may not look up to 'compressors' (layer 2)",
    );
    expect(faultOf('src/text/ci.ts', 'src/ccr/token.ts')).toContain('may not look up');
    expect(faultOf('src/juice.ts', 'src/dev/gen.ts')).toContain('for us only');
  });

  test('items of a kind never import each other', () => {
    const peers = shipped.flatMap(from =>
      ITEM_FOLDERS.filter(folder => dirname(from) === folder).flatMap(folder =>
        importsOf(from)
          .filter(to => dirname(to) === folder)
          .map(to => `${from} imports ${to}`),
      ),
    );
    expect(peers).toEqual([]);
  });

  test('hosts are data: their files do not touch the file system', () => {
    const adapters = shipped.filter(path => path.startsWith('src/hosts/adapters/'));
    expect(adapters.filter(path => /['"](?:node:)?fs(?:\/promises)?['"]/.test(read(path)))).toEqual([]);
  });
});

describe('what comes in from outside', () => {
  test('process.env is read in cli/env.ts only', () => {
    const readers = shipped.filter(path => /process\s*\.\s*env\b/.test(withoutComments(read(path))));
    expect(readers).toEqual(['src/cli/env.ts']);
  });

  test('below cli nothing takes the clock, the home folder or our own outputs by itself', () => {
    const outside = /process\.(?:stdout|stderr|stdin|exit)\b|\bDate\.now\b|new Date\(\)|\bhomedir\(/;
    const takers = shipped.filter(
      path => unitOf(path) !== 'cli' && path !== 'src/index.ts' && outside.test(withoutComments(read(path))),
    );
    expect(takers).toEqual([]);
  });
});

describe('nothing is listed by hand', () => {
  test('no rule is named by its id in code', () => {
    const ids = readdirSync(join(projectRoot, 'rules'), { recursive: true, encoding: 'utf8' })
      .filter(path => path.includes('/') && path.endsWith('.json'))
      .map(path => path.slice(0, -5));
    expect(ids.length).toBeGreaterThan(5);
    const named = shipped.flatMap(path =>
      ids.filter(id => withoutComments(read(path)).includes(id)).map(id => `${path} names ${id}`),
    );
    expect(named).toEqual([]);
  });

  test.each(ITEM_FOLDERS)('no code outside the generated registry lists what is in %s', folder => {
    const names = itemsOf(folder);
    const importers = shipped.filter(from => importsOf(from).filter(to => dirname(to) === folder).length > 1);
    const lists = shipped.filter(path =>
      (withoutComments(read(path)).match(/\[[^\][]*\]/g) ?? []).some(
        list => names.filter(name => list.includes(`'${name}'`)).length > 2,
      ),
    );
    expect([...importers, ...lists]).toEqual([]);
  });

  test('the tests are found by pattern', () => {
    expect(read('vitest.config.ts')).toContain("include: ['test/**/*.test.ts']");
  });
});

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
