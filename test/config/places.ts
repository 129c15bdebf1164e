/** Places for settings in a fresh folder, read as a run would. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Loaded, loadSettings, type SettingsPlaces } from '../../src/config/load.js';

/** Removed after the tests of this file. */
export const folder = mkdtempSync(join(tmpdir(), 'tinyjuice-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The user's file, written by `load`. */
export const userFile = join(folder, 'config.toml');
export const projectPath = '/project/.tinyjuice/config.toml';

/** What stands where; what is not named is not there. */
export interface Given extends Partial<Omit<SettingsPlaces, 'project'>> {
  readonly user?: string | Buffer;
  readonly project?: string;
  readonly last?: Loaded;
}

/** Writes the places down, and loads them. */
export async function load({
  user,
  project,
  last,
  ...places
}: Given): Promise<Loaded & { readonly said: readonly string[] }> {
  if (user === undefined) rmSync(userFile, { recursive: true, force: true });
  else writeFileSync(userFile, user);
  const said: string[] = [];
  const of =
    project === undefined
      ? {}
      : { project: { stamp: () => project, read: () => ({ path: projectPath, bytes: Buffer.from(project) }) } };
  const all = { userFile, variables: {}, home: '/home/me', ...places, ...of };
  const loaded = await loadSettings(all, { say: message => said.push(message), last });
  return { ...loaded, said };
}
