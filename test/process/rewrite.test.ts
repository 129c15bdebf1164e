import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allHosts } from '../../src/cli/host-places.js';
import type { Host } from '../../src/hosts/host.js';
import { freshUser } from './fresh-user.js';

const hosts = await allHosts();
const rewriting = hosts.filter(host => host.rewriting !== undefined);
const claude = rewriting.find(({ name }) => name === 'claude-code') as Host;

/** The same with an `npm` on the path. */
function userWithNpm() {
  const user = freshUser();
  writeFileSync(join(user.bin, 'npm'), '#!/bin/sh\n');
  chmodSync(join(user.bin, 'npm'), 0o755);
  return user;
}

interface Asked {
  readonly host?: Host;
  readonly command?: string;
  /** In place of what the payload says. */
  readonly but?: Readonly<Record<string, unknown>>;
  readonly env?: NodeJS.ProcessEnv;
  readonly words?: readonly string[];
  prepare?(home: string): void;
}

async function ask({ host = claude, command = 'npm test', but, env, words = [], prepare }: Asked) {
  const user = userWithNpm();
  prepare?.(user.home);
  const { payload, variables } = host.rewriting?.sample(command) ?? { payload: {}, variables: {} };
  const run = await user.run(['hook', host.name, ...words], {
    input: JSON.stringify({ ...payload, cwd: user.home, ...but }),
    env: { ...user.env, ...variables, ...env },
  });
  expect([run.code, run.err]).toEqual([0, '']);
  const answer = run.text === '' ? undefined : (JSON.parse(run.text) as Readonly<Record<string, unknown>>);
  const got = answer === undefined ? undefined : host.rewriting?.commandOf(answer);
  return { ...user, answer, got, payload };
}

const settings = (path: string, value: object) => (home: string) => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), JSON.stringify(value));
};

describe.each(rewriting)('$name', host => {
  test('a test run is to run under ours, and nothing else of the call is another', async () => {
    const { got, bin, answer } = await ask({ host });
    expect(got).toBe(`${bin}/tinyjuice wrap -- npm test`);
    expect(JSON.stringify(answer)).not.toMatch(/allow|permission|decision/i);
  });

  test('what is installed for it is told, and goes with an install without it, and with uninstall', async () => {
    const { home, run } = userWithNpm();
    await run(['install', host.name]);
    const [path = ''] = host.edits(placesIn(home)).map(edit => edit.path);
    const first = readFileSync(path, 'utf8');
    await run(['install', host.name, '--rewrite']);
    const both = readFileSync(path, 'utf8');
    expect(both.match(/ hook /g)?.length).toBe(2);
    await run(['install', host.name, '--rewrite']);
    expect(readFileSync(path, 'utf8')).toBe(both);
    expect((await run(['doctor', host.name])).text).toMatch(
      /^ok .*installed\nok .*may rewrite commands\nwarn .*rewriting looks at 0 rules/,
    );
    await run(['install', host.name]);
    expect(readFileSync(path, 'utf8')).toBe(first);
    await run(['install', host.name, '--rewrite']);
    await run(['uninstall', host.name]);
    expect(existsSync(path)).toBe(false);
  });
});

const placesIn = (home: string) => ({
  user: ({ home: below }: { readonly home: string }, ...more: readonly string[]) => join(home, below, ...more),
  project: undefined,
  command: (...words: readonly string[]) => words.join(' '),
});

test.each(['codex', 'goose'])('%s: nothing is installed with --rewrite', async name => {
  const { run } = userWithNpm();
  expect(await run(['install', name, '--rewrite'])).toMatchObject({
    code: 2,
    text: '',
    err: expect.stringContaining(name),
  });
});

const CODED = Buffer.from('npm () \n{ \n    command npm "$@"\n}\n').toString('base64');

/** What the host's shell runs first. */
const shellFile = (text: string) => (home: string) => {
  mkdirSync(join(home, '.claude/shell-snapshots'), { recursive: true });
  writeFileSync(join(home, '.claude/shell-snapshots/snapshot-bash-1-x.sh'), text);
};

const inMode = (mode: string) => ({ permission_mode: mode });

describe('claude-code', () => {
  test.concurrent.each<[string, Asked]>([
    ['a listing', { command: 'ls -l' }],
    ['a program that no rule knows', { command: 'uname -a' }],
    ['a program that is not there', { command: 'cargo test' }],
    ['a pipeline', { command: 'npm test | tail -5' }],
    ['a command that is ours', { command: 'tinyjuice wrap -- npm test' }],
    ['TINYJUICE=off', { env: { TINYJUICE: 'off' } }],
    ['profile off', { words: ['--profile', 'off'] }],
    ['a path on which no tinyjuice is', { env: { PATH: '/usr/bin:/bin' } }],
    ['a mode that asks', { but: inMode('default') }],
    ['a process that has ended', { env: { CLAUDE_PID: '999999999' } }],
    [
      'a rule that denies',
      { prepare: settings('.claude/settings.json', { permissions: { deny: ['Bash(npm test:*)'] } }) },
    ],
    ['a rule that asks', { prepare: settings('.claude/settings.json', { permissions: { ask: ['Bash(npm *)'] } }) }],
    [
      'a project’s rule',
      { prepare: settings('.claude/settings.local.json', { permissions: { deny: ['Bash(npm:*)'] } }) },
    ],
    ['a sandbox', { prepare: settings('.claude/settings.json', { sandbox: { enabled: true } }) }],
    [
      'settings that are no JSON',
      {
        prepare: home => {
          mkdirSync(join(home, '.claude'));
          writeFileSync(join(home, '.claude/settings.json'), '{');
        },
      },
    ],
    ['an alias', { prepare: shellFile("alias -- gs='git status'\nalias -- npm=pnpm\n") }],
    ['a function in code', { prepare: shellFile(`eval "$(echo '${CODED}' | base64 -d)" > /dev/null 2>&1\n`) }],
    ['a function', { prepare: shellFile('npm () {\n  nvm use; command npm "$@"\n}\n') }],
    [
      'an allowed original',
      {
        but: inMode('default'),
        prepare: settings('.claude/settings.json', { permissions: { allow: ['Bash(npm test:*)'] } }),
      },
    ],
  ])('%s: the command runs as it is written', async (_name, asked) => {
    expect((await ask(asked)).answer).toBeUndefined();
  });

  test('aliases and functions of other names are no matter', async () => {
    const text = "alias -- pnpm='npm test'\nmynpm () {\n  npm run x\n}\nnpm_x () { :; }\n";
    expect((await ask({ prepare: shellFile(text) })).got).toContain('wrap -- npm test');
  });

  test('a rule that allows the rewritten form is enough, and every other field of the input stays', async () => {
    const input = { command: 'npm test', description: 'runs it', timeout: 5, other: [1, { a: null }] };
    const { answer, bin } = await ask({
      but: { ...inMode('default'), tool_input: input },
      prepare: home =>
        settings('.claude/settings.json', {
          permissions: { allow: [`Bash(${home}/bin/tinyjuice wrap -- npm test:*)`], deny: ['Bash(rm:*)'] },
        })(home),
    });
    const updatedInput = { ...input, command: `${bin}/tinyjuice wrap -- npm test` };
    expect(answer).toEqual({ hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput } });
  });

  test('other calls, modes and hosts are no matter of ours', () => {
    const { payload = {}, variables = {} } = claude.rewriting?.sample('npm test') ?? {};
    const read = (but: object, more = {}) => claude.rewriting?.read({ ...payload, ...but }, { ...variables, ...more });
    expect(read({})).toMatchObject({ command: 'npm test', asksNothing: true });
    const odd = [
      { tool_input: { command: 'npm test', run_in_background: true } },
      { tool_input: null },
      { tool_input: { command: 1 } },
      { tool_name: 'Read' },
      { hook_event_name: 'PostToolUse' },
      { permission_mode: 'plan' },
      { transcript_path: undefined },
    ];
    expect(odd.map(but => read(but))).toEqual(odd.map(() => undefined));
    const others = [{ CLAUDECODE: '' }, { CURSOR_VERSION: '2.1' }, { COPILOT_CLI: '1' }];
    expect(others.map(more => read({}, more))).toEqual(others.map(() => undefined));
  });

  test('what the host was started with holds', () => {
    const read = claude.rewriting?.started?.read;
    const rules = {
      allow: ['npm test*', '*', 'cd x && y*', 'git status'],
      ask: [],
      deny: ['rm -rf *'],
      asksNothing: false,
    };
    const words = [
      '-p',
      'x',
      '--allowedTools',
      'Bash(npm test:*),Read',
      'Bash',
      'Bash(cd x && y:*)',
      '--model',
      'Bash',
      '--disallowed-tools=Bash(rm -rf *)',
      '--allowed-tools',
      'Bash(git status)',
    ];
    expect(read?.(words)).toEqual(rules);
    expect(read?.(['--settings', '{}'])).toBeUndefined();
    expect(read?.([])).toEqual({ allow: [], ask: [], deny: [], asksNothing: false });
  });

  test('doctor says what is left of it by the user’s rules', async () => {
    const { home, run } = userWithNpm();
    settings('.claude/settings.json', { permissions: { allow: ['Bash(*)'], deny: ['Bash(rm:*)'] } })(home);
    await run(['install', 'claude-code', '--rewrite']);
    expect((await run(['doctor', 'claude-code'])).text).toMatch(
      /\nok .*looks at 1 rules that allow, 0 that ask and 1 that deny/,
    );
    settings('.claude/settings.local.json', { sandbox: { enabled: true } })(home);
    expect((await run(['doctor', 'claude-code'])).text).toMatch(
      /\ndisabled .*no command is rewritten: .*settings\.local\.json/,
    );
  });
});
