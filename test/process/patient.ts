/** Users of this machine for `doctor` to look at. */
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { projectRoot } from '../support/project.js';
import { cli, folder, type RunOptions, tinyjuice } from './cli.js';
import { placeAt } from './rule-places.js';
import { noisyLog } from './samples.js';

// beside this copy of the program, as npm would put them
symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));

export interface Finding {
  readonly name: string;
  readonly state: string;
  readonly says: string;
  readonly repair?: string;
}

/** A user of this machine for whom nothing is set up yet. */
export function freshUser() {
  const home = realpathSync(mkdtempSync(join(folder, 'patient-')));
  const bin = join(home, 'bin');
  mkdirSync(bin);
  symlinkSync(cli, join(bin, 'tinyjuice'));
  const env = {
    HOME: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_DATA_HOME: join(home, 'data'),
    XDG_STATE_HOME: join(home, 'state'),
    PATH: bin + delimiter + (process.env.PATH ?? ''),
    SHELL: '/bin/sh',
  };
  return {
    home,
    env,
    store: join(env.XDG_CACHE_HOME, 'tinyjuice/ccr'),
    events: join(env.XDG_STATE_HOME, 'tinyjuice/events'),
    rules: placeAt(join(env.XDG_CONFIG_HOME, 'tinyjuice')),
  };
}

export async function examine(options: RunOptions) {
  const run = await tinyjuice(['doctor', '--json'], options);
  const { isGood, findings } = JSON.parse(run.text) as { isGood: boolean; findings: readonly Finding[] };
  expect(run.code).toBe(findings.some(({ state }) => state === 'broken') ? 1 : 0);
  expect(isGood).toBe(run.code === 0);
  for (const { state, repair, says } of findings) {
    expect(['ok', 'warn', 'broken', 'disabled']).toContain(state);
    expect([says, repair === undefined]).toEqual([says, state === 'ok']);
    expect(says).not.toContain('\n');
  }
  return { run, of: (name: string) => findings.find(finding => finding.name === name), findings };
}

export const reduceOnce = (env: NodeJS.ProcessEnv) => tinyjuice(['reduce'], { input: noisyLog(2_000), env });
