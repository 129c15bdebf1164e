import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installed, openSandbox, type Sandbox } from './kit/client.js';
import type { ScriptStep } from './kit/model.js';
import { HUGE, NOISY, VERDICT } from './kit/outputs.js';
import { expectExactForm, leavesOutputAlone } from './kit/same-for-all.js';

const program = installed({ name: 'opencode', spec: 'opencode-ai@1.18.33', program: '.bin/opencode' });

const pluginPackage = installed({
  name: 'opencode-plugin',
  spec: '@opencode-ai/plugin@1.18.33',
  program: '@opencode-ai/plugin/package.json',
});

interface Asked {
  readonly install?: boolean;
  readonly settings?: object;
  /** For `XDG_CONFIG_HOME`. */
  readonly configHome?: string;
  prepare?(sandbox: Sandbox): void;
}

async function drive(script: readonly ScriptStep[], { install = true, settings, configHome, prepare }: Asked = {}) {
  const sandbox = await openSandbox([...script, { text: 'done' }]);
  if (configHome !== undefined) sandbox.env.XDG_CONFIG_HOME = join(sandbox.home, configHome);
  const folder = join(sandbox.home, configHome ?? '.config', 'opencode');
  const options = { baseURL: `http://127.0.0.1:${sandbox.model.port}/v1`, apiKey: 'fake' };
  const models = { m: { name: 'm', tool_call: true, limit: { context: 200_000, output: 8_000 } } };
  sandbox.write(join(folder, 'opencode.json'), {
    model: 'fake/m',
    small_model: 'fake/m',
    autoupdate: false,
    provider: { fake: { npm: '@ai-sdk/openai-compatible', options, models } },
    ...settings,
  });
  // Else it installs its own package there, and without a network waits for it.
  const dependencies = { '@opencode-ai/plugin': '1.18.33' };
  sandbox.write(join(folder, 'node_modules/.keep'), '');
  sandbox.write(join(folder, 'package.json'), { dependencies });
  sandbox.write(join(folder, 'package-lock.json'), { lockfileVersion: 3, packages: { '': { dependencies } } });
  if (install) sandbox.tinyjuice('install', 'opencode');
  prepare?.(sandbox);
  const run = await sandbox.run(program ?? '', ['run', '--format', 'json', 'run it'], {
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  });
  expect(run).toMatchObject({ code: 0 });
  return { sandbox, last: sandbox.model.results().at(-1) ?? '' };
}

const shell = (command: string): readonly ScriptStep[] => [{ shell: command }];

describe.skipIf(program === undefined)('OpenCode', () => {
  test('the model reads our text, and can have the original back', async () => {
    const { sandbox, last } = await drive(shell(NOISY));
    expect(last).toContain(VERDICT);
    expect(last).not.toContain('case_17 ');
    const token = /tinyjuice retrieve (tj_\w+)\]/.exec(last)?.[1];
    expect(sandbox.tinyjuice('retrieve', token ?? '', '--lines', '18')).toBe('test money::case_17 ... ok\n');
  });

  test('its agents have a tool that gives originals back, where the host has its own package', async () => {
    const { last } = await drive(shell(NOISY));
    const token = /tinyjuice retrieve (tj_\w+)\]/.exec(last)?.[1] ?? '';
    const asked = { tool: 'tinyjuice_retrieve', args: { token, lines: '18-19' } };
    const prepare = (sandbox: Sandbox) => {
      const folder = join(sandbox.home, '.config/opencode/node_modules');
      rmSync(folder, { recursive: true });
      symlinkSync(join(pluginPackage ?? '', '../../..'), folder);
    };
    const back = await drive([{ shell: NOISY }, asked], { prepare });
    expect(back.last).toBe('test money::case_17 ... ok\ntest money::case_18 ... ok\n');
  });

  test('in another configuration folder too', async () => {
    expect((await drive(shell(NOISY), { configHome: 'xdg' })).last).not.toContain('case_17 ');
  });

  test('a failed command’s output too', async () => {
    const { last } = await drive(shell(`${NOISY}; echo "error: it broke"; exit 3`));
    expect(last).toContain('error: it broke');
    expect(last).not.toContain('case_17 ');
  });

  test('of a huge output it reads what matters, not the end', async () => {
    const { last } = await drive(shell(HUGE));
    expect(last).toContain(VERDICT);
    expect(last).toContain('lines omitted: tinyjuice retrieve');
    expect(last.length).toBeLessThan(2000);
  });

  test('what a server gives is written in an exact form', async () => {
    const command = [process.execPath, join(import.meta.dirname, 'kit/mcp-server.mjs')];
    const settings = { mcp: { tracker: { type: 'local', command, enabled: true } } };
    const script: readonly ScriptStep[] = [{ tool: 'tracker_rows', args: {} }];
    const [ours, theirs] = [await drive(script, { settings }), await drive(script, { settings, install: false })];
    expectExactForm(ours.last, theirs.last);
  });

  leavesOutputAlone(prepare => drive(shell(NOISY), { prepare }));

  test.each([
    ['an allow rule', 'allow', true],
    ['a deny rule', 'deny', false],
  ])('%s does what it does without us', async (_name, rule, isMade) => {
    for (const install of [true, false]) {
      const settings = { permission: { bash: { '*': 'allow', 'mkdir *': rule } } };
      const { sandbox } = await drive(shell('mkdir made'), { install, settings });
      expect(sandbox.hasMade('made')).toBe(isMade);
    }
  });
});
