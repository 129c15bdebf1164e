/** A rule's patterns, ready to test lines with. */
import type { LoadedRule, PatternEngine, Patterns, RuleOnFailure, RuleSection } from './rule.js';

export interface CompiledPattern {
  readonly name: string;
  /** So many lines are spared before others are dropped. */
  readonly spare: number;
  /** To be joined with others; not for patterns that another engine runs. */
  readonly source: string | undefined;
  test(text: string): boolean;
}

/** A block of a tool's output with patterns of its own. */
export interface CompiledSection {
  readonly name: string;
  readonly start: CompiledPattern;
  /** Ends before the line that matches; without it, the section lasts until another one starts. */
  readonly end: CompiledPattern | undefined;
  /** Stands in no other part of the output. */
  readonly inside: CompiledPattern | undefined;
  readonly drop: readonly CompiledPattern[];
  readonly keep: readonly CompiledPattern[];
}

/** What is noise once the run has failed, or has shown something else. */
export interface CompiledOnFailure {
  readonly seen: readonly CompiledPattern[];
  readonly drop: readonly CompiledPattern[];
  /** Totals of what passed may go. */
  readonly canDropTotals: boolean;
}

/** Patterns of a rule, in order: the first that matches is named as the reason. */
export interface CompiledRule {
  readonly id: string;
  readonly drop: readonly CompiledPattern[];
  readonly keep: readonly CompiledPattern[];
  readonly benign: readonly CompiledPattern[];
  readonly sections: readonly CompiledSection[];
  /** What only heads other lines. */
  readonly headings: readonly CompiledPattern[];
  /** What the run has shown makes noise of more: that it has failed, or that there is more than nothing. */
  readonly onFailure: readonly CompiledOnFailure[];
}

/** Patterns look at this much of a line: what a rule knows stands at its beginning. */
const MAX_TESTED_CHARS = 4_096;

const testedPart = (text: string): string => (text.length > MAX_TESTED_CHARS ? text.slice(0, MAX_TESTED_CHARS) : text);

/** Fewer patterns are asked one by one. */
const MIN_JOINED = 2;

/** What a pattern says of its own groups means others once it is joined with others. */
const REFERS = /\\[1-9k]|\(\?<[A-Za-z]/;

/** Runs patterns as V8 does: for rules whose patterns were tried on the worst of inputs. */
export const backtracking: PatternEngine = {
  compile(source, flags) {
    const key = `${flags}/${source}`;
    const known = compiled.get(key) ?? new RegExp(source, flags);
    compiled.set(key, known);
    return known;
  },
};

/** Built-in patterns alone, so there are only so many; a process that answers many requests compiles each once. */
const compiled = new Map<string, RegExp>();

/** Compiles the patterns of a checked rule. Only the matched rule of a run is compiled. */
export function compileRule(loaded: LoadedRule): CompiledRule {
  const { head, engine } = loaded;
  const rule = loaded.body();
  const pattern = (name: string, source: string, spare = 0): CompiledPattern => {
    const tester = engine.compile(source, 'u');
    return {
      name,
      spare,
      source: engine === backtracking && !REFERS.test(source) ? source : undefined,
      test: text => tester.test(testedPart(text)),
    };
  };
  const all = (patterns: Patterns | undefined, spare = 0): readonly CompiledPattern[] =>
    Object.entries(patterns ?? {}).map(([name, source]) => pattern(name, source, spare));
  const section = ([name, { start, end, inside, drop, keep }]: readonly [string, RuleSection]): CompiledSection => ({
    name,
    start: pattern('start', start),
    end: end === undefined ? undefined : pattern('end', end),
    inside: inside === undefined ? undefined : pattern('inside', inside),
    drop: all(drop),
    keep: all(keep),
  });
  const onFailure = ({ seen, drop }: RuleOnFailure): CompiledOnFailure => ({
    seen: all(seen),
    drop: all(drop),
    canDropTotals: loaded.origin === 'built-in',
  });
  return {
    id: head.id,
    drop: all(rule.drop, rule.spare),
    keep: all(rule.keep),
    benign: all(rule.benign).map(each => onlyShown(each, loaded)),
    sections: Object.entries(rule.sections ?? {}).map(section),
    headings: all(rule.headings),
    onFailure: [rule.onFailure, rule.once].filter(each => each !== undefined).map(onFailure),
  };
}

const onlyShown = (pattern: CompiledPattern, { isShownBenign }: LoadedRule): CompiledPattern =>
  isShownBenign === undefined ? pattern : { ...pattern, test: text => pattern.test(text) && isShownBenign(text) };

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
    headings: rules.flatMap(rule => rule.headings),
    onFailure: rules.flatMap(rule => rule.onFailure),
  };
}

/** Finds the first of some patterns that fits a text; mostly none does, which one question then tells. */
export interface Finder {
  find(text: string): CompiledPattern | undefined;
}

/** Joins patterns, of which there is at least one, into a finder. */
export function finderOf(patterns: readonly CompiledPattern[]): Finder {
  const sources = patterns.map(({ source }) => source);
  const find = (text: string): CompiledPattern | undefined => patterns.find(pattern => pattern.test(text));
  if (patterns.length < MIN_JOINED || sources.includes(undefined)) return { find };
  const any = new RegExp(sources.map(source => `(?:${source})`).join('|'), 'u');
  return { find: text => (any.test(testedPart(text)) ? find(text) : undefined) };
}
