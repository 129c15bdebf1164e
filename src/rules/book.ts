/** The rules of one run: found by command or output, compiled only once matched. */

import type { Shape } from '../line.js';
import { type CompiledRule, compileRule, joinRules } from './compile.js';
import { matchCommand, matchOutput, type RuleMatch, type SimpleCommand } from './match.js';
import type { NamedRule } from './rule.js';

export interface BookRule {
  readonly id: string;
  readonly family: string;
  readonly shape: Shape;
  readonly confidence: number;
  readonly why: string;
  readonly yields: readonly Shape[];
  readonly named: NamedRule;
}

export interface Book {
  byCommand(command: SimpleCommand): BookRule | undefined;
  byOutput(text: string): BookRule | undefined;
  /** The patterns of a rule with those of the generic rule of its shape behind them. */
  compile(rule: BookRule | undefined, shape: Shape): CompiledRule | undefined;
}

/** Rules of this folder match no tool: they hold the named noise that any output may have. */
const GENERIC = 'generic/';

/** @param json text of all built-in rules, as `dev/gen.ts` wrote it. */
export function openBook(json: string): Book {
  let all: readonly NamedRule[] | undefined;
  const rules = (): readonly NamedRule[] => {
    all ??= JSON.parse(json) as readonly NamedRule[];
    return all;
  };
  const isGeneric = (rule: NamedRule): boolean => rule.id.startsWith(GENERIC);
  const tools = (): readonly NamedRule[] => rules().filter(rule => !isGeneric(rule));
  return {
    byCommand(command) {
      const match = matchCommand(tools(), command)[0];
      return match === undefined ? undefined : found(match, `command ${command.program}`);
    },
    byOutput(text) {
      const match = matchOutput(tools(), text);
      return match === undefined ? undefined : found(match, `output shows ${match.seen.join(', ')}`);
    },
    compile(rule, shape) {
      if (shape === 'document') return undefined;
      const generic = shape === 'enumeration' ? [] : rules().filter(isGeneric);
      return joinRules([...(rule === undefined ? [] : [rule.named]), ...generic].map(compileRule));
    },
  };
}

const found = (match: RuleMatch, why: string): BookRule => ({
  id: match.rule.id,
  family: match.rule.rule.family,
  shape: match.rule.rule.shape,
  confidence: match.confidence,
  why: `rule ${match.rule.id}: ${why}`,
  yields: match.rule.rule.yields ?? [],
  named: match.rule,
});
