/** Every rule file against its own recordings: what it claims to know, keep and drop is shown by real output. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readHead } from '../src/classify/head.js';
import {
  type Fact,
  type Fixture,
  fixtureNames,
  lostFacts,
  type Reduced,
  readFixture,
  readOut,
  reduceFixture,
  reduceRaw,
} from '../src/dev/fixtures.js';
import { ruleFiles } from '../src/dev/gen.js';
import { findSecret } from '../src/dev/scrub.js';
import { checkRule } from '../src/rules/check.js';
import type { NamedRule, Patterns, Rule } from '../src/rules/rule.js';
import { renderText } from '../src/text/screen.js';
import { estimateTokens } from '../src/tokens/estimate.js';
import { nastyLines } from './support/nasty-lines.js';
import { projectRoot } from './support/recordings.js';

const MAX_RAW_BYTES = 300_000;
const MAX_ALL_BYTES = 8_000_000;
const MAX_PATTERN_MS = 50;
const PEEK_BYTES = 16_384;
const LARGE_LINES = 500;
/** A listing is large sooner. */
const LARGE_ROWS = 60;

const rules: readonly NamedRule[] = ruleFiles(projectRoot).map(({ id, path }) => ({
  id,
  rule: JSON.parse(readFileSync(path, 'utf8')) as Rule,
}));
/** Rules of no tool: noise that any output may hold, and programs whose output is left as it is. */
const isForTool = ({ id }: NamedRule): boolean => !id.startsWith('generic/') && !id.startsWith('files/');
const toolRules = rules.filter(isForTool);
const names = fixtureNames(projectRoot);
const fixtures = new Map<string, Fixture>(names.map(name => [name, readFixture(projectRoot, name)]));

interface NamedPattern {
  readonly key: string;
  readonly source: string;
}

const named = (at: string, patterns: Patterns | undefined): NamedPattern[] =>
  Object.entries(patterns ?? {}).map(([name, source]) => ({ key: `${at}.${name}`, source }));

/** Patterns that are asked about one line. */
function linePatterns({ rule }: NamedRule): NamedPattern[] {
  const sections = Object.entries(rule.sections ?? {}).flatMap(([name, section]) => [
    { key: `sections.${name}.start`, source: section.start },
    ...(section.end === undefined ? [] : [{ key: `sections.${name}.end`, source: section.end }]),
    ...named(`sections.${name}.drop`, section.drop),
    ...named(`sections.${name}.keep`, section.keep),
  ]);
  return [...named('drop', rule.drop), ...named('keep', rule.keep), ...named('benign', rule.benign), ...sections];
}

const signatures = ({ rule }: NamedRule): NamedPattern[] =>
  named('match.output.signatures', rule.match.output?.signatures);

const argumentPatterns = ({ rule }: NamedRule): NamedPattern[] =>
  (rule.match.command ?? []).flatMap(({ args }, index) =>
    args === undefined ? [] : [{ key: `match.command.${index}.args`, source: args }],
  );

function fixturesOf({ rule }: NamedRule): Fixture[] {
  return rule.fixtures.flatMap(name => fixtures.get(name) ?? []);
}

const factText = ({ why, parts }: Fact): string => `${why}: ${parts.join(' + ')}`;

describe.each(rules.map(rule => [rule.id, rule] as const))('rule %s', (id, namedRule) => {
  test('passes the check, and is refused with one key more at any level', () => {
    const { rule } = namedRule;
    expect(checkRule(id, rule)).toBe(rule);
    expect(() => checkRule(id, { ...rule, colour: 'red' })).toThrow(`rule ${id}: colour: unknown key`);
    expect(() => checkRule(id, { ...rule, match: { ...rule.match, text: 'x' } })).toThrow('match.text: unknown key');
  });

  test(`has no pattern that takes more than ${MAX_PATTERN_MS} ms on a line of 100 kB`, () => {
    const slow: string[] = [];
    for (const { key, source } of [
      ...linePatterns(namedRule),
      ...signatures(namedRule),
      ...argumentPatterns(namedRule),
    ]) {
      for (const [shape, line] of nastyLines(source)) {
        const ms = fastestMs(new RegExp(source, 'mu'), line);
        if (ms <= MAX_PATTERN_MS) continue;
        slow.push(`rule ${id}: ${key} takes ${Math.round(ms)} ms on 100 kB of ${shape}`);
        break;
      }
    }
    expect(slow).toEqual([]);
  });

  test('has every pattern shown by a line of its fixtures', () => {
    const shown = isForTool(namedRule) ? fixturesOf(namedRule) : [...fixtures.values()];
    const lines = shown.flatMap(({ raw }) => renderText(raw.toString('utf8')).map(({ text }) => text));
    const heads = shown.flatMap(({ raw }) => readHead(raw.subarray(0, PEEK_BYTES), raw.length <= PEEK_BYTES).lines);
    const unhit = [...unhitIn(linePatterns(namedRule), lines), ...unhitIn(signatures(namedRule), heads)].map(
      key => `rule ${id}: ${key} matches no fixture line. Add a fixture that shows it, or delete the pattern.`,
    );
    expect(unhit).toEqual([]);
  });
});

/** The best of a few tries: other work on the machine must not fail a pattern. */
function fastestMs(pattern: RegExp, line: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && best > MAX_PATTERN_MS; tries += 1) {
    const start = performance.now();
    pattern.test(line);
    best = Math.min(best, performance.now() - start);
    if (best > 20 * MAX_PATTERN_MS) break;
  }
  return best;
}

const unhitIn = (patterns: readonly NamedPattern[], lines: readonly string[]): string[] =>
  patterns
    .filter(({ source }) => {
      const pattern = new RegExp(source, 'u');
      return !lines.some(line => pattern.test(line));
    })
    .map(({ key }) => key);

describe.each(toolRules.map(rule => [rule.id, rule] as const))('fixtures of %s', (_id, rule) => {
  test('are recorded', () => {
    expect(rule.rule.fixtures.filter(name => !fixtures.has(name))).toEqual([]);
  });

  test('show a run that exits 0, one that does not, and a large one', () => {
    const exits = fixturesOf(rule).map(({ meta }) => meta.exit);
    const longest = Math.max(...fixturesOf(rule).map(({ raw }) => raw.toString('latin1').split('\n').length));
    expect(exits).toContain(0);
    expect(exits.some(exit => exit !== 0)).toBe(true);
    expect(longest).toBeGreaterThan(rule.rule.shape === 'enumeration' ? LARGE_ROWS : LARGE_LINES);
  });
});

describe('the fixtures folder', () => {
  test('has no fixture that no rule or two rules name', () => {
    expect(rules.flatMap(({ rule }) => rule.fixtures).sort()).toEqual(names);
  });

  test('holds files of a readable size', () => {
    const sizes = [...fixtures].map(([name, { raw }]) => [name, raw.length] as const);
    expect(sizes.filter(([, bytes]) => bytes > MAX_RAW_BYTES)).toEqual([]);
    expect(sizes.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeLessThan(MAX_ALL_BYTES);
  });

  test.each(names)('%s names no person, machine or secret', name => {
    const folder = join(projectRoot, 'fixtures', name);
    const text = ['raw.txt', 'meta.json', 'out.txt']
      .filter(file => existsSync(join(folder, file)))
      .map(file => readFileSync(join(folder, file), 'latin1'))
      .join('\n');
    expect(findSecret(text)).toBeUndefined();
    expect(text.match(/\/(?:home|Users)\/(?!dev\b)[\w.-]+|(?<![\w.-])\/root\/\S*/g)).toBeNull();
  });
});

const owners = new Map(toolRules.flatMap(({ id, rule }) => rule.fixtures.map(name => [name, id] as const)));

describe.each([...fixtures.values()].map(fixture => [fixture.name, fixture] as const))(
  'fixture %s',
  (name, fixture) => {
    let told: Reduced;
    let alone: Reduced;
    beforeAll(async () => {
      told = await reduceFixture(fixture);
      alone = await reduceRaw(fixture.raw, {});
    });

    test('is won by its rule, by its command', () => {
      expect(told.report.rule).toBe(owners.get(name));
    });

    test('is won by its rule, by its output alone', () => {
      expect(alone.report.rule).toBe(owners.get(name));
    });

    test('gives exactly its out.txt (after a change: npm run record -- --update, and read the difference)', () => {
      expect(told.out).toBe(readOut(projectRoot, name));
    });

    test('labels only what stands in the raw text', () => {
      expect(lostFacts(fixture.meta.facts, fixture.raw.toString('utf8')).map(factText)).toEqual([]);
      expect(fixture.meta.facts).not.toEqual([]);
    });

    test('keeps every fact, told its command or not', () => {
      expect(lostFacts(fixture.meta.facts, told.out).map(factText)).toEqual([]);
      expect(lostFacts(fixture.meta.facts, alone.out).map(factText)).toEqual([]);
    });

    test('is never longer than it was, and meets no fault', () => {
      const raw = fixture.raw.toString('utf8');
      for (const { out, warnings } of [told, alone]) {
        expect(Buffer.byteLength(out)).toBeLessThanOrEqual(fixture.raw.length);
        expect(estimateTokens(out)).toBeLessThanOrEqual(estimateTokens(raw));
        expect(warnings).toEqual([]);
      }
    });
  },
);
