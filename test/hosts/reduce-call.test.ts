import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEnvironment } from '../../src/cli/env.js';
import { openSetup } from '../../src/cli/setup.js';
import claude from '../../src/hosts/adapters/claude-code.js';
import { reduceCall } from '../../src/hosts/reduce-call.js';

const folder = mkdtempSync(join(tmpdir(), 'tinyjuice-call-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Work of this process so far, whatever else the machine does. */
function workMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

test('while a large output is reduced, the timer of the hook’s deadline has its turns', async () => {
  const text = 'the same line again\n'.repeat(300_000);
  const { hook } = claude;
  if (hook === undefined) return expect.fail();
  const own = {
    home: folder,
    storeDir: join(folder, 'ccr'),
    configFolder: join(folder, 'config'),
    all: {},
    cwd: folder,
  };
  const setup = await openSetup({ ...readEnvironment(), ...own }, { say: () => undefined });
  const output = { tool: 'shell', name: 'Bash', command: './service', text, exitCode: 0 } as const;
  const options = { hook, host: 'claude-code', setup, profile: 'full', agent: undefined, canRetrieve: true } as const;
  const began = workMs();
  let [last, longest] = [began, 0];
  const look = (): void => {
    longest = Math.max(longest, workMs() - last);
    last = workMs();
  };
  const timer = setInterval(look, 1);
  const reduced = await reduceCall(output, { ...options, now: Date.now });
  look();
  clearInterval(timer);
  expect(reduced?.text.text.length).toBeLessThan(1000);
  expect(longest).toBeLessThan((workMs() - began) / 2);
});
