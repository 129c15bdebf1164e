/** `rules` lists every rule there is, with where it comes from. */
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { script, tinyjuice } from './cli.js';
import { freshProject, freshUser, hammer } from './rule-places.js';

interface Listed {
  readonly rules: readonly {
    readonly id: string;
    readonly origin: string;
    readonly status: string;
    readonly overriddenBy?: string;
    readonly file?: string;
    readonly notes: readonly string[];
  }[];
}

const user = freshUser();
user.rule('tests/hammer', hammer);
user.rule('tests/pytest', { ...hammer, drop: { all: '^' } });
const broken = user.rule('tests/broken', { ...hammer, surplus: 1 });
const project = freshProject();
project.rule('tests/hammer', { ...hammer, title: 'Of the project' });
const run = (...args: string[]) => tinyjuice(['rules', ...args], { env: user.env, spawn: { cwd: project.root } });
const list = async (...args: string[]): Promise<Listed['rules']> =>
  (JSON.parse((await run('--json', ...args)).text) as Listed).rules;

describe('rules', () => {
  test('lists built-in rules, those of the user, and those that are broken, untrusted or overridden', async () => {
    const rules = await list();
    const states = (id: string) =>
      rules
        .filter(rule => rule.id === id)
        .map(({ origin, status, overriddenBy }) => ({ origin, status, overriddenBy }));
    expect(states('tests/vitest')).toEqual([{ origin: 'built-in', status: 'active' }]);
    expect(states('tests/hammer')).toEqual([
      { origin: 'project', status: 'untrusted' },
      { origin: 'user', status: 'active' },
    ]);
    expect(states('tests/pytest')).toEqual([
      { origin: 'user', status: 'active' },
      { origin: 'built-in', status: 'overridden', overriddenBy: 'user' },
    ]);
    expect(rules.find(({ file }) => file === broken)).toMatchObject({
      id: 'tests/broken',
      status: 'broken',
      notes: [expect.stringContaining('surplus: unknown key')],
    });
    expect(rules.find(({ id }) => id === 'tests/pytest')?.notes).toEqual([
      expect.stringContaining('drop.all: it fits nearly any line'),
    ]);
  });

  test('says on stderr that the project is not trusted; after trust its rule stands first', async () => {
    expect((await run()).err).toMatch(/^tinyjuice: \S+\/\.tinyjuice is not trusted: its rules do nothing\. [^\n]+\n$/);
    await tinyjuice(['trust', '--yes'], { env: user.env, spawn: { cwd: project.root } });
    const trusted = await run('tests/hammer');
    expect(trusted.err).toBe('');
    expect(trusted.text.split('\n').map(line => line.split(/ {2,}/)[3])).toEqual([
      'project',
      'user, overridden by project',
      undefined,
    ]);
    await tinyjuice(['untrust'], { env: user.env, spawn: { cwd: project.root } });
  });

  test('a filter looks at every column; one that fits nothing ends with 3', async () => {
    const found = (await list('VITEST')).map(({ id }) => id);
    expect(found).toContain('tests/vitest');
    expect(found.length).toBeLessThan(10);
    expect((await list('broken')).map(({ status }) => status)).toEqual(['broken']);
    expect(await run('no-such-rule')).toMatchObject({
      code: 3,
      text: '',
      err: 'tinyjuice: no rule has "no-such-rule" in it. See them all: tinyjuice rules\n',
    });
    expect((await run('a', 'b')).code).toBe(2);
  });

  test.skipIf(!existsSync('/usr/bin/head'))('a reader that goes away ends it quietly', async () => {
    expect(await script('tj rules | head -1', { env: user.env })).toMatchObject({ code: 0, err: '' });
  });
});
