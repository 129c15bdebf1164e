import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import codex from '../../src/hosts/adapters/codex.js';
import type { Trust } from '../../src/hosts/host.js';
import { agreementFor } from '../../src/hosts/trust.js';
import { installed, openSandbox, type Sandbox } from './kit/client.js';
import type { ScriptStep } from './kit/model.js';
import { HUGE, NOISY, VERDICT } from './kit/outputs.js';
import { expectExactForm, leavesOutputAlone } from './kit/same-for-all.js';

const program = installed({ name: 'codex', spec: '@openai/codex@0.169.0', program: '.bin/codex' });

interface Asked {
  readonly install?: boolean;
  readonly isTrusted?: boolean;
  readonly toml?: string;
  prepare?(sandbox: Sandbox): void;
}

async function drive(
  script: readonly ScriptStep[],
  { install = true, isTrusted = true, toml = '', prepare }: Asked = {},
) {
  const sandbox = await openSandbox([...script, { text: 'done' }]);
  const provider = `[model_providers.fake]\nname = "fake"\nbase_url = "http://127.0.0.1:${sandbox.model.port}/v1"\nwire_api = "responses"\nenv_key = "FAKE_KEY"\n`;
  sandbox.write(
    join(sandbox.home, '.codex/config.toml'),
    `model = "gpt-5.4"\nmodel_provider = "fake"\n${provider}${toml}`,
  );
  if (install) sandbox.tinyjuice('install', 'codex');
  prepare?.(sandbox);
  const words = ['exec', '--skip-git-repo-check', '--json', '-s', 'danger-full-access'];
  const trust = isTrusted ? ['--dangerously-bypass-hook-trust'] : [];
  const run = await sandbox.run(program ?? '', [...words, ...trust, 'run it'], { FAKE_KEY: 'fake' });
  expect(run).toMatchObject({ code: 0 });
  return { sandbox, results: sandbox.model.results(), last: sandbox.model.results().at(-1) ?? '' };
}

const shell = (command: string): readonly ScriptStep[] => [{ shell: command }];

describe.skipIf(program === undefined)('Codex CLI', () => {
  test('the model reads our text and the exit code, and can have the original back', async () => {
    const { sandbox, last } = await drive(shell(NOISY));
    expect(last).toMatch(/^Process exited with code 0\nOutput:\n/);
    expect(last).toContain(VERDICT);
    expect(last).not.toContain('case_17 ');
    const token = /tinyjuice retrieve (tj_\w+)\]$/.exec(last.trim())?.[1];
    expect(sandbox.tinyjuice('retrieve', token ?? '', '--lines', '18')).toBe('test money::case_17 ... ok\n');
  });

  test('a failed command’s output too, with its exit code', async () => {
    const { last } = await drive(shell(`${NOISY}; echo "error: it broke"; exit 3`));
    expect(last).toMatch(/^Process exited with code 3\nOutput:\n/);
    expect(last).toContain('error: it broke');
    expect(last).not.toContain('case_17 ');
  });

  test('an output of which the record holds a part is as without us', async () => {
    const plain = (text: string): string => text.replace(/^(?:Chunk ID|Wall time).*\n/gm, '');
    expect(plain((await drive(shell(HUGE))).last)).toBe(plain((await drive(shell(HUGE), { install: false })).last));
  });

  test('what a server gives is written in an exact form', async () => {
    const server = join(import.meta.dirname, 'kit/mcp-server.mjs');
    const toml = `[mcp_servers.tracker]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(server)}]\n`;
    const script: readonly ScriptStep[] = [{ tool: 'rows', args: {}, namespace: 'mcp__tracker' }];
    const [ours, theirs] = [await drive(script, { toml }), await drive(script, { toml, install: false })];
    expectExactForm(ours.last, theirs.last);
  });

  test('a hook that its user has agreed to is run, and is known as such', async () => {
    const prepare = ({ home, write }: Sandbox): void => {
      const user = (_folder: unknown, ...below: readonly string[]) => join(home, '.codex', ...below);
      const trust = codex.trust?.({ user, project: undefined, command: () => '' }) as Trust;
      const [entry] = JSON.parse(readFileSync(user({}, 'hooks.json'), 'utf8')).hooks.PostToolUse;
      const state = { hooks: { state: { [trust.key(0)]: agreementFor(trust, entry) } } };
      write(trust.path, `${readFileSync(trust.path, 'utf8')}${stringify(state)}`);
    };
    const { sandbox, last } = await drive(shell(NOISY), { isTrusted: false, prepare });
    expect(last).not.toContain('case_17 ');
    expect(sandbox.tinyjuice('doctor', 'codex')).toMatch(/^ok .*installed\n$/);
  });

  test('a hook that its user has not agreed to is not run', async () => {
    const { sandbox, last } = await drive(shell(NOISY), { isTrusted: false });
    expect(last).toContain('case_17 ');
    expect(sandbox.tinyjuice('doctor', 'codex')).toMatch(/^disabled +codex .*\/hooks/);
  });

  leavesOutputAlone(prepare => drive(shell(NOISY), { prepare }));

  test('what a rule forbids stays forbidden', async () => {
    for (const install of [true, false]) {
      const prepare = (sandbox: Sandbox) =>
        sandbox.write(
          join(sandbox.home, '.codex/rules/default.rules'),
          'prefix_rule(pattern=["mkdir"], decision="forbidden")\n',
        );
      const { sandbox } = await drive(shell('mkdir made'), { install, prepare });
      expect(sandbox.hasMade('made')).toBe(false);
    }
  });
});
