/** rules/schema.json says to editors what src/rules/check.ts says to everybody: the same keys, the same ones required. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkRule } from '../../src/rules/check.js';
import { projectRoot } from '../support/project.js';

interface Schema {
  readonly required?: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
  readonly additionalProperties: boolean;
}

const schema = JSON.parse(readFileSync(join(projectRoot, 'rules/schema.json'), 'utf8')) as Schema & {
  readonly definitions: {
    readonly command: Schema;
    readonly output: Schema;
    readonly section: Schema;
    readonly onFailure: Schema;
  };
};

type Data = Record<string, unknown>;
type Edit = (edit: (level: Data) => void) => unknown;

/** A rule that has every key there is, fresh each time. */
const full = () => ({
  $schema: '../schema.json',
  id: 'tests/tool',
  title: 'Tool',
  family: 'tests',
  shape: 'verdict',
  source: ['https://example.org'],
  match: { command: [{ program: ['tool'], args: '^x$' }], output: { signatures: { a: '^a$' }, atLeast: 1 } },
  drop: { a: '^a$' },
  keep: { a: '^a$' },
  benign: { a: '^a$' },
  sections: { a: { start: '^a$', end: '^b$', inside: '^a$', drop: { a: '^a$' }, keep: { a: '^a$' } } },
  headings: { a: '^a$' },
  onFailure: { seen: { a: '^a$' }, drop: { a: '^a$' } },
  once: { seen: { a: '^a$' }, drop: { a: '^a$' } },
  fixtures: ['tool/passes'],
});

/** How to reach each level of a rule, and its part of the schema. */
const levels: readonly (readonly [string, Schema, Edit])[] = [
  ['a rule', schema, edit => changed(edit, rule => rule)],
  ['match', schema.properties['match'] as Schema, edit => changed(edit, rule => rule.match)],
  ['match.command', schema.definitions.command, edit => changed(edit, rule => rule.match.command[0] ?? {})],
  ['match.output', schema.definitions.output, edit => changed(edit, rule => rule.match.output)],
  ['onFailure', schema.definitions.onFailure, edit => changed(edit, rule => rule.onFailure)],
  ['once', schema.definitions.onFailure, edit => changed(edit, rule => rule.once)],
  ['a section', schema.definitions.section, edit => changed(edit, rule => rule.sections.a)],
];

function changed(edit: (level: Data) => void, pick: (rule: ReturnType<typeof full>) => Data): unknown {
  const rule = full();
  edit(pick(rule));
  return rule;
}

const isAccepted = (rule: unknown): boolean => {
  try {
    checkRule('tests/tool', rule);
    return true;
  } catch {
    return false; // Refused: why is not asked here.
  }
};

/** The keys that the check names when it meets one it does not know. */
function knownKeys(edit: Edit): readonly string[] {
  try {
    checkRule(
      'tests/tool',
      edit(level => Object.assign(level, { surplus: 1 })),
    );
  } catch (error) {
    return /known are (.*)\.$/.exec(String(error))?.[1]?.split(', ') ?? [];
  }
  return [];
}

describe.each(levels)('%s', (_name, part, edit) => {
  test('has the same keys in the schema and in the check', () => {
    expect([...knownKeys(edit)].sort()).toEqual(Object.keys(part.properties).sort());
    expect(part.additionalProperties).toBe(false);
  });

  test('lacks no key that the schema requires, and may lack every other', () => {
    const keys = Object.keys(part.properties);
    const needed = keys.filter(key => !isAccepted(edit(level => Reflect.deleteProperty(level, key))));
    expect(needed.sort()).toEqual([...(part.required ?? [])].sort());
  });
});

test('a rule with every key is accepted', () => {
  expect(isAccepted(full())).toBe(true);
});

test('shapes are the same in the schema and in the check', () => {
  const { enum: shapes } = schema.properties['shape'] as { readonly enum: readonly string[] };
  expect(shapes.filter(shape => !isAccepted({ ...full(), shape }))).toEqual([]);
  expect(() => checkRule('tests/tool', { ...full(), shape: 'x' })).toThrow(`write one of ${shapes.join(', ')}`);
});

test('match may give the command or the output, but not nothing', () => {
  const { match } = full();
  expect(isAccepted({ ...full(), match: { command: match.command } })).toBe(true);
  expect(isAccepted({ ...full(), match: { output: match.output } })).toBe(true);
  expect(isAccepted({ ...full(), match: {} })).toBe(false);
});
