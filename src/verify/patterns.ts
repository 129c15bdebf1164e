/** What is wrong with a rule's patterns: by themselves, and beside what its recordings show. */
import { readHead } from '../classify/head.js';
import { allPatterns, type KeyedPattern, linePatterns, signaturePatterns } from '../rules/patterns.js';
import type { PatternEngine, Rule } from '../rules/rule.js';
import { HEAD_SIZE } from '../text/head.js';
import { printable } from '../text/printable.js';
import { renderText } from '../text/screen.js';
import { evidenceOf } from '../text/severity.js';
import { findSlowness } from './worst-case.js';

/** Lines that no rule may drop: what tools write where something broke. */
const ERROR_LINES: readonly string[] = [
  'error: could not compile `shop` due to 2 previous errors',
  'Error: connect ECONNREFUSED 127.0.0.1:5432',
  'ERROR: the disk is full',
  '[ERROR] Failed to execute goal on project shop',
  '2026-11-21 10:00:00,123 ERROR db.pool: connection 7 refused',
  'error[E0308]: mismatched types',
  'src/height.ts:3:49 - error TS2322: Type string is not assignable to type number.',
  'src/main.c:4:12: error: expected expression',
  'Traceback (most recent call last):',
  'ValueError: invalid literal for int() with base 10',
  'FAILED tests/test_a.py::test_total - assert 3 == 4',
  'FAIL test/height.test.ts > adds',
  '--- FAIL: TestTotal (0.00s)',
  'not ok 3 - adds two numbers',
  'panic: runtime error: index out of range [3] with length 3',
  'Exception in thread "main" java.lang.IllegalStateException: closed',
  'npm ERR! code ELIFECYCLE',
  'fatal: not a git repository',
];

/** More than this of one rule are not looked for: each takes some seconds. */
const MAX_SLOW = 3;

/** Each as a sentence that begins with the key. */
export function slowPatterns(rule: Rule): readonly string[] {
  let found = 0;
  return allPatterns(rule).flatMap(({ key, source }) => {
    const slow = found < MAX_SLOW ? findSlowness(source) : undefined;
    if (slow === undefined) return [];
    found += 1;
    const line = `${slow.chars} characters of ${printable(slow.shape, 60)}`;
    return [
      `${printable(key)} takes ${Math.round(slow.ms)} ms on ${line}. Let nothing repeat what repeats, and anchor it with ^.`,
    ];
  });
}

/** A rule beside its recordings. */
export interface Shown {
  readonly rule: Rule;
  readonly raws: readonly Buffer[];
  /** What runs its patterns. */
  readonly engine: PatternEngine;
}

/** Patterns that no recording shows. */
export function unhitPatterns({ rule, raws, engine }: Shown): readonly string[] {
  const lines = raws.flatMap(linesOf);
  const heads = raws.flatMap(raw => readHead(raw.subarray(0, HEAD_SIZE), raw.length <= HEAD_SIZE).lines);
  const unhit = (patterns: readonly KeyedPattern[], shown: readonly string[]): readonly KeyedPattern[] =>
    patterns.filter(({ source }) => {
      const pattern = engine.compile(source, 'u');
      return !shown.some(line => pattern.test(line));
    });
  return [...unhit(linePatterns(rule), lines), ...unhit(signaturePatterns(rule), heads)].map(
    ({ key }) => `${printable(key)} matches no fixture line. Add a fixture that shows it, or delete the pattern.`,
  );
}

const linesOf = (raw: Buffer): readonly string[] => renderText(raw.toString('utf8')).map(({ text }) => text);

/** Patterns of `drop` that are made for error lines: such as tools commonly write, or most of what they fit in recordings. */
export function droppedErrors({ rule, raws, engine }: Shown): readonly string[] {
  const lines = raws.flatMap(linesOf);
  const stays = patternsUnder(rule, ['keep', 'benign']).map(({ source }) => engine.compile(source, 'u'));
  const isOpen = (line: string): boolean => !stays.some(pattern => pattern.test(line));
  return Object.entries(rule.drop ?? {}).flatMap(([name, source]) => {
    const pattern = engine.compile(source, 'u');
    const hits = lines.filter(line => pattern.test(line));
    const errors = hits.filter(line => evidenceOf(line) === 'error' && isOpen(line));
    const common = ERROR_LINES.find(line => pattern.test(line) && isOpen(line));
    const line = common ?? (errors.length > hits.length / 2 ? errors[0] : undefined);
    return line === undefined
      ? []
      : [`${printable(`drop.${name}`)} drops an error line: ${JSON.stringify(printable(line))}. ${ERROR_ADVICE}`];
  });
}

const ERROR_ADVICE =
  'Errors stay all the same: make the pattern narrower, or show in a fixture and under benign that it is none.';

/** Of the rule itself and of its sections. */
const patternsUnder = (rule: Rule, kinds: readonly string[]): readonly KeyedPattern[] =>
  linePatterns(rule).filter(({ key }) => {
    const [first = '', , third] = key.split('.');
    return kinds.includes(first === 'sections' ? (third ?? '') : first);
  });
