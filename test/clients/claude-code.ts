import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installed, openSandbox, type Sandbox } from './kit/client.js';
import type { ScriptStep } from './kit/model.js';
import { HUGE, NOISY, VERDICT } from './kit/outputs.js';
import { expectExactForm, leavesOutputAlone } from './kit/same-for-all.js';

const program = installed({
  name: 'claude-code',
  spec: '@anthropic-ai/claude-code@2.1.329',
  program: '.bin/claude',
  after: '@anthropic-ai/claude-code/install.cjs',
});

interface Asked {
  readonly words?: readonly string[];
  readonly install?: boolean | 'with rewriting';
  /** Before it runs. */
  prepare?(sandbox: Sandbox): void;
}

async function drive(
  script: readonly ScriptStep[],
  { words = ['--allowedTools', 'Bash'], install = true, prepare }: Asked = {},
) {
  const sandbox = await openSandbox([...script, { text: 'done' }]);
  if (install) sandbox.tinyjuice('install', 'claude-code', ...(install === 'with rewriting' ? ['--rewrite'] : []));
  prepare?.(sandbox);
  const run = await sandbox.run(program ?? '', ['-p', 'run it', '--output-format', 'json', ...words], {
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${sandbox.model.port}`,
    ANTHROPIC_API_KEY: 'fake',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    IS_SANDBOX: '1',
  });
  expect(run).toMatchObject({ code: 0 });
  return { sandbox, results: sandbox.model.results(), last: sandbox.model.results().at(-1) ?? '' };
}

const shell = (command: string): readonly ScriptStep[] => [{ shell: command }];

describe.skipIf(program === undefined)('Claude Code', () => {
  test('the model reads our text, and can have the original back in its own shell', async () => {
    const { sandbox, last } = await drive(shell(NOISY));
    expect(last).toContain(VERDICT);
    const token = /tinyjuice retrieve (tj_\w+)\]$/.exec(last.trim())?.[1];
    expect(last).not.toContain('case_17 ');
    expect(sandbox.tinyjuice('retrieve', token ?? '', '--lines', '18')).toBe('test money::case_17 ... ok\n');
  });

  test('what it retrieves comes whole', async () => {
    const back = "tinyjuice retrieve $(tinyjuice ls --json | grep -o 'tj_[0-9a-z]\\{10\\}' | head -1)";
    const { results } = await drive([{ shell: NOISY }, { shell: back }]);
    expect(results[1]).toContain('case_17 ');
  });

  test('of a huge output it reads what matters, not a beginning', async () => {
    const { last } = await drive(shell(HUGE));
    expect(last).toContain(VERDICT);
    expect(last).toContain('lines omitted: tinyjuice retrieve');
    expect(last.length).toBeLessThan(2000);
  });

  test('a failed command’s output is as without us', async () => {
    const command = `${NOISY}; exit 3`;
    expect((await drive(shell(command))).last).toBe((await drive(shell(command), { install: false })).last);
  });

  test('what a server gives is written in an exact form', async () => {
    const server = join(import.meta.dirname, 'kit/mcp-server.mjs');
    const servers = JSON.stringify({ mcpServers: { tracker: { command: process.execPath, args: [server] } } });
    const words = ['--mcp-config', servers, '--strict-mcp-config', '--allowedTools', 'mcp__tracker__rows'];
    const script: readonly ScriptStep[] = [{ tool: 'mcp__tracker__rows', args: {} }];
    const [ours, theirs] = [await drive(script, { words }), await drive(script, { words, install: false })];
    expectExactForm(ours.last, theirs.last);
  });

  leavesOutputAlone(prepare => drive(shell(NOISY), { prepare }));

  test('a program that is gone leaves the output as it is', async () => {
    const prepare = (sandbox: Sandbox) => {
      sandbox.replaceTinyjuice('');
      rmSync(join(sandbox.home, 'tinyjuice'));
    };
    expect((await drive(shell(NOISY), { prepare })).last).toContain('case_17 ');
  });

  test.each([
    ['an allow rule', ['--allowedTools', 'Bash(mkdir:*)'], true],
    ['a deny rule', ['--allowedTools', 'Bash', '--disallowedTools', 'Bash(mkdir:*)'], false],
    ['no rule', [], false],
  ])('%s does what it does without us', async (_name, words, isMade) => {
    for (const install of [true, false]) {
      const { sandbox } = await drive(shell('mkdir made'), { words, install });
      expect(sandbox.hasMade('made')).toBe(isMade);
    }
  });

  describe('with rewriting', () => {
    const noisy = `#!/bin/sh\n${NOISY}\ntouch made\nexit 3\n`;
    const withCargo = (sandbox: Sandbox, rules: object = {}): void => {
      sandbox.write(join(sandbox.home, 'cargo'), noisy);
      chmodSync(join(sandbox.home, 'cargo'), 0o755);
      sandbox.env.PATH = `${sandbox.home}:${sandbox.env.PATH}`;
      const path = join(sandbox.home, '.claude/settings.json');
      const settings = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
      sandbox.write(path, { ...settings, permissions: rules });
    };
    const command = 'cargo test';

    test('a failed command’s output is reduced too, with its exit code', async () => {
      const { last } = await drive(shell(command), { install: 'with rewriting', prepare: withCargo });
      expect(last).toMatch(/^Exit code 3\n/);
      expect(last).toContain('lines omitted: tinyjuice retrieve');
      expect(last).not.toContain('case_17 ');
    });

    test.each([
      ['an allow rule for the original', [], { allow: ['Bash(cargo test:*)'] }, true],
      ['an allow rule of the command line', ['--allowedTools', 'Bash(cargo:*)'], {}, true],
      ['a deny rule', ['--allowedTools', 'Bash'], { deny: ['Bash(cargo test)'] }, false],
      ['a deny rule of the command line', ['--allowedTools', 'Bash', '--disallowedTools', 'Bash(cargo:*)'], {}, false],
      ['an ask rule', ['--allowedTools', 'Bash'], { ask: ['Bash(cargo:*)'] }, false],
      ['no rule', [], {}, false],
      ['a mode that asks nothing', ['--dangerously-skip-permissions'], { deny: ['Bash(cargo:*)'] }, false],
    ])('%s does what it does without us', async (_name, words, rules, isMade) => {
      for (const install of ['with rewriting', false] as const) {
        const prepare = (sandbox: Sandbox) => withCargo(sandbox, rules);
        const { sandbox } = await drive(shell(command), { words, install, prepare });
        expect(sandbox.hasMade('made')).toBe(isMade);
      }
    });
  });

  test('subagents’ outputs are reduced too', async () => {
    const agent = { tool: 'Agent', args: { description: 'x', prompt: 'run it', subagent_type: 'general-purpose' } };
    const { sandbox } = await drive([{ either: [agent, { shell: NOISY }] }], {
      words: ['--allowedTools', 'Bash,Agent'],
    });
    const outputs = sandbox.model.everyResult().filter(each => each.includes(VERDICT));
    expect(outputs.map(each => each.includes('lines omitted'))).toEqual([true]);
  });
});
