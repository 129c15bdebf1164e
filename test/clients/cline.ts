import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { installed, openSandbox, type Sandbox } from './kit/client.js';
import type { ScriptStep } from './kit/model.js';
import { HUGE, NOISY, VERDICT } from './kit/outputs.js';

const program = installed({ name: 'cline', spec: 'cline@3.0.65', program: '.bin/cline' });

async function drive(script: readonly ScriptStep[], prepare?: (sandbox: Sandbox) => void) {
  const sandbox = await openSandbox([...script, { text: 'done' }]);
  sandbox.tinyjuice('install', 'cline');
  prepare?.(sandbox);
  const url = `http://127.0.0.1:${sandbox.model.port}/v1`;
  const provider = ['-p', 'openai-compatible', '-k', 'fake', '-m', 'fake-model', '-b', url];
  // A busy machine needs longer to load a plugin than it gives by itself.
  const env = { CLINE_NO_INTERACTIVE: '1', CLINE_PLUGIN_IMPORT_TIMEOUT_MS: '60000' };
  await sandbox.prepare(program ?? '', ['auth', ...provider], env);
  const words = ['--json', '-P', 'openai-compatible', '-m', 'fake-model', 'run it'];
  const run = await sandbox.run(program ?? '', words, env);
  endDaemon(sandbox.home);
  expect(run).toMatchObject({ code: 0 });
  const results = sandbox.model.results();
  return { sandbox, results, last: results.at(-1) ?? '' };
}

/** This client leaves a process behind, which is known by the folder that it was started in. */
function endDaemon(home: string): void {
  for (const pid of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (words.includes('--cline-hub-daemon') && words.includes(`${home}/`)) process.kill(Number(pid), 'SIGKILL');
    } catch {
      // it has ended by itself
    }
}

const shell = (command: string): readonly ScriptStep[] => [{ shell: command }];

/** What stands in the tool's list for each command. */
const outputs = (text: string) => JSON.parse(text) as readonly { readonly result: string; readonly success: boolean }[];

/** After 3 seconds it gives up a run, so our plugin leaves the output as it is where the hook takes 2. */
const BUSY = { retry: 2 };

describe.skipIf(program === undefined)('Cline CLI', () => {
  test('the model reads our text, and can have the original back by a tool', BUSY, async () => {
    const { sandbox, last } = await drive(shell(NOISY));
    const [{ result } = { result: '' }] = outputs(last);
    expect(result).toContain(VERDICT);
    expect(result).not.toContain('case_17 ');
    const token = /tinyjuice retrieve (tj_\w+)\]/.exec(result)?.[1] ?? '';
    expect(sandbox.tinyjuice('retrieve', token, '--lines', '18')).toBe('test money::case_17 ... ok\n');
    // The same text has the same token everywhere.
    const asked = { tool: 'tinyjuice_retrieve', args: { token, lines: '18-19' } };
    const { results } = await drive([{ shell: NOISY }, asked]);
    expect(results[1]).toBe('test money::case_17 ... ok\ntest money::case_18 ... ok\n');
  });

  test('a failed command’s output too, and each of several by itself', BUSY, async () => {
    const failed = `${NOISY}; echo "error: it broke"; exit 3`;
    const { last } = await drive([{ tool: 'run_commands', args: { commands: ['echo 1', failed] } }]);
    const [first, second] = outputs(last);
    expect(first).toMatchObject({ result: '1\n', success: true });
    expect(second).toMatchObject({ success: false, error: 'Command exited with code 3' });
    expect(second?.result).toMatch(/^\[Command exited with code 3\]\n/);
    expect(second?.result).toContain('error: it broke');
    expect(second?.result).not.toContain('case_17 ');
  });

  test('of a huge output it reads what matters', BUSY, async () => {
    const { last } = await drive(shell(HUGE));
    expect(outputs(last)[0]?.result).toContain(VERDICT);
    expect(last.length).toBeLessThan(2500);
  });

  test.each([
    ['crashes', 'exit 1'],
    ['says nonsense', 'echo "{"; exit 0'],
    ['hangs', 'exec sleep 60'],
  ])('a hook that %s leaves the output as it is', async (_name, text) => {
    const { last } = await drive(shell(NOISY), sandbox => sandbox.replaceTinyjuice(text));
    expect(last).toContain('case_17 ');
  });
});
