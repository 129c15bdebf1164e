/** Looks for everything that can be wrong with the rules of one place, and says how to mend it. */
import { fitsAnyLine } from '../custom/any-line.js';
import type { Layer, RuleFile } from '../custom/layer.js';
import { type Book, isGenericId } from '../rules/book.js';
import type { PatternEngine, Rule } from '../rules/rule.js';
import { printable } from '../text/printable.js';
import { type CaseMeta, checkCase } from './fixture-check.js';
import { droppedErrors, slowPatterns, unhitPatterns } from './patterns.js';

export interface Problem {
  readonly rule: string;
  /** The file to mend. */
  readonly file: string;
  readonly message: string;
}

export interface Verified {
  readonly problems: readonly Problem[];
  readonly rules: number;
  readonly fixtures: number;
}

export interface VerifyOptions {
  readonly layer: Layer;
  /** The rules of a run: those of the layer, and all that stand beside them. */
  readonly book: Book;
  readonly wants: { readonly rules: boolean; readonly fixtures: boolean };
  /** What runs a rule's patterns. */
  engineOf(id: string): PatternEngine;
  /** How out.txt of a recording is written anew. */
  rewrite(meta: CaseMeta): string;
}

type Add = (message: string, file?: string) => void;

/** Each takes seconds to be found out. */
const MAX_SLOW_RULES = 10;
const TOO_MANY_SLOW = 'its patterns are not tried: those of too many rules before it take too long. Mend them first.';

/** Never throws for what a rule or a recording says. Takes some seconds: every pattern meets its worst lines. */
export async function verifyLayer(options: VerifyOptions): Promise<Verified> {
  const { layer, wants } = options;
  const problems: Problem[] = [];
  const owners = new Map<string, string>();
  let slowCount = 0;
  for (const each of layer.files) {
    const add: Add = (message, file = each.file) => void problems.push({ rule: each.id, file, message });
    if (each.rule === undefined) {
      if (wants.rules) add(each.problem);
      continue;
    }
    const slow = slowCount < MAX_SLOW_RULES ? slowPatterns(each.rule) : [TOO_MANY_SLOW];
    if (slow.length > 0) slowCount += 1;
    if (wants.rules) for (const message of slow) add(message);
    // a pattern that takes for ever must not be asked about more
    if (wants.rules && slow.length === 0) checkDrops(options, each.rule, { id: each.id, add });
    if (wants.fixtures && slow.length === 0) checkShown(options, each, add);
    if (wants.fixtures && slowCount < MAX_SLOW_RULES) await checkCases(options, each, { owners, add });
  }
  return { problems, rules: layer.files.filter(({ rule }) => rule !== undefined).length, fixtures: owners.size };
}

const rawsOf = (layer: Layer, names: readonly string[]): readonly Buffer[] =>
  names.flatMap(name => layer.fixture(`${name}/raw.txt`) ?? []);

function checkDrops(
  { layer, engineOf }: VerifyOptions,
  rule: Rule,
  { id, add }: { readonly id: string; readonly add: Add },
): void {
  const engine = engineOf(id);
  // of other rules, such patterns are left out when they are loaded, which is told there
  const any = Object.entries(rule.drop ?? {}).filter(([, source]) => fitsAnyLine(engine.compile(source, 'u')));
  for (const [name] of layer.origin === 'built-in' ? any : [])
    add(`drop.${printable(name)}: it fits nearly any line, errors too. Name the noise that it is for.`);
  const shown = { rule, raws: rawsOf(layer, rule.fixtures), engine };
  if (any.length === 0) for (const message of droppedErrors(shown)) add(message);
}

/** Every pattern is shown by a recording: of a rule of no tool, by those of all others. */
function checkShown(
  { layer, engineOf }: VerifyOptions,
  { id, rule }: RuleFile & { readonly rule: Rule },
  add: Add,
): void {
  const every = layer.files.flatMap(file => file.rule?.fixtures ?? []);
  if (every.length === 0) {
    add('it has no fixtures, so nothing shows what it does. Add one that exits 0, and one that does not.');
    return;
  }
  const raws = rawsOf(layer, rule.fixtures.length === 0 || isGenericId(id) ? every : rule.fixtures);
  for (const message of unhitPatterns({ rule, raws, engine: engineOf(id) })) add(message);
}

interface CasesState {
  /** Rules by the recordings that they name. */
  readonly owners: Map<string, string>;
  readonly add: Add;
}

async function checkCases(options: VerifyOptions, { id, rule }: RuleFile, { owners, add }: CasesState): Promise<void> {
  const { layer, book, rewrite } = options;
  for (const name of rule?.fixtures ?? []) {
    const folder = `${layer.folder}/fixtures/${name}`;
    const at = printable(folder, 400);
    const owner = owners.get(name);
    if (owner !== undefined) add(`rule ${owner} names this fixture already. Name it once.`, at);
    if (owner !== undefined || rule === undefined) continue;
    owners.set(name, id);
    const files = { folder, read: (file: string) => layer.fixture(`${name}/${file}`) };
    for (const message of await checkCase(files, { id, rule, book, rewrite })) add(message, at);
  }
}
