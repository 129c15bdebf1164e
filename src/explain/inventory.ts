/** Every rule there is, where it comes from, and whether a run here would use it. */
import { type CustomPlaces, type CustomRun, loadLayers, readUserLayer } from '../custom/custom-rules.js';
import type { Layer } from '../custom/layer.js';
import { findRoot, type Project, readProject } from '../custom/project.js';
import { readTrust } from '../custom/trust.js';
import { builtInRules } from '../generated/rules.js';
import { type Book, loadBuiltIn, openBook } from '../rules/book.js';
import type { LoadedRule, Origin } from '../rules/rule.js';
import { printable } from '../text/printable.js';
import { matchText } from './rule-text.js';

export type RuleStatus = 'active' | 'overridden' | 'untrusted' | 'broken';

export interface RuleEntry {
  readonly id: string;
  readonly origin: Origin;
  readonly status: RuleStatus;
  readonly family?: string;
  readonly shape?: string;
  /** By what it knows its tool. */
  readonly match?: string;
  /** Of a rule that is not built in. */
  readonly file?: string;
  /** Who has a rule of the same id that is used instead. */
  readonly overriddenBy?: Origin;
  /** What is wrong with it, or not used of it, and how to mend it. */
  readonly notes: readonly string[];
}

export interface Inventory {
  /** By id; of one id, those that are used first. */
  readonly entries: readonly RuleEntry[];
  /** The project that we stand in, trusted or not. */
  readonly project: Project | undefined;
  /** The rules that a run here would ask. */
  readonly book: Book;
}

/** @throws {JuiceError} BAD_USE where the list of trusted projects is damaged. */
export async function takeInventory(places: CustomPlaces, nowMs: CustomRun['nowMs']): Promise<Inventory> {
  const root = places.cwd === undefined ? undefined : findRoot(places.cwd);
  const project = root === undefined ? undefined : readProject(root, readTrust(places.trustFile));
  const isTrusted = project?.state === 'trusted';
  const used = [...(project !== undefined && isTrusted ? [project.layer] : []), readUserLayer(places)];
  const said: string[] = [];
  const custom = await loadLayers(used, { say: message => said.push(message), nowMs });
  for (const rule of custom) rule.body(); // says what of it is not used
  const book = openBook(builtInRules, custom);
  const layers = project === undefined || isTrusted ? used : [project.layer, ...used];
  const winners = new Map(book.rules.map(rule => [rule.head.id, rule]));
  const entries = [
    ...layers.flatMap(layer =>
      layer.files.map(file => entryOf(layer, file, { winners, said, isUsed: used.includes(layer) })),
    ),
    ...loadBuiltIn(builtInRules).map(rule => builtInEntry(rule, winners)),
  ];
  return { entries: entries.sort(byId), project, book };
}

const byId = (a: RuleEntry, b: RuleEntry): number => (a.id === b.id ? 0 : a.id < b.id ? -1 : 1);

interface Known {
  readonly winners: ReadonlyMap<string, LoadedRule>;
  readonly said: readonly string[];
  readonly isUsed: boolean;
}

function entryOf({ origin }: Layer, file: Layer['files'][number], { winners, said, isUsed }: Known): RuleEntry {
  const about = { id: printable(file.id), origin, file: file.file };
  if (file.rule === undefined) return { ...about, status: 'broken', notes: [file.problem] };
  const winner = winners.get(file.id)?.origin;
  const isOverridden = isUsed && winner !== undefined && winner !== origin;
  const notes = said.filter(text => text.startsWith(`${file.file}: `)).map(text => text.slice(file.file.length + 2));
  return {
    ...about,
    status: !isUsed ? 'untrusted' : isOverridden ? 'overridden' : 'active',
    family: printable(file.rule.family),
    shape: file.rule.shape,
    match: matchText({ id: file.id, ...file.rule }),
    ...(isOverridden ? { overriddenBy: winner } : {}),
    notes: isUsed && !isOverridden ? [...new Set(notes)] : [],
  };
}

function builtInEntry({ head, origin }: LoadedRule, winners: Known['winners']): RuleEntry {
  const winner = winners.get(head.id)?.origin ?? origin;
  return {
    id: head.id,
    origin,
    status: winner === origin ? 'active' : 'overridden',
    family: head.family,
    shape: head.shape,
    match: matchText(head),
    ...(winner === origin ? {} : { overriddenBy: winner }),
    notes: [],
  };
}
