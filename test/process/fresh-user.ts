import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { cli, folder, tinyjuice } from './cli.js';

/** A user who has this program on the path, and nothing else of ours. */
export function freshUser() {
  const home = mkdtempSync(join(folder, 'user-'));
  const bin = join(home, 'bin');
  mkdirSync(bin);
  symlinkSync(cli, join(bin, 'tinyjuice'));
  symlinkSync(process.execPath, join(bin, 'node'));
  const folders = { XDG_CONFIG_HOME: join(home, '.config'), XDG_STATE_HOME: join(home, 'state') };
  const env = { HOME: home, PATH: `${bin}:/usr/bin:/bin`, ...folders };
  const run = (words: readonly string[], more: Readonly<Record<string, unknown>> = {}) =>
    tinyjuice(words, { env, cli: join(bin, 'tinyjuice'), spawn: { cwd: home }, ...more });
  return { home, bin, env, run };
}
