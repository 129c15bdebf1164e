/** `verify` finds what can be wrong with a rule, and says where and how to mend it. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, folder, tinyjuice } from './cli.js';
import { freshProject, freshUser, hammer, hammerText, type Place, placeAt } from './rule-places.js';

const raw = hammerText();
const failing = hammerText(['ERROR: the hammer broke at shop/anvil.c:42']);
const footer = (omitted: number, total: number, token: string): string =>
  `[${omitted} of ${total} lines omitted: tinyjuice retrieve ${token}]\n`;

/** Writes a good rule with its recordings; out.txt as the program makes it. */
async function plantHammer(place: Place, env: NodeJS.ProcessEnv): Promise<void> {
  place.rule('tests/hammer', { ...hammer, fixtures: ['hammer/plain', 'hammer/fails'] });
  for (const [name, text, exit] of [
    ['plain', raw, 0],
    ['fails', failing, 1],
  ] as const) {
    const { text: out } = await tinyjuice(['reduce', '--command', 'hammer', '--exit-code', `${exit}`], {
      input: text,
      env,
    });
    place.fixture(`hammer/${name}`, { raw: text, out, meta: { exit } });
  }
}

async function goodUser() {
  const user = freshUser();
  user.rule('tests/hammer', hammer);
  await plantHammer(user, user.env);
  const verify = (...flags: string[]) => tinyjuice(['verify', ...flags], { env: user.env });
  return { user, verify };
}

test('holds for good rules of a user, and says what was not looked at', async () => {
  const { verify } = await goodUser();
  const run = await verify();
  expect(run).toMatchObject({ code: 0, err: '' });
  expect(run.text).toMatch(
    /^holds: built-in: \d+ rules, 0 fixtures \(checked when this package was built; [^)]+\); user: 1 rule, 2 fixtures\n$/,
  );
  const json = JSON.parse((await verify('--json')).text) as { isGood: boolean; parts: readonly { name: string }[] };
  expect([json.isGood, json.parts.map(({ name }) => name)]).toEqual([true, ['built-in', 'user']]);
});

describe('finds in a rule of a user', () => {
  const two = { ...hammer, fixtures: ['hammer/plain', 'hammer/fails'] };
  test.each<readonly [string, (user: Place) => void, RegExp]>([
    [
      'an unknown key',
      user => user.rule('tests/hammer', { ...two, drops: {} }),
      /hammer\.json: drops: unknown key; known are /,
    ],
    [
      'a bad pattern',
      user => user.rule('tests/hammer', { ...two, drop: { a: '[' } }),
      /hammer\.json: drop\.a: "\[" is no pattern: /,
    ],
    [
      'a pattern that no fixture hits',
      user => user.rule('tests/hammer', { ...two, keep: { rare: '^never said$' } }),
      /hammer\.json: keep\.rare matches no fixture line\. Add a fixture that shows it, or delete the pattern\./,
    ],
    [
      'a signature that no fixture hits',
      user =>
        user.rule('tests/hammer', {
          ...two,
          match: {
            ...two.match,
            output: { signatures: { ...two.match.output.signatures, rare: '^never said$' }, atLeast: 2 },
          },
        }),
      /hammer\.json: match\.output\.signatures\.rare matches no fixture line\./,
    ],
    [
      'a fixture won by another rule',
      user =>
        user.rule('tests/anvil', { ...two, match: { command: [{ program: ['hammer'], args: '^$' }] }, fixtures: [] }),
      /fixtures\/hammer\/plain: it is won by its command by rule tests\/anvil \(user rule tests\/anvil: command hammer; also tests\/hammer\)\. /,
    ],
    [
      'a fixture of two rules',
      user => user.rule('tests/nail', two),
      /fixtures\/hammer\/plain: rule tests\/hammer names this fixture already\./,
    ],
    [
      'an id that is not the path',
      user => user.rule('tests/nail', { ...two, id: 'tests/screw' }),
      /nail\.json: id: it is not what the path says, which is the id: tests\/nail\. /,
    ],
    [
      'a duplicate id',
      user => user.rule('tests/nail', { ...two, id: 'tests/hammer' }),
      /nail\.json: id: tests\/hammer is a duplicate id: tests\/hammer\.json has it\. /,
    ],
    ['a path that is no id', user => user.rule('tests/Nail', two), /Nail\.json: "tests\/Nail" is no id\. /],
    [
      'a catastrophic pattern',
      user => user.rule('tests/hammer', { ...two, drop: { ...two.drop, loop: '^(a+)+$' } }),
      /hammer\.json: drop\.loop takes \d+ ms on \d+ characters of /,
    ],
    [
      'a pattern for error lines',
      user => user.rule('tests/hammer', { ...two, drop: { ...two.drop, error: '^ERROR' } }),
      /hammer\.json: drop\.error drops an error line: "ERROR: the disk is full"\. /,
    ],
    [
      'a pattern for what its fixtures show to be errors',
      user => user.rule('tests/hammer', { ...two, drop: { ...two.drop, anvil: 'anvil' } }),
      /hammer\.json: drop\.anvil drops an error line: "ERROR: the hammer broke at shop\/anvil\.c:42"\. /,
    ],
    [
      'a pattern that takes whatever comes',
      user => user.rule('tests/hammer', { ...two, drop: { all: '^' } }),
      /hammer\.json: drop\.all: it fits nearly any line/,
    ],
    [
      'benign without a fixture',
      user => user.rule('tests/hammer', { ...two, benign: { beat: '^beat' } }),
      /hammer\.json: benign\.beat: no recording among its fixtures shows it/,
    ],
    [
      'a canned verdict',
      user => user.write('fixtures/hammer/plain/out.txt', 'All 80 beats passed.\n'),
      /fixtures\/hammer\/plain: out\.txt:1: the line does not stand in RAW at this place [^\n]+ A rule puts no words of its own into an output\./,
    ],
    [
      'a verdict below true lines',
      user => user.write('fixtures/hammer/plain/out.txt', `${raw}success\n`),
      /fixtures\/hammer\/plain: out\.txt:84: /,
    ],
    [
      'a footer that lies',
      user =>
        user.write(
          'fixtures/hammer/plain/out.txt',
          `hammer v3\n[... lines 2-82]\nbeats: 80\n${footer(80, 83, 'tj_0000000000')}`,
        ),
      /fixtures\/hammer\/plain: out\.txt:4: the footer says 80 lines omitted, but 81 are\./,
    ],
    [
      'an out.txt of before',
      user => user.write('fixtures/hammer/plain/out.txt', raw),
      /fixtures\/hammer\/plain: out\.txt:2: this is not what comes out\. [^\n]+: tinyjuice reduce --command hammer --exit-code 0 raw\.txt > out\.txt/,
    ],
    [
      'a lost fact',
      user =>
        user.write('fixtures/hammer/plain/meta.json', {
          command: 'hammer',
          exit: 0,
          facts: [{ why: 'beat', parts: ['beat 7 of the hammer'] }],
        }),
      /fixtures\/hammer\/plain: the fact "beat: beat 7 of the hammer" is lost\./,
    ],
    [
      'a fixture that is not there',
      user => user.rule('tests/hammer', { ...two, fixtures: [...two.fixtures, 'hammer/gone'] }),
      /fixtures\/hammer\/gone: raw\.txt is missing/,
    ],
    [
      'no fixtures at all',
      user => {
        rmSync(join(user.folder, 'fixtures'), { recursive: true });
        user.rule('tests/hammer', { ...two, fixtures: [] });
      },
      /hammer\.json: it has no fixtures, so nothing shows what it does\./,
    ],
    [
      'a bad meta.json',
      user => user.write('fixtures/hammer/plain/meta.json', '{'),
      /fixtures\/hammer\/plain: meta\.json is no JSON\./,
    ],
  ])('%s', async (_name, spoil, message) => {
    const { user, verify } = await goodUser();
    spoil(user);
    const run = await verify();
    expect(run).toMatchObject({ code: 1, err: '' });
    expect(run.text).toMatch(message);
    expect(run.text).toMatch(/^\d+ problems?: built-in: /m);
  });
});

test('--rules looks at no fixture, --fixtures at no rule', async () => {
  const { user, verify } = await goodUser();
  user.write('fixtures/hammer/plain/out.txt', 'All passed.\n');
  user.rule('tests/broken', '{');
  const [rules, fixtures] = [await verify('--rules'), await verify('--fixtures')];
  expect([rules.code, rules.text.includes('out.txt'), rules.text.includes('broken.json')]).toEqual([1, false, true]);
  expect([fixtures.code, fixtures.text.includes('out.txt'), fixtures.text.includes('broken.json')]).toEqual([
    1,
    true,
    false,
  ]);
});

test('checks a project before it is trusted, and says that runs do not use it', async () => {
  const user = freshUser();
  const project = freshProject();
  const spawn = { cwd: project.root };
  project.rule('tests/hammer', { ...hammer, surplus: 1 });
  const run = await tinyjuice(['verify'], { env: user.env, spawn });
  expect(run.code).toBe(1);
  expect(run.text).toContain('hammer.json: surplus: unknown key');
  expect(run.text).toMatch(
    /project: 0 rules, 0 fixtures \(untrusted: runs do not use them before tinyjuice trust\)\n$/,
  );
});

describe('in a clone', () => {
  const clone = mkdtempSync(join(folder, 'clone-'));
  cpSync(dirname(cli), join(clone, 'dist'), { recursive: true });
  const place = placeAt(clone);

  test('built-in rules are checked as their files are now', async () => {
    mkdirSync(join(clone, 'fixtures'), { recursive: true });
    const user = await goodUser();
    cpSync(join(user.user.folder, 'fixtures'), join(clone, 'fixtures'), { recursive: true });
    cpSync(join(user.user.folder, 'rules'), join(clone, 'rules'), { recursive: true });
    const run = await tinyjuice(['verify'], { env: freshUser().env, cli: join(clone, 'dist/cli.js') });
    expect(run).toMatchObject({ code: 0, text: 'holds: built-in: 1 rule, 2 fixtures\n' });
    place.rule('tests/hammer', { ...hammer, drop: { all: '^' }, fixtures: ['hammer/plain', 'hammer/fails'] });
    const spoilt = await tinyjuice(['verify'], { env: freshUser().env, cli: join(clone, 'dist/cli.js') });
    expect(spoilt.code).toBe(1);
    expect(spoilt.text).toContain('hammer.json: drop.all: it fits nearly any line, errors too.');
  });
});

test('wrong use', async () => {
  expect(await tinyjuice(['verify', 'tests'])).toMatchObject({
    code: 2,
    err: 'tinyjuice: verify takes no words: it checks all rules. Write: tinyjuice verify\n',
  });
});
