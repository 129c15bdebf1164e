/** The rules of a layer made ready to be asked: in linear time, and with nothing in them that could hide an error. */
import { linePatterns } from '../rules/patterns.js';
import {
  bodyOf,
  headOf,
  type LoadedRule,
  type Origin,
  type PatternEngine,
  type Patterns,
  type Rule,
  type RuleBody,
  type Tester,
} from '../rules/rule.js';
import { printable } from '../text/printable.js';
import { fitsAnyLine } from './any-line.js';
import type { Layer } from './layer.js';
import type { LinearPattern } from './linear.js';
import { literalOf } from './literal.js';
import type { Meter } from './meter.js';
import { openEvidence, type ShownBenign, shownBenign } from './shown-benign.js';

export type CompileLinear = (source: string, flags: 'u' | 'mu') => LinearPattern;

export interface LoadOptions {
  readonly compile: CompileLinear;
  /** Of all rules of the run. */
  readonly meter: Meter;
  /** Takes one line: what of a rule is left out, and how to mend it. */
  say(message: string): void;
}

/** A rule that is not built in. */
export interface CustomRule extends LoadedRule {
  readonly title: string;
  readonly file: string;
  /** Lines that look like errors and that the rule may drop, as its recordings show them. */
  benignLines(): readonly string[];
}

/** Work for each character: of one pattern, and of all that are asked about a line. */
const MAX_PATTERN_STEPS = 500;
const MAX_RULE_STEPS = 20_000;

/** The usable rules of a layer. What is wrong with the others is said. */
export function loadLayer(layer: Layer, { compile, meter, say }: LoadOptions): readonly CustomRule[] {
  const evidenceIn = openEvidence(fixture => layer.fixture(`${fixture}/raw.txt`));
  return layer.files.flatMap(({ id, file, rule, problem }) => {
    if (rule !== undefined)
      return [
        loadRule(layer.origin, {
          id,
          file,
          rule,
          compile,
          meter,
          evidenceIn,
          say: message => say(`${file}: ${message}`),
        }),
      ];
    say(`${file}: ${problem} This rule is left out.`);
    return [];
  });
}

/** A rule that is checked, and what it takes to load it. */
interface Loading extends LoadOptions {
  readonly id: string;
  readonly file: string;
  readonly rule: Rule;
  /** Lines of a recording that look like errors. */
  evidenceIn(fixture: string): readonly string[];
}

function loadRule(origin: Origin, loading: Loading): CustomRule {
  const { id, file, rule } = loading;
  const engine = openEngine(loading);
  let shown: ShownBenign | undefined;
  const benign = (): ShownBenign => {
    shown ??= shownBenign(rule, engine, loading.evidenceIn);
    return shown;
  };
  let body: RuleBody | undefined;
  return {
    title: rule.title,
    file,
    head: { ...headOf(id, rule), needs: needsOf(rule.match.output?.signatures) },
    origin,
    engine,
    body() {
      body ??= usableBody(loading, engine, benign);
      return body;
    },
    isShownBenign: text => benign().shows(text),
    benignLines: () => benign().lines,
  };
}

/** Most texts are of other tools: then no pattern of this one need be compiled. */
function needsOf(signatures: Patterns | undefined): Readonly<Record<string, readonly string[]>> {
  const needs = Object.entries(signatures ?? {}).map(([name, source]) => [name, literalOf(source)] as const);
  return Object.fromEntries(needs.flatMap(([name, literal]) => (literal === undefined ? [] : [[name, [literal]]])));
}

const NEVER: Tester = { test: () => false };

/** A pattern that cannot be run matches nothing, and is told once; so do all when their time is spent. */
function openEngine({ compile, meter, say }: LoadOptions): PatternEngine {
  const known = new Map<string, Tester>();
  const attempt = (source: string, flags: 'u' | 'mu'): Tester => {
    if (meter.isSpent) return NEVER;
    try {
      const pattern = meter.run('', () => compileBounded(compile, source, flags));
      return { test: text => !meter.isSpent && meter.run(text, () => pattern.test(text)) };
    } catch (error) {
      say(`"${printable(source)}": ${messageOf(error)} It is left out.`);
      return NEVER;
    }
  };
  return {
    compile(source, flags) {
      const key = `${flags} ${source}`;
      const pattern = known.get(key) ?? attempt(source, flags);
      known.set(key, pattern);
      return pattern;
    },
  };
}

/** @throws {Error} what is wrong, and what to do. */
function compileBounded(compile: CompileLinear, source: string, flags: 'u' | 'mu'): LinearPattern {
  const pattern = compile(source, flags);
  if (pattern.steps > MAX_PATTERN_STEPS)
    throw new Error(`it takes ${pattern.steps} steps a character; ${MAX_PATTERN_STEPS} are allowed. Repeat less.`);
  return pattern;
}

const messageOf = (error: unknown): string => printable(error instanceof Error ? error.message : String(error));

/** What of a rule's body may be used. Nothing of it where a pattern cannot be run: what it would keep might be dropped. */
function usableBody(loading: Loading, engine: PatternEngine, benign: () => ShownBenign): RuleBody {
  const { rule, compile, meter, say } = loading;
  let steps = 0;
  for (const { key, source } of linePatterns(rule)) {
    if (meter.isSpent) return {};
    try {
      steps += meter.run('', () => compileBounded(compile, source, 'u')).steps;
    } catch (error) {
      say(`${printable(key)}: ${messageOf(error)} Until it is mended this rule drops nothing.`);
      return {};
    }
  }
  if (steps > MAX_RULE_STEPS) {
    say(`its patterns take ${steps} steps a character; ${MAX_RULE_STEPS} are allowed. Until then it drops nothing.`);
    return {};
  }
  const fitsAny = (source: string): boolean => fitsAnyLine(engine.compile(source, 'u'));
  const dropOf = (key: string, patterns: Patterns | undefined): Patterns =>
    only(patterns, (name, source) => {
      if (!fitsAny(source)) return true;
      say(`${printable(`${key}.${name}`)}: it fits nearly any line, so it is not used. Name the noise that it is for.`);
      return false;
    });
  const sections = Object.entries(rule.sections ?? {}).map(([name, section]) => {
    const isAll = fitsAny(section.start);
    return [name, isAll ? { ...section, drop: dropOf(`sections.${name}.drop`, section.drop) } : section] as const;
  });
  const shown = rule.benign === undefined ? undefined : benign();
  return {
    ...bodyOf(rule),
    drop: dropOf('drop', rule.drop),
    sections: Object.fromEntries(sections),
    headings: dropOf('headings', rule.headings),
    ...(rule.onFailure === undefined
      ? {}
      : { onFailure: { ...rule.onFailure, drop: dropOf('onFailure.drop', rule.onFailure.drop) } }),
    ...(rule.once === undefined ? {} : { once: { ...rule.once, drop: dropOf('once.drop', rule.once.drop) } }),
    benign: only(rule.benign, name => {
      if (shown?.names.has(name)) return true;
      say(`benign.${printable(name)}: no recording among its fixtures shows it, so it is not used. Add one.`);
      return false;
    }),
  };
}

const only = (patterns: Patterns | undefined, isWanted: (name: string, source: string) => boolean): Patterns =>
  Object.fromEntries(Object.entries(patterns ?? {}).filter(([name, source]) => isWanted(name, source)));
