/** A rule's patterns, ready to test lines with. */
import type { NamedRule, Patterns, RuleSection } from './rule.js';

export interface CompiledPattern {
  readonly name: string;
  /** So many lines are spared before others are dropped. */
  readonly spare: number;
  test(text: string): boolean;
}

/** A block of a tool's output with patterns of its own. */
export interface CompiledSection {
  readonly name: string;
  readonly start: CompiledPattern;
  /** Ends before the line that matches; without it, the section lasts until another one starts. */
  readonly end: CompiledPattern | undefined;
  readonly drop: readonly CompiledPattern[];
  readonly keep: readonly CompiledPattern[];
}

/** Patterns of a rule, in order: the first that matches is named as the reason. */
export interface CompiledRule {
  readonly id: string;
  readonly drop: readonly CompiledPattern[];
  readonly keep: readonly CompiledPattern[];
  readonly benign: readonly CompiledPattern[];
  readonly sections: readonly CompiledSection[];
}

/** Patterns look at this much of a line: what a rule knows stands at its beginning. */
const MAX_TESTED_CHARS = 4_096;

const compilePattern = (name: string, source: string, spare = 0): CompiledPattern => {
  const pattern = new RegExp(source, 'u');
  return {
    name,
    spare,
    test: text => pattern.test(text.length > MAX_TESTED_CHARS ? text.slice(0, MAX_TESTED_CHARS) : text),
  };
};

const compilePatterns = (patterns: Patterns | undefined, spare = 0): readonly CompiledPattern[] =>
  Object.entries(patterns ?? {}).map(([name, source]) => compilePattern(name, source, spare));

const compileSection = ([name, section]: readonly [string, RuleSection]): CompiledSection => ({
  name,
  start: compilePattern('start', section.start),
  end: section.end === undefined ? undefined : compilePattern('end', section.end),
  drop: compilePatterns(section.drop),
  keep: compilePatterns(section.keep),
});

/** Compiles the patterns of a checked rule. Only the matched rule of a run is compiled. */
export function compileRule({ id, rule }: NamedRule): CompiledRule {
  return {
    id,
    drop: compilePatterns(rule.drop, rule.spare),
    keep: compilePatterns(rule.keep),
    benign: compilePatterns(rule.benign),
    sections: Object.entries(rule.sections ?? {}).map(compileSection),
  };
}

/** Joins several rules into one set of patterns: the first is asked first. */
export function joinRules(rules: readonly CompiledRule[]): CompiledRule | undefined {
  const first = rules[0];
  if (first === undefined || rules.length === 1) return first;
  return {
    id: first.id,
    drop: rules.flatMap(rule => rule.drop),
    keep: rules.flatMap(rule => rule.keep),
    benign: rules.flatMap(rule => rule.benign),
    sections: rules.flatMap(rule => rule.sections),
  };
}
