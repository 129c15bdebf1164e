import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installed, openSandbox, type Sandbox } from './kit/client.js';
import type { ScriptStep } from './kit/model.js';
import { HUGE, NOISY, VERDICT } from './kit/outputs.js';
import { leavesOutputAlone } from './kit/same-for-all.js';

const program = installed({ name: 'copilot-cli', spec: '@github/copilot@1.0.102', program: '.bin/copilot' });

interface Asked {
  readonly install?: boolean;
  readonly words?: readonly string[];
  prepare?(sandbox: Sandbox): void;
}

async function drive(
  script: readonly ScriptStep[],
  { install = true, words = ['--allow-all-tools'], prepare }: Asked = {},
) {
  const sandbox = await openSandbox([...script, { text: 'done' }]);
  if (install) sandbox.tinyjuice('install', 'copilot-cli');
  prepare?.(sandbox);
  const run = await sandbox.run(program ?? '', ['-p', 'run it', '--no-color', ...words], {
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${sandbox.model.port}/v1`,
    COPILOT_PROVIDER_API_KEY: 'fake',
    COPILOT_MODEL: 'gpt-5.4',
    // What it unpacks once is not needed anew in each home.
    XDG_CACHE_HOME: join(sandbox.home, '..', 'copilot-cache'),
  });
  expect(run).toMatchObject({ code: 0 });
  return { sandbox, last: sandbox.model.results().at(-1) ?? '' };
}

const shell = (command: string): readonly ScriptStep[] => [{ shell: command }];

describe.skipIf(program === undefined)('GitHub Copilot CLI', () => {
  test('the model reads our text, with the host’s own line about the exit code', async () => {
    const { last } = await drive(shell(NOISY));
    expect(last).toContain(VERDICT);
    expect(last).not.toContain('case_17 ');
    expect(last).toMatch(/lines omitted: tinyjuice retrieve tj_\w{10}\]\n<shellId: \d+ completed with exit code 0>$/);
  });

  test('a failed command’s output too', async () => {
    const { last } = await drive(shell(`${NOISY}; echo "error: it broke"; (exit 3)`));
    expect(last).toContain('error: it broke');
    expect(last).not.toContain('case_17 ');
    expect(last).toMatch(/exit code 3>$/);
  });

  test('of a huge output it reads what matters, not a beginning', async () => {
    const { last } = await drive(shell(HUGE));
    expect(last).toContain(VERDICT);
    expect(last).not.toContain('Saved to');
    expect(last.length).toBeLessThan(2000);
  });

  test('what a server gives is written in an exact form', async () => {
    const server = join(import.meta.dirname, 'kit/mcp-server.mjs');
    const tracker = { type: 'local', command: process.execPath, args: [server], tools: ['*'] };
    const prepare = (sandbox: Sandbox) =>
      sandbox.write(join(sandbox.home, '.copilot/mcp-config.json'), { mcpServers: { tracker } });
    const script: readonly ScriptStep[] = [{ tool: 'tracker-rows', args: {} }];
    const [ours, theirs] = [await drive(script, { prepare }), await drive(script, { prepare, install: false })];
    expect(ours.last.length).toBeLessThan(theirs.last.length / 2);
    expect(ours.last).toContain('number 79');
  });

  leavesOutputAlone(prepare => drive(shell(NOISY), { prepare }));

  test.each([
    ['an allow rule', ['--allow-tool', 'shell(mkdir)'], true],
    ['a deny rule', ['--allow-all-tools', '--deny-tool', 'shell(mkdir)'], false],
    ['no rule', [], false],
  ])('%s does what it does without us', async (_name, words, isMade) => {
    for (const install of [true, false]) {
      const { sandbox } = await drive(shell('mkdir made'), { words, install });
      expect(sandbox.hasMade('made')).toBe(isMade);
    }
  });
});
