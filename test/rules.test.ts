/** Every rule file against its own recordings: what it claims to know, keep and drop is shown by real output. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { ruleFiles } from '../src/dev/gen.js';
import { findSecret } from '../src/dev/scrub.js';
import { checkRule } from '../src/rules/check.js';
import { backtracking } from '../src/rules/compile.js';
import type { NamedRule, Rule } from '../src/rules/rule.js';
import { estimateTokens } from '../src/tokens/estimate.js';
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
} from '../src/verify/fixtures.js';
import { droppedErrors, slowPatterns, unhitPatterns } from '../src/verify/patterns.js';
import { MAX_PATTERN_MS } from '../src/verify/worst-case.js';
import { projectRoot } from './support/project.js';

const MAX_RAW_BYTES = 300_000;
const MAX_ALL_BYTES = 8_000_000;
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
    expect(slowPatterns(namedRule.rule)).toEqual([]);
  });

  test('drops nothing that is made of error lines', () => {
    const raws = fixturesOf(namedRule).map(({ raw }) => raw);
    expect(droppedErrors({ rule: namedRule.rule, raws, engine: backtracking })).toEqual([]);
  });

  test('has every pattern shown by a line of its fixtures', () => {
    const shown = isForTool(namedRule) ? fixturesOf(namedRule) : [...fixtures.values()];
    const unhit = unhitPatterns({ rule: namedRule.rule, raws: shown.map(({ raw }) => raw), engine: backtracking });
    expect(unhit).toEqual([]);
  });
});

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
