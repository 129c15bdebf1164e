/** Writes src/generated: the registries of stages, compressors and rules, found by their place, never by a list. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Compressor } from '../compressors/compressor.js';
import type { Host } from '../hosts/host.js';
import { PHASES, type Stage } from '../pipeline/stage.js';
import { checkRule } from '../rules/check.js';
import { bodyOf, headOf, type Patterns, type RuleHead } from '../rules/rule.js';
import { needsOf } from './needs.js';

const HEADER = '// Written by src/dev/gen.ts. Not in git.';

/** Loads a TypeScript module; `dev/run.mjs` hands in its own loader, since Node 20 reads no TypeScript. */
export type LoadModule = (path: string) => Promise<Record<string, unknown>>;

/** Writes all generated files below `root`. */
export async function generate(root: string, load: LoadModule): Promise<void> {
  const out = join(root, 'src/generated');
  mkdirSync(out, { recursive: true });
  const stages = (await loadItems(root, load, 'src/pipeline/stages')) as readonly Stage[];
  const sorted = sortStages(stages).map(({ name, phase }) => ({ name, note: phase }));
  writeFileSync(join(out, 'stages.ts'), listModule('stage', sorted));
  const kinds = (await loadItems(root, load, 'src/compressors/kinds')) as readonly Compressor[];
  const compressors = kinds.map(({ name, kinds: of }) => ({ name, note: of.join(', ') }));
  writeFileSync(join(out, 'compressors.ts'), listModule('compressor', compressors));
  const extracts = await loadItems(root, load, 'src/compressors/extracts');
  writeFileSync(join(out, 'extracts.ts'), listModule('extract', extracts));
  writeFileSync(join(out, 'excerpts.ts'), lazyModule(EXCERPTS, await loadItems(root, load, `src/${EXCERPTS.folder}`)));
  writeFileSync(join(out, 'rules.ts'), rulesModule(root));
  writeFileSync(join(out, 'commands.ts'), lazyModule(COMMANDS, namesIn(root, 'src/cli/commands')));
  const hosts = (await loadItems(root, load, 'src/hosts/adapters')) as readonly Host[];
  writeFileSync(join(out, 'hosts.ts'), lazyModule(HOSTS, hosts));
  writeFileSync(join(out, 'hooked-hosts.ts'), lazyModule({ ...HOSTS, list: 'hookedHosts' }, hosts.filter(hasHook)));
}

const COMMANDS: LazyUnit = { unit: 'command', type: 'Command', contract: 'cli/command', folder: 'cli/commands' };
const EXCERPTS: LazyUnit = {
  unit: 'excerpt',
  type: 'Excerpt',
  contract: 'compressors/excerpt',
  folder: 'compressors/excerpts',
};
const HOSTS: LazyUnit = { unit: 'host', type: 'Host', contract: 'hosts/host', folder: 'hosts/adapters' };

/** What a hook starts with holds none of the others. */
const hasHook = ({ hook }: Host): boolean => hook !== undefined;

interface LazyUnit {
  readonly unit: string;
  readonly type: string;
  /** Below src, as is the items' folder. */
  readonly contract: string;
  readonly folder: string;
  /** What the list is called, where that is not the unit's own name. */
  readonly list?: string;
}

const withArticle = (unit: string): string => `${/^[aeiou]/.test(unit) ? 'an' : 'a'} ${unit}`;

/** Items that are loaded when asked for; the bundler turns each `import()` into a lazy part of the one file. */
function lazyModule(
  { unit, type, contract, folder, list = `${unit}s` }: LazyUnit,
  items: readonly { readonly name: string }[],
): string {
  const names = items.map(({ name }) => name).sort();
  return [
    `${HEADER} To add ${withArticle(unit)}, add a file in src/${folder}.`,
    `import type { ${type} } from '../${contract}.js';`,
    '',
    `/** By name, loaded when asked for. */`,
    `export const ${list}: Readonly<Record<string, () => Promise<{ readonly default: ${type} }>>> = {`,
    ...names.map(name => `  '${name}': () => import('../${folder}/${name}.js'),`),
    '};',
    '',
  ].join('\n');
}

const namesIn = (root: string, folder: string): readonly { readonly name: string }[] =>
  readdirSync(join(root, folder))
    .filter(file => file.endsWith('.ts'))
    .map(file => ({ name: file.slice(0, -3) }));

/** What each file of a folder exports, by name; its name is the file's. */
async function loadItems(root: string, load: LoadModule, folder: string): Promise<readonly { name: string }[]> {
  const items: { name: string }[] = [];
  for (const file of readdirSync(join(root, folder)).sort()) {
    if (!file.endsWith('.ts')) continue;
    const name = file.slice(0, -3);
    const item = (await load(join(root, folder, file))).default as { name: string } | undefined;
    if (item?.name !== name) throw new Error(`${folder}/${file}: name must be '${name}', as the file's.`);
    items.push(item);
  }
  return items;
}

/** By phase, then by `after`, then by name. */
export function sortStages(stages: readonly Stage[]): readonly Stage[] {
  return PHASES.flatMap(phase => {
    const waiting = stages.filter(stage => stage.phase === phase).sort((a, b) => (a.name < b.name ? -1 : 1));
    const sorted: Stage[] = [];
    while (waiting.length > 0) {
      const at = waiting.findIndex(
        stage => !(stage.after ?? []).some(name => waiting.some(other => other.name === name)),
      );
      if (at < 0)
        throw new Error(`stages ${waiting.map(stage => stage.name).join(', ')} wait for each other: mend "after".`);
      sorted.push(...waiting.splice(at, 1));
    }
    return sorted;
  });
}

/** What one kind of unit is, for the module that lists all of them. */
interface Listing {
  /** Below src, as are its contract's file and the items' folder. */
  readonly folder: string;
  readonly contract: string;
  readonly type: string;
  readonly names: string;
  readonly order: string;
}

const LISTINGS = {
  stage: {
    folder: 'pipeline/stages',
    contract: 'pipeline/stage',
    type: 'Stage',
    names: 'stages',
    order: 'in the order of the pipeline',
  },
  compressor: {
    folder: 'compressors/kinds',
    contract: 'compressors/compressor',
    type: 'Compressor',
    names: 'compressors',
    order: 'by name',
  },
  extract: {
    folder: 'compressors/extracts',
    contract: 'compressors/extract',
    type: 'Extract',
    names: 'extracts',
    order: 'by name',
  },
} as const satisfies Readonly<Record<string, Listing>>;

/** A module that imports all items of one kind, each with what is to be said of it behind its import. */
function listModule(unit: keyof typeof LISTINGS, items: readonly { name: string; note?: string }[]): string {
  const { folder, contract, type, names, order }: Listing = LISTINGS[unit];
  const imports = items.map(
    ({ name, note }, index) =>
      `import ${unit}${index} from '../${folder}/${name}.js';${note === undefined ? '' : ` // ${note}`}`,
  );
  return [
    `${HEADER} To add ${withArticle(unit)}, add a file in src/${folder}.`,
    `import type { ${type} } from '../${contract}.js';`,
    ...imports,
    '',
    `/** Every ${unit}, ${order}. */`,
    `export const ${names}: readonly ${type}[] = [${items.map((_item, index) => `${unit}${index}`).join(', ')}];`,
    '',
  ].join('\n');
}

/** Rule files below `rules`, by id. */
export function ruleFiles(root: string): readonly { readonly id: string; readonly path: string }[] {
  const folder = join(root, 'rules');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.json') && path !== 'schema.json')
    .map(path => path.replaceAll('\\', '/'))
    .sort()
    .map(path => ({ id: path.slice(0, -5), path: join(folder, path) }));
}

function needsOfRule(signatures: Patterns | undefined): Pick<RuleHead, 'needs'> {
  const needs = Object.entries(signatures ?? {}).flatMap(([name, pattern]) => {
    const strings = needsOf(pattern);
    return strings === undefined ? [] : [[name, strings] as const];
  });
  return needs.length === 0 ? {} : { needs: Object.fromEntries(needs) };
}

function rulesModule(root: string): string {
  const rules = ruleFiles(root).map(({ id, path }) => {
    const rule = checkRule(id, JSON.parse(readFileSync(path, 'utf8')));
    const head: RuleHead = { ...headOf(id, rule), ...needsOfRule(rule.match.output?.signatures) };
    return { head, body: bodyOf(rule) };
  });
  const bodies = rules.map(
    ({ head, body }) => `  ${JSON.stringify(head.id)}: ${JSON.stringify(JSON.stringify(body))},`,
  );
  return [
    `${HEADER} To add a rule, add a file in rules.`,
    '/** The built-in rules as JSON text, checked when it was written: heads parsed once a run, bodies when asked for. */',
    'export const builtInRules = {',
    `  heads: ${JSON.stringify(JSON.stringify(rules.map(({ head }) => head)))},`,
    '  bodies: {',
    ...bodies.map(line => `  ${line}`),
    '  },',
    '};',
    '',
  ].join('\n');
}

/** For `dev/run.mjs`. */
export async function main(_args: readonly string[], load: LoadModule, root: string): Promise<void> {
  await generate(root, load);
  process.stdout.write(`${relative(root, join(root, 'src/generated'))} written\n`);
}
