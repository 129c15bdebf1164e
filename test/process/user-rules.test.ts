/** Rules of the user: asked like built-in ones, in linear time; one that is broken costs nothing but itself. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileOf, folder, tinyjuice } from './cli.js';
import { freshUser, hammer, hammerText } from './rule-places.js';
import { recorded } from './samples.js';

const plain = hammerText();
const reduced =
  /^hammer v3\n\[\.\.\. lines 2-41\]\npause\n\[\.\.\. lines 43-82\]\nbeats: 80\n\[80 of 83 lines omitted: /;
const failing = hammerText(['ERROR: the hammer broke at shop/anvil.c:42', 'warning: the handle is loose']);

describe('a rule of the user', () => {
  test('knows its tool by the command and by the output, and says where it comes from', async () => {
    const user = freshUser();
    user.rule('tests/hammer', hammer);
    for (const args of [['--command', 'npx hammer'], []]) {
      const run = await tinyjuice(['reduce', '--trace', ...args], { input: plain, env: user.env });
      expect(run.text).toMatch(reduced);
      expect(run.err).toMatch(
        /^tinyjuice: -: matched: user rule tests\/hammer: (?:command hammer|output shows head, total)$/m,
      );
    }
    const text = fileOf('hammer.txt', plain);
    chmodSync(fileOf('hammer', `#!/bin/sh\ncat ${text}\n`), 0o755);
    expect((await tinyjuice(['wrap', '--', './hammer'], { env: user.env })).text).toMatch(reduced);
  });

  test('without it the same text stays whole', async () => {
    expect((await tinyjuice(['reduce'], { input: plain, env: freshUser().env })).text).toBe(plain);
  });

  test('replaces the built-in rule of its id', async () => {
    const user = freshUser();
    user.rule('tests/pytest', { ...hammer, match: { command: [{ program: ['pytest'] }] }, drop: {} });
    const run = await tinyjuice(['reduce', '--trace', '--command', 'pytest'], {
      input: recorded('pytest/failures-26'),
      env: user.env,
    });
    expect(run.err).toContain('matched: user rule tests/pytest: command pytest');
  });

  test('may lie behind a link to its whole folder, as dotfiles do', async () => {
    const user = freshUser();
    user.rule('tests/hammer', hammer);
    renameSync(user.folder, `${user.folder}-real`);
    symlinkSync(`${user.folder}-real`, user.folder);
    expect((await tinyjuice(['reduce'], { input: plain, env: user.env })).text).toContain('[... lines 2-41]');
  });

  test('cannot drop an error or a warning, whatever its patterns say', async () => {
    const user = freshUser();
    user.rule('tests/hammer', { ...hammer, drop: { ...hammer.drop, words: 'the (?:hammer|handle)' } });
    const { text } = await tinyjuice(['reduce'], { input: failing, env: user.env });
    expect(text).toContain('ERROR: the hammer broke at shop/anvil.c:42\n');
    expect(text).toContain('warning: the handle is loose\n');
  });

  test('calls benign only what its own recordings show, but for numbers', async () => {
    const user = freshUser();
    const benign = { any: 'error' };
    user.rule('tests/hammer', { ...hammer, drop: { ...hammer.drop, any: '^(?:error|ERROR)' }, benign });
    const sparks = Array.from({ length: 20 }, (_, at) => `error: ${at + 1} sparks, as always`);
    const input = hammerText([...sparks, 'error: the anvil is cracked']);
    const unshown = await tinyjuice(['reduce'], { input, env: user.env });
    expect(unshown.text).toContain('error: 12 sparks, as always\n');
    expect(unshown.err).toMatch(
      /hammer\.json: benign\.any: no recording among its fixtures shows it, so it is not used\./,
    );
    user.fixture('hammer/plain', { raw: hammerText(['error: 7 sparks, as always']) });
    const shown = await tinyjuice(['reduce'], { input, env: user.env });
    expect(shown.err).toBe('');
    expect(shown.text).not.toContain('sparks');
    expect(shown.text).toContain('error: the anvil is cracked\n');
  });
});

describe('a rule that cannot be used is left out with one line; the rest loads, and the output is whole', () => {
  const deep = '['.repeat(100_000);
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`p${at}`, `^x${at}$`]));
  test.each<readonly [string, string | object, string]>([
    ['no JSON', '{ "title": ', 'it is no JSON: '],
    ['deeply nested', deep, 'it is no JSON: '],
    ['no object', '[]', 'the file: write an object.'],
    ['an unknown key', { ...hammer, dropp: {} }, 'dropp: unknown key; known are '],
    ['another id', { ...hammer, id: 'tests/other' }, 'id: it is not what the path says, which is the id: tests/bad.'],
    [
      'a bad pattern',
      { ...hammer, drop: { broken: '(' } },
      'drop.broken: "(" is no pattern: Unterminated group. Mend it.',
    ],
    [
      'looking ahead',
      { ...hammer, drop: { ahead: 'a(?!b)' } },
      'drop.ahead: "(?!" is looking ahead or behind, which takes no linear time.',
    ],
    [
      'a back-reference',
      { ...hammer, keep: { twice: '(a)\\1' } },
      'keep.twice: "\\1" is a back-reference, which takes no linear time.',
    ],
    [
      'a path as fixture',
      { ...hammer, fixtures: ['../../etc'] },
      'fixtures: write names of the form tool/case, not "../../etc".',
    ],
    [
      'a very long pattern',
      { ...hammer, drop: { long: 'x'.repeat(1_001) } },
      'drop.long: it has 1001 characters; 1000 are allowed.',
    ],
    ['1,001 patterns', { ...hammer, drop: many }, 'it has 1003 patterns; 1000 are allowed.'],
    ['a file of 10 MB', JSON.stringify({ ...hammer, title: 'x'.repeat(10_000_000) }), 'it has 10000'],
    ['codes for the terminal', { ...hammer, '\u001b[2Jkey\n': 1 }, '\\u{1b}[2Jkey\\u{a}: unknown key'],
  ])('%s', async (_name, content, message) => {
    const user = freshUser();
    user.rule('tests/hammer', hammer);
    const file = user.rule('tests/bad', content);
    const run = await tinyjuice(['reduce'], { input: plain, env: user.env });
    expect(run.err.split('\n')).toHaveLength(2);
    expect(run.err).toContain(`tinyjuice: ${file}: ${message}`);
    expect(run.err).toMatch(/This rule is left out\.\n$/);
    expect(run).toMatchObject({ code: 0, text: expect.stringContaining('[... lines 2-41]') });
  });

  test('a name that is no id', async () => {
    const user = freshUser();
    user.rule('tests/hammer', hammer);
    user.rule('tests/Bad id!', hammer);
    const run = await tinyjuice(['reduce'], { input: plain, env: user.env });
    expect(run.err).toMatch(/^tinyjuice: \S+\/rules\/tests\/Bad id!\.json: "tests\/Bad id!" is no id\. [^\n]+\n$/);
    expect(run.text).toContain('[... lines 2-41]');
  });

  test('links, pipes and devices are not followed', async () => {
    const user = freshUser();
    user.rule('tests/hammer', hammer);
    const outside = fileOf('outside.json', JSON.stringify(hammer));
    symlinkSync(outside, join(user.folder, 'rules/tests/link.json'));
    symlinkSync(folder, join(user.folder, 'rules/up'));
    symlinkSync('/dev/zero', join(user.folder, 'rules/zero.json'));
    execFileSync('mkfifo', [join(user.folder, 'rules/pipe.json')]);
    const run = await tinyjuice(['reduce'], { input: plain, env: user.env });
    const said = run.err.split('\n').filter(line => line !== '');
    expect(said.filter(line => /(?:link\.json|up|zero\.json): it is a symbolic link\./.test(line))).toHaveLength(3);
    expect(said.filter(line => line.includes('pipe.json: it is neither a file nor a folder.'))).toHaveLength(1);
    expect(run.text).toContain('[... lines 2-41]');
  });

  test('a rule whose pattern is too much work drops nothing', async () => {
    const user = freshUser();
    user.rule('tests/hammer', { ...hammer, drop: { ...hammer.drop, costly: '^(?:a?){900}[ab]{900}$' } });
    const run = await tinyjuice(['reduce'], { input: failing, env: user.env });
    expect(run.err).toMatch(/hammer\.json: drop\.costly: it takes \d+ steps a character; 500 are allowed\. [^\n]+\n$/);
    expect(run.text).toBe(failing);
  });

  test('a pattern that takes whatever comes is not used', async () => {
    const user = freshUser();
    for (const pattern of ['^', '.', '^[^~]', '\\S', '^.*$']) {
      user.rule('tests/hammer', { ...hammer, drop: { all: pattern } });
      const run = await tinyjuice(['reduce'], { input: failing, env: user.env });
      expect([pattern, run.text === failing, run.err]).toEqual([
        pattern,
        true,
        expect.stringContaining('drop.all: it fits nearly any line'),
      ]);
    }
  });

  test('rules is no folder, or may not be read', async () => {
    const user = freshUser();
    mkdirSync(user.folder, { recursive: true });
    writeFileSync(join(user.folder, 'rules'), 'no folder');
    expect(await tinyjuice(['reduce'], { input: plain, env: user.env })).toMatchObject({ code: 0, text: plain });
  });
});

test('patterns that make other engines try for ever take no time', async () => {
  const user = freshUser();
  const evil = { a: '(a+)+$', b: '(a|a)*$', c: '^(?:.*)*x', d: '(a|aa)+$' };
  user.rule('tests/hammer', {
    ...hammer,
    drop: { ...hammer.drop, ...evil },
    match: { command: [{ program: ['hammer'], args: '(a+)+$' }], output: { signatures: { ...evil } } },
  });
  const input = `${`${'a'.repeat(100_000)}!\n`.repeat(20)}${failing}`;
  const started = performance.now();
  const run = await tinyjuice(['reduce', '--command', `hammer ${'a'.repeat(50_000)}!`], { input, env: user.env });
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(run.code).toBe(0);
  expect(run.text).toContain('ERROR: the hammer broke at shop/anvil.c:42');
});
