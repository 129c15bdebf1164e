/** Checks a rule file at the door: unknown keys, wrong types and bad patterns are errors that name file, key and fix. */
import { JuiceError } from '../errors.js';
import { printable } from '../text/printable.js';
import type { Rule } from './rule.js';

const SHAPES = ['verdict', 'stream', 'enumeration', 'document', 'unknown'];
const KINDS = ['diff'];
const KEYS = [
  '$schema',
  'id',
  'title',
  'family',
  'shape',
  'yields',
  'exact',
  'kind',
  'source',
  'match',
  'drop',
  'spare',
  'keep',
  'benign',
  'sections',
  'headings',
  'onFailure',
  'once',
  'fixtures',
];

/** What a fixture is called: two folders, and no way out of them. */
const FIXTURE_NAME = /^[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._-]*$/i;

/**
 * The rule in `value`.
 * @param id what its path says.
 * @param where begins the message.
 * @throws {JuiceError} BAD_RULE with the place, the key, what is wrong and what to write.
 */
export function checkRule(id: string, value: unknown, where = `rule ${id}: `): Rule {
  const rule = asRecord(where, 'the file', value);
  if (rule.id !== undefined && rule.id !== id)
    fail(where, 'id', `it is not what the path says, which is the id: ${id}. Delete the key, or move the file`);
  checkKeys(where, rule);
  // Every key was checked above; this is the one place where foreign data gets its type.
  return rule as unknown as Rule;
}

function checkKeys(where: string, rule: Record<string, unknown>): void {
  onlyKeys(where, '', rule, KEYS);
  for (const key of ['title', 'family']) asText(where, key, rule[key]);
  if (!SHAPES.includes(asText(where, 'shape', rule.shape))) fail(where, 'shape', `write one of ${SHAPES.join(', ')}`);
  if (rule.yields !== undefined) {
    asTexts(where, 'yields', rule.yields);
    for (const shape of rule.yields as string[])
      if (!SHAPES.includes(shape)) fail(where, 'yields', `write some of ${SHAPES.join(', ')}`);
  }
  if (rule.exact !== undefined && typeof rule.exact !== 'boolean') fail(where, 'exact', 'write true or false');
  if (rule.kind !== undefined) checkKind(where, rule);
  asTexts(where, 'source', rule.source);
  asTexts(where, 'fixtures', rule.fixtures);
  for (const name of rule.fixtures as string[])
    if (!FIXTURE_NAME.test(name))
      fail(where, 'fixtures', `write names of the form tool/case, not "${printable(name)}"`);
  checkMatch(where, asRecord(where, 'match', rule.match));
  for (const key of ['drop', 'keep', 'benign', 'headings']) checkPatterns(where, key, rule[key]);
  if (rule.spare !== undefined && !Number.isInteger(rule.spare)) fail(where, 'spare', 'write a whole number');
  if (rule.sections !== undefined) {
    for (const [name, section] of Object.entries(asRecord(where, 'sections', rule.sections)))
      checkSection(where, `sections.${name}`, section);
  }
  for (const key of ['onFailure', 'once'])
    if (rule[key] !== undefined) checkOnSeen(where, key, asRecord(where, key, rule[key]));
}

function checkKind(where: string, { kind, shape }: Record<string, unknown>): void {
  if (!KINDS.includes(asText(where, 'kind', kind))) fail(where, 'kind', `write one of ${KINDS.join(', ')}`);
  if (shape !== 'document' && shape !== 'verdict')
    fail(where, 'kind', 'only documents and verdicts have one. Delete the key, or write shape "document"');
}

function checkOnSeen(where: string, at: string, onSeen: Record<string, unknown>): void {
  onlyKeys(where, at, onSeen, ['seen', 'drop']);
  for (const key of ['seen', 'drop']) {
    if (onSeen[key] === undefined) fail(where, `${at}.${key}`, 'give at least one pattern');
    checkPatterns(where, `${at}.${key}`, onSeen[key]);
  }
}

function checkMatch(where: string, match: Record<string, unknown>): void {
  onlyKeys(where, 'match', match, ['command', 'output']);
  if (match.command === undefined && match.output === undefined) fail(where, 'match', 'give command or output');
  if (match.command !== undefined) {
    if (!Array.isArray(match.command)) fail(where, 'match.command', 'write a list');
    for (const entry of match.command as unknown[]) {
      const command = asRecord(where, 'match.command', entry);
      onlyKeys(where, 'match.command', command, ['program', 'args']);
      asTexts(where, 'match.command.program', command.program);
      if (command.args !== undefined) checkPattern(where, 'match.command.args', command.args);
    }
  }
  if (match.output === undefined) return;
  const output = asRecord(where, 'match.output', match.output);
  onlyKeys(where, 'match.output', output, ['signatures', 'atLeast']);
  if (output.signatures === undefined) fail(where, 'match.output.signatures', 'give at least one pattern');
  checkPatterns(where, 'match.output.signatures', output.signatures);
  const atLeast = output.atLeast;
  if (atLeast !== undefined && !Number.isInteger(atLeast)) fail(where, 'match.output.atLeast', 'write a whole number');
}

function checkSection(where: string, key: string, value: unknown): void {
  const section = asRecord(where, key, value);
  onlyKeys(where, key, section, ['start', 'end', 'inside', 'drop', 'keep']);
  checkPattern(where, `${key}.start`, section.start);
  for (const name of ['end', 'inside'])
    if (section[name] !== undefined) checkPattern(where, `${key}.${name}`, section[name]);
  for (const name of ['drop', 'keep']) checkPatterns(where, `${key}.${name}`, section[name]);
}

function checkPatterns(where: string, key: string, value: unknown): void {
  if (value === undefined) return;
  for (const [name, pattern] of Object.entries(asRecord(where, key, value)))
    checkPattern(where, `${key}.${name}`, pattern);
}

function checkPattern(where: string, key: string, value: unknown): void {
  const text = asText(where, key, value);
  try {
    new RegExp(text, 'u');
  } catch (error) {
    throw new JuiceError(
      'BAD_RULE',
      `${where}${printable(key)}: "${printable(text)}" is no pattern: ${reasonOf(error)}. Mend it.`,
      {
        cause: error,
      },
    );
  }
}

function asRecord(where: string, key: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(where, key, 'write an object');
  return value as Record<string, unknown>;
}

function asText(where: string, key: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') fail(where, key, 'write a text');
  return value as string;
}

function asTexts(where: string, key: string, value: unknown): void {
  if (!Array.isArray(value) || value.some(each => typeof each !== 'string')) fail(where, key, 'write a list of texts');
}

function onlyKeys(where: string, at: string, record: Record<string, unknown>, keys: readonly string[]): void {
  for (const key of Object.keys(record)) {
    if (!keys.includes(key)) fail(where, at === '' ? key : `${at}.${key}`, `unknown key; known are ${keys.join(', ')}`);
  }
}

function fail(where: string, key: string, advice: string): never {
  throw new JuiceError('BAD_RULE', `${where}${printable(key)}: ${advice}.`);
}

/** V8 repeats the pattern before it says what is wrong with it. */
const reasonOf = (error: unknown): string =>
  printable(error instanceof Error ? (error.message.split(': ').at(-1) ?? '') : '');
