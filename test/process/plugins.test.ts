import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/cli/env.js';
import { allHosts, placesFor } from '../../src/cli/host-places.js';
import type { Host } from '../../src/hosts/host.js';
import { hooked, PATH } from './ask-hook.js';
import { cli, environment, fileOf, folder, tokenIn } from './cli.js';
import { passedTests as CARGO } from './samples.js';

const hosts = await allHosts();
const named = (name: string): Host => hosts.find(host => host.name === name) ?? expect.fail(name);

type Run = (...given: readonly unknown[]) => Promise<unknown>;
interface Plugin {
  /** The host's call after a tool. */
  readonly after: Run;
  /** The tool that it gives its agents. */
  readonly retrieve: Run | undefined;
}

/** The plugin as it is installed; gives its path. */
function written(name: string, program: string, change = (text: string): string => text): string {
  const home = mkdtempSync(join(folder, 'plugin-'));
  const places = placesFor({ ...readEnvironment(), home, all: {} }, { isProject: false, program, profile: undefined });
  const [edit] = named(name).edits(places);
  const path = join(home, 'plugin.mjs');
  writeFileSync(path, change(edit?.kind === 'file' ? edit.text : ''));
  return path;
}

/** The plugin, loaded as its host loads it. */
async function load(name: string, { program = `${process.execPath} ${cli}`, isPatient = true } = {}): Promise<Plugin> {
  // A busy machine must not be taken for a hook that hangs.
  const module = await import(
    written(name, program, text => (isPatient ? text.replace(/, [28]000\)/, ', 120000)') : text))
  );
  let retrieve: Run | undefined;
  switch (name) {
    case 'cline': {
      const registerTool = (tool: { execute: Run }) => {
        retrieve = tool.execute;
      };
      module.default.setup({ registerTool }, {});
      return { after: module.default.hooks.afterTool, retrieve };
    }
    case 'pi': {
      const handlers: Run[] = [];
      const registerTool = (tool: { execute: Run }) => {
        retrieve = asked => tool.execute('id', asked);
      };
      module.default({ on: (_event: string, run: Run) => handlers.push(run), registerTool });
      return { after: handlers[0] as Run, retrieve };
    }
    default: {
      const hooks = await module.TinyJuice({ directory: folder });
      return { after: hooks['tool.execute.after'], retrieve: undefined };
    }
  }
}

// Its processes look for their store and settings where the tests' do.
Object.assign(process.env, environment, { PATH });
const names = hooked.filter(host => host.edits(placesOf()).some(({ kind }) => kind === 'file')).map(({ name }) => name);

function placesOf() {
  mkdirSync(folder, { recursive: true });
  return placesFor(readEnvironment(), { isProject: false, program: 'x', profile: undefined });
}

const odd = [undefined, null, 1, 'x', [], {}, { tool: 'bash', toolName: 'bash' }, { result: { output: [null] } }];

describe.each(names)('%s', name => {
  test('whatever it is given, it throws nothing', async () => {
    const { after } = await load(name);
    for (const first of odd) for (const second of odd) await expect(after(first, second)).resolves.toBeUndefined();
  });
});

test('a command’s output is replaced, and its original comes back by the tool', async () => {
  const { after, retrieve } = await load('cline');
  const result = { output: [{ query: 'cargo test', result: CARGO, success: true }], other: 1 };
  const call = { tool: { name: 'run_commands' }, input: { commands: ['cargo test'] }, result };
  const got = (await after(call)) as { readonly result: typeof result };
  expect(got.result.other).toBe(1);
  const [{ result: text } = { result: '' }] = got.result.output;
  expect(text).toContain('test result: ok. 200 passed');
  expect(await retrieve?.({ token: tokenIn(text) })).toBe(CARGO);
  expect(await retrieve?.({ token: 'tj_0000000000' })).toMatch(/no stored output has the token/);
  expect(await retrieve?.({ token: '--help', lines: '$(touch x)', grep: '-f' })).toMatch(/^tinyjuice: /);
  for (const asked of odd) expect(typeof (await retrieve?.(asked))).toBe('string');
});

test('a hook that does not answer is left, and the output is as it was', async () => {
  const { after } = await load('cline', { program: 'sleep 60; :', isPatient: false });
  const result = { output: [{ query: 'x', result: CARGO, success: true }] };
  const call = { tool: { name: 'run_commands' }, input: { commands: ['x'] }, result };
  expect(await after(call)).toBeUndefined();
});

test('a hook that does not answer keeps no host from ending, whatever it has started', async () => {
  const host = join(folder, 'host.mjs');
  const program = fileOf('starts-another', '#!/bin/sh\nsleep 300\n');
  chmodSync(program, 0o755);
  const path = written('cline', program);
  const call = { tool: { name: 'run_commands' }, input: { commands: ['x'] }, result: { output: [{ result: 'x' }] } };
  writeFileSync(
    host,
    `console.log((await import(${JSON.stringify(path)})).default.hooks.afterTool(${JSON.stringify(call)}) !== null);`,
  );
  const ended = spawnSync(process.execPath, [host], { encoding: 'utf8', timeout: 60_000 });
  expect([ended.stdout, ended.status]).toEqual(['true\n', 0]);
});
