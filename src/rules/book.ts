/** The rules of one run: found by command or output, read whole and compiled only once matched. */

import type { DocumentKind, Shape } from '../line.js';
import { backtracking, type CompiledRule, compileRule, joinRules } from './compile.js';
import { matchCommand, matchOutput, type RuleMatch, type SimpleCommand } from './match.js';
import type { LoadedRule, RuleBody, RuleHead } from './rule.js';

export interface BookRule {
  readonly id: string;
  readonly family: string;
  readonly shape: Shape;
  readonly confidence: number;
  readonly why: string;
  readonly yields: readonly Shape[];
  readonly isExact: boolean;
  /** What the tool prints, where that is a document of which something may be left out. */
  readonly kind: DocumentKind | undefined;
  readonly loaded: LoadedRule;
}

export interface Book {
  /** Every rule that a run may ask; a later one of the same id stands for the earlier one. */
  readonly rules: readonly LoadedRule[];
  byCommand(command: SimpleCommand): BookRule | undefined;
  /** The rules that the text shows, the surest first: several tools may have spoken. */
  byOutput(text: string): readonly BookRule[];
  /** The first rule of a tool that prints such documents. */
  byKind(kind: DocumentKind): BookRule | undefined;
  /** The patterns of all these rules in one, with those of the generic rules behind them. */
  compile(rules: readonly BookRule[], shape: Shape): CompiledRule | undefined;
}

/** The built-in rules as JSON, as `dev/gen.ts` wrote them. */
export interface BuiltInRules {
  /** All heads. */
  readonly heads: string;
  /** Bodies by id. */
  readonly bodies: Readonly<Record<string, string>>;
}

/** Rules of this folder match no tool: they hold the named noise that any output may have. */
const GENERIC = 'generic/';

/** Whether a rule belongs to no tool: its patterns stand behind those of the matched rule, or alone. */
export const isGenericId = (id: string): boolean => id.startsWith(GENERIC);

const isGeneric = ({ head }: LoadedRule): boolean => isGenericId(head.id);

/** @param custom rules that go before the built-in ones, and replace those of the same id. */
export function openBook(builtIn: BuiltInRules, custom: readonly LoadedRule[] = []): Book {
  let all: readonly LoadedRule[] | undefined;
  return bookOf(() => {
    all ??= joinLayers(custom, loadBuiltIn(builtIn));
    return all;
  });
}

/** @param rules asked when first needed; those of a tool in the order in which they go before each other. */
export function bookOf(rules: () => readonly LoadedRule[]): Book {
  let toolRules: readonly LoadedRule[] | undefined;
  const tools = (): readonly LoadedRule[] => {
    toolRules ??= rules().filter(rule => !isGeneric(rule));
    return toolRules;
  };
  /** By ids. Patterns that a run may only ask for so long are compiled for each run. */
  const compiled = new Map<string, CompiledRule | undefined>();
  return {
    get rules() {
      return rules();
    },
    byCommand(command) {
      const match = matchCommand(tools(), command)[0];
      return match === undefined ? undefined : found(match, `command ${command.program}`);
    },
    byOutput(text) {
      return matchOutput(tools(), text).map(match => found(match, `output shows ${match.seen.join(', ')}`));
    },
    byKind(kind) {
      const rule = tools().find(({ head }) => head.kind === kind && head.shape === 'document');
      if (rule === undefined) return undefined;
      return found({ rule, by: 'output', confidence: 0.9, seen: [kind] }, `output is a ${kind}`);
    },
    compile(matched, shape) {
      if (shape === 'document') return undefined;
      const generic = shape === 'enumeration' ? [] : rules().filter(isGeneric);
      const wanted = [...matched.map(({ loaded }) => loaded), ...generic];
      if (wanted.some(({ engine }) => engine !== backtracking)) return joinRules(wanted.map(compileRule));
      const ids = wanted.map(({ head }) => head.id).join(' ');
      if (!compiled.has(ids)) compiled.set(ids, joinRules(wanted.map(compileRule)));
      return compiled.get(ids);
    },
  };
}

/** The built-in rules. Parses their heads, and of their bodies those that are asked for. */
export function loadBuiltIn({ heads, bodies }: BuiltInRules): readonly LoadedRule[] {
  return (JSON.parse(heads) as readonly RuleHead[]).map(head => ({
    head,
    origin: 'built-in',
    engine: backtracking,
    body: () => JSON.parse(bodies[head.id] ?? '{}') as RuleBody,
  }));
}

function joinLayers(custom: readonly LoadedRule[], builtIn: readonly LoadedRule[]): readonly LoadedRule[] {
  if (custom.length === 0) return builtIn;
  const replaced = new Set(custom.map(({ head }) => head.id));
  return [...custom, ...builtIn.filter(({ head }) => !replaced.has(head.id))];
}

const found = ({ rule, confidence }: RuleMatch, why: string): BookRule => ({
  id: rule.head.id,
  family: rule.head.family,
  shape: rule.head.shape,
  confidence,
  why: `${rule.origin === 'built-in' ? '' : `${rule.origin} `}rule ${rule.head.id}: ${why}`,
  yields: rule.head.yields ?? [],
  isExact: rule.head.exact === true,
  kind: rule.head.kind,
  loaded: rule,
});
