import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createUnit } from '../../src/dev/new.js';
import { checkRule } from '../../src/rules/check.js';
import { freshFolder } from '../ccr/store.js';
import { projectRoot } from '../support/project.js';

let root: string;

beforeEach(() => {
  root = freshFolder();
  for (const path of ['src/rules/rule.ts', 'src/pipeline/stage.ts', 'src/cli/command.ts'])
    cpSync(join(projectRoot, path), join(root, path), { recursive: true });
});

const files = (): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(path => statSync(join(root, path)).isFile())
    .sort();

describe('new', () => {
  test('rule writes a file that passes the check', () => {
    createUnit(['rule', 'tests/foo'], root);
    const rule: unknown = JSON.parse(readFileSync(join(root, 'rules/tests/foo.json'), 'utf8'));
    expect(checkRule('tests/foo', rule)).toMatchObject({ fixtures: ['foo/passes', 'foo/fails', 'foo/large'] });
  });

  test.each([
    ['stage', ['src/pipeline/stages/foo.ts', 'fixtures/stages/foo.txt', 'test/pipeline/stages/foo.test.ts']],
    ['command', ['src/cli/commands/foo.ts', 'test/cli/commands/foo.test.ts']],
  ])('%s writes the unit, its test and its data', (kind, wanted) => {
    const before = files();
    const said = createUnit([kind, 'foo'], root);
    expect(files().filter(path => !before.includes(path))).toEqual([...wanted].sort());
    for (const path of wanted) expect(said).toContain(`wrote ${path}\n`);
  });

  test('refuses to write over a file, and then writes none of the others', () => {
    mkdirSync(join(root, 'fixtures/stages'), { recursive: true });
    writeFileSync(join(root, 'fixtures/stages/foo.txt'), 'mine');
    const before = files();
    expect(() => createUnit(['stage', 'foo'], root)).toThrow('fixtures/stages/foo.txt is there already');
    expect(files()).toEqual(before);
  });

  test.each([
    [[], '"" is nothing that can be made'],
    [['gadget', 'foo'], '"gadget" is nothing that can be made'],
    [['constructor', 'foo'], '"constructor" is nothing that can be made'],
    [['stage'], 'stage takes one name. Write: npm run new -- stage dedupe'],
    [['stage', 'a', 'b'], 'stage takes one name'],
    [['stage', '../foo'], '"../foo" is no name of a stage'],
    [['rule', 'foo'], '"foo" is no name of a rule'],
    [['rule', 'a/../../b'], 'is no name of a rule'],
    [['compressor', 'foo'], 'there are no compressors yet: src/compressors/compressor.ts is missing'],
  ])('refuses %j', (args, message) => {
    const before = files();
    expect(() => createUnit(args, root)).toThrow(message);
    expect(files()).toEqual(before);
  });
});
