/** Rules of a project: nothing before `trust`, nothing after a change, and no harm in between. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Result, script, tinyjuice } from './cli.js';
import { freshProject, freshUser, hammer, hammerText } from './rule-places.js';
import { recorded } from './samples.js';

const plain = hammerText();
const isReduced = ({ text }: Result): boolean => text.includes('[... lines 2-41]');

/** A user, a project with a rule, and runs of that user in that project. */
function openCase() {
  const user = freshUser();
  const project = freshProject();
  const run = (args: readonly string[], input = plain, cwd = project.root) =>
    tinyjuice(args, { input, env: user.env, spawn: { cwd } });
  return {
    user,
    project,
    run,
    reduce: (input = plain, args: readonly string[] = []) => run(['reduce', ...args], input),
  };
}

describe('trust', () => {
  test('is asked for; before it a project does nothing, and nothing is said', async () => {
    const { project, reduce } = openCase();
    project.rule('tests/hammer', hammer);
    project.rule('tests/broken', '{');
    expect(await reduce()).toMatchObject({ code: 0, text: plain, err: '' });
  });

  test('shows every file, the hash and what may be dropped; then the rules work, below the project too', async () => {
    const { user, project, run, reduce } = openCase();
    project.rule('tests/hammer', { ...hammer, benign: { spark: '^error: \\d+ sparks$' } });
    project.fixture('hammer/plain', { raw: hammerText(['error: 3 sparks']) });
    const said = await run(['trust', '--yes']);
    expect(said).toMatchObject({ code: 0, err: '' });
    for (const part of [
      /^\S+\/\.tinyjuice holds 3 files, SHA-256 [0-9a-f]{64}:$/m,
      /^ {2}[0-9a-f]{16} {2}rules\/tests\/hammer\.json$/m,
      /^ {2}[0-9a-f]{16} {2}fixtures\/hammer\/plain\/raw\.txt$/m,
      /^rule tests\/hammer \(Hammer\), for command hammer; output that shows 2 of: head, total$/m,
      /^ {2}drop\.beat +\^beat /m,
      /^ {2}and these lines, which look like errors, whatever their numbers:\n {4}error: 3 sparks$/m,
      /^trusted\. /m,
    ])
      expect(said.text).toMatch(part);
    expect(isReduced(await reduce())).toBe(true);
    mkdirSync(join(project.root, 'deep/er'), { recursive: true });
    expect(isReduced(await run(['reduce'], plain, join(project.root, 'deep/er')))).toBe(true);
    expect(statSync(user.trustFile).mode & 0o777).toBe(0o600);
  });

  test('is of one project: not of its neighbour, nor of one inside it', async () => {
    const { project, run } = openCase();
    project.rule('tests/hammer', hammer);
    await run(['trust', '--yes']);
    const neighbour = freshProject();
    neighbour.rule('tests/hammer', hammer);
    expect(isReduced(await run(['reduce'], plain, neighbour.root))).toBe(false);
    const inner = join(project.root, 'inner');
    mkdirSync(join(inner, '.tinyjuice'), { recursive: true });
    expect(isReduced(await run(['reduce'], plain, inner))).toBe(false);
  });

  test.each<readonly [string, (project: ReturnType<typeof freshProject>) => void]>([
    ['a rule changes', project => project.rule('tests/hammer', { ...hammer, title: 'Other' })],
    ['a rule is added', project => project.rule('tests/other', hammer)],
    ['a fixture is added', project => project.fixture('hammer/plain', { raw: 'error: all is benign\n' })],
    ['the configuration changes', project => project.write('config.toml', 'x = 1\n')],
    ['a rule goes', project => rmSync(join(project.folder, 'rules'), { recursive: true })],
    ['a link is added', project => symlinkSync('/etc/passwd', join(project.folder, 'link'))],
  ])('ends when %s, which is said once', async (_name, change) => {
    const { project, run, reduce } = openCase();
    project.rule('tests/hammer', hammer);
    await run(['trust', '--yes']);
    change(project);
    const [first, second] = [await reduce(), await reduce()];
    expect(first).toMatchObject({ code: 0, text: plain });
    expect(first.err).toMatch(
      /^tinyjuice: \S+\/\.tinyjuice has changed since you trusted it: [^\n]+tinyjuice trust \S+\n$/,
    );
    expect(second).toMatchObject({ code: 0, text: plain, err: '' });
  });

  test('comes back with what was trusted, or when given again', async () => {
    const { project, run, reduce } = openCase();
    const file = project.rule('tests/hammer', hammer);
    const before = readFileSync(file);
    await run(['trust', '--yes']);
    project.rule('tests/hammer', { ...hammer, title: 'Other' });
    expect(isReduced(await reduce())).toBe(false);
    writeFileSync(file, before);
    expect(isReduced(await reduce())).toBe(true);
    project.rule('tests/hammer', { ...hammer, title: 'Other' });
    expect((await run(['trust', '--yes'])).text).toContain('which is not what was trusted before');
    expect(isReduced(await reduce())).toBe(true);
  });

  test('untrust ends it, and again is not found', async () => {
    const { project, run, reduce } = openCase();
    project.rule('tests/hammer', hammer);
    await run(['trust', '--yes']);
    expect((await run(['trust', '--list'])).text).toBe(`trusted  ${project.root}\n`);
    expect((await run(['trust'])).text).toMatch(/ is trusted as it is\.\n$/);
    expect((await run(['untrust'])).code).toBe(0);
    expect(isReduced(await reduce())).toBe(false);
    expect((await run(['untrust'])).code).toBe(3);
    expect((await run(['trust', '--list'])).text).toBe('');
  });

  test('a project that is gone is listed so, and can be untrusted', async () => {
    const { project, run, user } = openCase();
    await run(['trust', '--yes']);
    rmSync(project.root, { recursive: true });
    const elsewhere = user.folder;
    mkdirSync(elsewhere, { recursive: true });
    expect((await run(['trust', '--list'], '', elsewhere)).text).toBe(`gone  ${project.root}\n`);
    expect((await run(['untrust', project.root], '', elsewhere)).code).toBe(0);
  });

  test('wrong use: no terminal to ask at, no project, two folders, a damaged list', async () => {
    const { user, project, run } = openCase();
    project.rule('tests/hammer', hammer);
    const asked = await run(['trust']);
    expect(asked).toMatchObject({
      code: 2,
      err: expect.stringContaining('trust asks at a terminal, and here is none.'),
    });
    expect(existsSync(user.trustFile)).toBe(false);
    expect(await run(['trust', '/'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('/: there is no .tinyjuice'),
    });
    expect((await run(['trust', 'a', 'b'])).code).toBe(2);
    await run(['trust', '--yes']);
    writeFileSync(user.trustFile, '{"projects":');
    expect(await run(['trust', '--list'])).toMatchObject({ code: 2, err: expect.stringContaining('it is no JSON') });
    const reduced = await run(['reduce']);
    expect(reduced).toMatchObject({ code: 0, text: plain, err: expect.stringContaining('so no project is trusted.') });
  });

  test('a list that others can write is not believed', async () => {
    const { user, project, run, reduce } = openCase();
    project.rule('tests/hammer', hammer);
    await run(['trust', '--yes']);
    chmodSync(user.trustFile, 0o666);
    const told = await reduce();
    expect(isReduced(told)).toBe(false);
    expect(told.err).toContain('it is no plain file that only you can write');
  });

  test.skipIf(!existsSync('/usr/bin/script') || process.platform !== 'linux')('asks at a terminal', async () => {
    const { user, project, run } = openCase();
    project.rule('tests/hammer', hammer);
    const ask = (answer: string) =>
      script(`(sleep 1; echo ${answer}; sleep 1) | script -qec '"$NODE" "$CLI" trust' /dev/null`, {
        env: user.env,
        spawn: { cwd: project.root },
      });
    expect((await ask('no')).text).toContain('Trust this? [y/N]');
    expect((await run(['trust', '--list'])).text).toBe('');
    expect((await ask('y')).text).toContain('trusted.');
    expect((await run(['trust', '--list'])).text).toContain(project.root);
  });
});

describe('an evil project', () => {
  const failing = recorded('pytest/failures-26');
  const evilPatterns = {
    all: '^',
    any: '.',
    loop: '(a+)+$',
    twice: '(a|a)*$',
    error: '[Ee]rror|FAIL|[Ff]ail',
    place: ':\\d+',
  };
  const evil = {
    ...hammer,
    match: { command: [{ program: ['pytest', 'hammer'] }], output: { signatures: { any: '.', loop: '(a+)+$' } } },
    drop: evilPatterns,
    benign: { all: '^', error: '.*' },
    sections: { all: { start: '^', drop: evilPatterns } },
    fixtures: ['evil/case'],
  };
  const long = Buffer.from(`${`${'a'.repeat(100_000)}!\n`.repeat(20)}${failing.toString('utf8')}`);

  async function plant() {
    const { project, run, user } = openCase();
    project.rule('tests/pytest', evil);
    project.rule('generic/evil', { ...evil, match: { output: { signatures: { any: '.' } } } });
    project.write(
      'rules/tests/huge.json',
      JSON.stringify({
        ...evil,
        drop: Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`p${at}`, `(a+)+${'x'.repeat(40)}$`])),
      }),
    );
    project.rule('tests/out', { ...evil, fixtures: ['../../../../etc/passwd'], id: '../../tests/pytest' });
    const reduce = (input: Buffer) =>
      tinyjuice(['reduce', '--exit-code', '1', '--command', 'pytest'], {
        input,
        env: user.env,
        spawn: { cwd: project.root },
      });
    return { project, run, reduce };
  }

  /** Lines by which a reader knows what failed and where. */
  const facts = failing
    .toString('utf8')
    .split('\n')
    .filter(line => /^(?:E {3}|FAILED |ERROR |=+ .*\d+ failed)/.test(line));

  test('does nothing before trust', async () => {
    const { reduce } = await plant();
    const honest = await tinyjuice(['reduce', '--exit-code', '1', '--command', 'pytest'], { input: failing });
    expect(await reduce(failing)).toMatchObject({ code: 0, text: honest.text, err: '' });
  });

  test('hides no error after trust, whatever it drops and calls benign, and takes no time', async () => {
    const { project, run, reduce } = await plant();
    expect((await run(['trust', '--yes'])).code).toBe(0);
    expect(facts.length).toBeGreaterThan(26);
    for (const input of [failing, long]) {
      const started = performance.now();
      const { code, text, err } = await reduce(input);
      expect(performance.now() - started).toBeLessThan(30_000);
      expect({ code, lost: facts.filter(fact => !text.includes(`${fact}\n`)) }).toEqual({ code: 0, lost: [] });
      expect(err).toMatch(/huge\.json: it has \d+ bytes; 1048576 are allowed/);
      expect(err).toMatch(/out\.json: id: it is not what the path says/);
      expect(err).toMatch(/benign\.all: no recording among its fixtures shows it/);
    }
    project.fixture('evil/case', { raw: 'error: 3 sparks\n' });
    expect((await run(['trust', '--yes'])).text).toContain('    error: 3 sparks\n');
    expect(facts.filter(fact => !fact.includes('error: 3 sparks')).length).toBe(facts.length);
    const { text } = await reduce(failing);
    expect(facts.filter(fact => !text.includes(`${fact}\n`))).toEqual([]);
  });

  test('cannot be trusted with a link, a pipe or a .tinyjuice that is a link', async () => {
    const linked = openCase();
    symlinkSync('/etc/passwd', join(linked.project.folder, 'rules.json'));
    expect(await linked.run(['trust', '--yes'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('it is a symbolic link'),
    });
    const piped = openCase();
    execFileSync('mkfifo', [join(piped.project.folder, 'pipe')]);
    expect(await piped.run(['trust', '--yes'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('neither a file nor a folder'),
    });
    const moved = openCase();
    rmSync(moved.project.folder, { recursive: true });
    symlinkSync(linked.project.folder, moved.project.folder);
    expect(await moved.run(['trust', '--yes'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('it is a link or a file'),
    });
  });

  test('writes nothing of its own on the terminal of who looks at it', async () => {
    const { project, run } = openCase();
    project.rule('tests/hammer', {
      ...hammer,
      title: '\u001b[2J\u202e\nrule tests/safe',
      drop: { 'a\u001b]0;x\u0007': '^\\x1b\u001b$' },
    });
    writeFileSync(join(project.folder, 'x\u001b[1A\n.txt'), '');
    const { text } = await run(['trust', '--yes']);
    expect(text).not.toMatch(/[^\n\x20-\x7e]/);
    expect(text).not.toMatch(/^rule tests\/safe/m);
  });
});
