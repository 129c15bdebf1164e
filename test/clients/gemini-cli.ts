import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installed, openSandbox, type Sandbox } from './kit/client.js';
import type { ScriptStep } from './kit/model.js';
import { HUGE, NOISY, VERDICT } from './kit/outputs.js';
import { expectExactForm, leavesOutputAlone } from './kit/same-for-all.js';

const program = installed({ name: 'gemini-cli', spec: '@google/gemini-cli@0.61.0', program: '.bin/gemini' });

interface Asked {
  readonly install?: boolean;
  readonly words?: readonly string[];
  readonly settings?: object;
  prepare?(sandbox: Sandbox): void;
}

async function drive(
  script: readonly ScriptStep[],
  { install = true, words = ['--approval-mode', 'yolo'], settings, prepare }: Asked = {},
) {
  const sandbox = await openSandbox([...script, { text: 'done' }]);
  sandbox.write(join(sandbox.home, '.gemini/settings.json'), {
    security: { auth: { selectedType: 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    ...settings,
  });
  if (install) sandbox.tinyjuice('install', 'gemini-cli');
  prepare?.(sandbox);
  const run = await sandbox.run(
    program ?? '',
    ['-p', 'run it', '-m', 'gemini-2.5-pro', '--output-format', 'json', ...words],
    {
      GEMINI_API_KEY: 'fake',
      GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${sandbox.model.port}`,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
  );
  expect(run).toMatchObject({ code: 0 });
  return { sandbox, last: sandbox.model.results().at(-1) ?? '' };
}

// This client refuses commands with substitutions.
const plain = (command: string): string =>
  command.replace('$(seq 1 200)', '{1..200}').replace('$(seq 1 3000)', '{1..3000}');
const shell = (command: string): readonly ScriptStep[] => [{ shell: plain(command) }];

describe.skipIf(program === undefined)('Gemini CLI', () => {
  test('the model reads our text, in the host’s own frame, and can have the original back', async () => {
    const { sandbox, last } = await drive(shell(NOISY));
    expect(last).toMatch(/^\(not an error: [^\n]*\)\n<untrusted_context>\nOutput: /);
    expect(last).toContain(VERDICT);
    expect(last).not.toContain('case_17 ');
    const token = /tinyjuice retrieve (tj_\w+)\]/.exec(last)?.[1];
    expect(sandbox.tinyjuice('retrieve', token ?? '', '--lines', '18')).toBe('test money::case_17 ... ok\n');
  });

  test('a failed command’s output too, with its exit code', async () => {
    const { last } = await drive(shell(`${NOISY}; echo "error: it broke"; exit 3`));
    expect(last).toContain('error: it broke');
    expect(last).toContain('\nExit Code: 3');
    expect(last).not.toContain('case_17 ');
  });

  test('a huge output', async () => {
    const { last } = await drive(shell(HUGE));
    expect(last).toContain(VERDICT);
    expect(last.length).toBeLessThan(2000);
  });

  test('what a server gives is written in an exact form', async () => {
    const args = [join(import.meta.dirname, 'kit/mcp-server.mjs')];
    const settings = { mcpServers: { tracker: { command: process.execPath, args, trust: true } } };
    const script: readonly ScriptStep[] = [{ tool: 'mcp_tracker_rows', args: {} }];
    const [ours, theirs] = [await drive(script, { settings }), await drive(script, { settings, install: false })];
    expectExactForm(ours.last, theirs.last);
  });

  leavesOutputAlone(prepare => drive(shell(NOISY), { prepare }));

  test.each([
    ['an allow rule', ['--allowed-tools', 'run_shell_command(mkdir)'], true],
    ['no rule', [], false],
  ])('%s does what it does without us', async (_name, words, isMade) => {
    for (const install of [true, false]) {
      const { sandbox } = await drive(shell('mkdir made'), { words, install });
      expect(sandbox.hasMade('made')).toBe(isMade);
    }
  });
});
