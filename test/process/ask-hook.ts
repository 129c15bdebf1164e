/** Asks `tinyjuice hook` what a host would ask it. */
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { allHosts } from '../../src/cli/host-places.js';
import type { Host } from '../../src/hosts/host.js';
import { cli, folder, tinyjuice } from './cli.js';
import { passedTests } from './samples.js';

/** A machine on which `tinyjuice` is found by its name. */
const bin = join(folder, 'bin');
mkdirSync(bin);
symlinkSync(cli, join(bin, 'tinyjuice'));
export const PATH = `${bin}:${process.env.PATH}`;

export const every = (await allHosts()).filter(({ hook }) => hook !== undefined);
export const hooked = every.filter(({ hook }) => hook?.only === undefined);
export const claude = hooked.find(({ name }) => name === 'claude-code') as Host;

export interface Asked {
  readonly host?: Host;
  readonly command?: string;
  readonly text?: string;
  readonly exitCode?: number;
  /** In place of what the payload says. */
  readonly but?: Readonly<Record<string, unknown>>;
  readonly env?: NodeJS.ProcessEnv;
  readonly cli?: string;
  readonly words?: readonly string[];
}

export async function ask({
  host = claude,
  command = 'cargo test',
  text = passedTests,
  exitCode = 0,
  but,
  env,
  cli: other,
  words = [],
}: Asked) {
  const at = mkdtempSync(join(folder, 'sample-'));
  const sample = host.hook?.sample({ command, text, exitCode, folder: at });
  for (const [path, content] of Object.entries(sample?.files ?? {})) writeFileSync(path, content);
  const input = JSON.stringify({ ...sample?.payload, ...but });
  const run = await tinyjuice(['hook', host.name, ...words], {
    input,
    env: { PATH, ...sample?.variables, ...env },
    ...(other === undefined ? {} : { cli: other }),
  });
  expect([run.code, run.signal]).toEqual([0, null]);
  const answer = run.text === '' ? undefined : (JSON.parse(run.text) as Readonly<Record<string, unknown>>);
  const got = answer === undefined ? undefined : (host.hook?.textOf(answer) as string);
  return { answer, got, err: run.err };
}

export const SILENT = { answer: undefined, got: undefined, err: '' };
