/** Checks a rule file at the door: unknown keys, wrong types and bad patterns are errors that name file, key and fix. */
import { JuiceError } from '../errors.js';
import type { Rule } from './rule.js';

const SHAPES = ['verdict', 'stream', 'enumeration', 'document', 'unknown'];
const KEYS = [
  '$schema',
  'title',
  'family',
  'shape',
  'yields',
  'source',
  'match',
  'drop',
  'spare',
  'keep',
  'benign',
  'sections',
  'fixtures',
];

/**
 * The rule in `value`.
 * @throws {JuiceError} BAD_RULE with the rule's id, the key, what is wrong and what to write.
 */
export function checkRule(id: string, value: unknown): Rule {
  const rule = asRecord(id, 'the file', value);
  onlyKeys(id, '', rule, KEYS);
  for (const key of ['title', 'family']) asText(id, key, rule[key]);
  if (!SHAPES.includes(asText(id, 'shape', rule.shape))) fail(id, 'shape', `write one of ${SHAPES.join(', ')}`);
  if (rule.yields !== undefined) {
    asTexts(id, 'yields', rule.yields);
    for (const shape of rule.yields as string[])
      if (!SHAPES.includes(shape)) fail(id, 'yields', `write some of ${SHAPES.join(', ')}`);
  }
  asTexts(id, 'source', rule.source);
  asTexts(id, 'fixtures', rule.fixtures);
  checkMatch(id, asRecord(id, 'match', rule.match));
  for (const key of ['drop', 'keep', 'benign']) checkPatterns(id, key, rule[key]);
  if (rule.spare !== undefined && !Number.isInteger(rule.spare)) fail(id, 'spare', 'write a whole number');
  if (rule.sections !== undefined) {
    for (const [name, section] of Object.entries(asRecord(id, 'sections', rule.sections)))
      checkSection(id, `sections.${name}`, section);
  }
  // Every key was checked above; this is the one place where foreign data gets its type.
  return rule as unknown as Rule;
}

function checkMatch(id: string, match: Record<string, unknown>): void {
  onlyKeys(id, 'match', match, ['command', 'output']);
  if (match.command === undefined && match.output === undefined) fail(id, 'match', 'give command or output');
  if (match.command !== undefined) {
    if (!Array.isArray(match.command)) fail(id, 'match.command', 'write a list');
    for (const entry of match.command as unknown[]) {
      const command = asRecord(id, 'match.command', entry);
      onlyKeys(id, 'match.command', command, ['program', 'args']);
      asTexts(id, 'match.command.program', command.program);
      if (command.args !== undefined) checkPattern(id, 'match.command.args', command.args);
    }
  }
  if (match.output === undefined) return;
  const output = asRecord(id, 'match.output', match.output);
  onlyKeys(id, 'match.output', output, ['signatures', 'atLeast']);
  if (output.signatures === undefined) fail(id, 'match.output.signatures', 'give at least one pattern');
  checkPatterns(id, 'match.output.signatures', output.signatures);
  const atLeast = output.atLeast;
  if (atLeast !== undefined && !Number.isInteger(atLeast)) fail(id, 'match.output.atLeast', 'write a whole number');
}

function checkSection(id: string, key: string, value: unknown): void {
  const section = asRecord(id, key, value);
  onlyKeys(id, key, section, ['start', 'end', 'drop', 'keep']);
  checkPattern(id, `${key}.start`, section.start);
  if (section.end !== undefined) checkPattern(id, `${key}.end`, section.end);
  for (const name of ['drop', 'keep']) checkPatterns(id, `${key}.${name}`, section[name]);
}

function checkPatterns(id: string, key: string, value: unknown): void {
  if (value === undefined) return;
  for (const [name, pattern] of Object.entries(asRecord(id, key, value))) checkPattern(id, `${key}.${name}`, pattern);
}

function checkPattern(id: string, key: string, value: unknown): void {
  const text = asText(id, key, value);
  try {
    new RegExp(text, 'u');
  } catch (error) {
    throw new JuiceError('BAD_RULE', `rule ${id}: ${key}: "${text}" is no pattern: ${String(error)}. Mend it.`, {
      cause: error,
    });
  }
}

function asRecord(id: string, key: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(id, key, 'write an object');
  return value as Record<string, unknown>;
}

function asText(id: string, key: string, value: unknown): string {
  if (typeof value !== 'string' || value === '') fail(id, key, 'write a text');
  return value as string;
}

function asTexts(id: string, key: string, value: unknown): void {
  if (!Array.isArray(value) || value.some(each => typeof each !== 'string')) fail(id, key, 'write a list of texts');
}

function onlyKeys(id: string, at: string, record: Record<string, unknown>, keys: readonly string[]): void {
  for (const key of Object.keys(record)) {
    if (!keys.includes(key)) fail(id, at === '' ? key : `${at}.${key}`, `unknown key; known are ${keys.join(', ')}`);
  }
}

function fail(id: string, key: string, advice: string): never {
  throw new JuiceError('BAD_RULE', `rule ${id}: ${key}: ${advice}.`);
}
