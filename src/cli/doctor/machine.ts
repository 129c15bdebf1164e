/** What we run on. */
import { closeSync, realpathSync } from 'node:fs';
import type { Settings } from '../../config/settings.js';
import { errnoOf, JuiceError } from '../../errors.js';
import { findCommand } from '../../source/command-path.js';
import type { PtyOpener } from '../../source/pty.js';
import { printable } from '../../text/printable.js';
import type { Finding } from './finding.js';
import type { ShowPath } from './shown-path.js';

/** Below it, the program does not run as it should. */
const FLOOR = [20, 19] as const;

/** @param version as `process.version`. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const isOld = major < FLOOR[0] || (major === FLOOR[0] && minor < FLOOR[1]);
  if (!isOld) return { name: 'node', state: 'ok', says: version };
  return {
    name: 'node',
    state: 'broken',
    says: `${version} is older than ${FLOOR.join('.')}`,
    repair: 'nvm install 22',
  };
}

/** Whether runs reduce at all, as the environment and the settings say. */
export function checkProfile(
  profile: string | undefined,
  { enabled, profile: set }: Pick<Settings, 'enabled' | 'profile'>,
): Finding {
  const name = 'profile';
  const asIs = 'all bytes go through as they are';
  if (profile === 'off') return { name, state: 'disabled', says: `TINYJUICE=off: ${asIs}`, repair: 'unset TINYJUICE' };
  if (profile !== undefined && !['auto', 'full', 'light'].includes(profile))
    return {
      name,
      state: 'broken',
      says: 'TINYJUICE is none of off, light, full, auto: every run refuses it',
      repair: 'unset TINYJUICE',
    };
  if (profile !== undefined) return { name, state: 'ok', says: profile };
  if (!enabled) return { name, state: 'disabled', says: `enabled = false: ${asIs}`, repair: 'tinyjuice config' };
  if (set === 'off') return { name, state: 'disabled', says: `profile = "off": ${asIs}`, repair: 'tinyjuice config' };
  return { name, state: 'ok', says: set };
}

export interface OwnPlace {
  /** The script that is running. */
  readonly script: string;
  /** Value of PATH. */
  readonly path: string | undefined;
}

/** Whether what the last line of an output tells to run (`tinyjuice retrieve`) is us. */
export function checkPath({ script, path }: OwnPlace): Finding {
  const name = 'path';
  const repair = 'npm link';
  try {
    const found = realpathSync(findCommand('tinyjuice', path));
    if (found === realpathSync(script)) return { name, state: 'ok', says: 'tinyjuice is found by its name' };
    return {
      name,
      state: 'warn',
      says: 'another tinyjuice is found by this name: it may not read what this one stores',
      repair,
    };
  } catch (error) {
    if (!(error instanceof JuiceError) && errnoOf(error) === undefined) throw error;
    return {
      name,
      state: 'warn',
      says: 'no tinyjuice is found by its name: nobody can run what outputs tell to run',
      repair,
    };
  }
}

/** Whether `wrap` can give a command a terminal. Opens one. */
export function checkPty(openPty: PtyOpener | undefined, perl: string | undefined): readonly Finding[] {
  const name = 'pty';
  const repair = 'npm install --include=optional';
  if (openPty === undefined)
    return [{ name, state: 'warn', says: 'node-pty does not load: wrap uses a pipe, also at a terminal', repair }];
  try {
    const { master, slave } = openPty({ columns: 80, rows: 24 });
    closeSync(master);
    closeSync(slave);
  } catch (error) {
    const says = `no pseudo-terminal can be opened (${errnoOf(error) ?? 'unknown reason'}): wrap uses a pipe`;
    return [{ name, state: 'warn', says, repair: 'ls -l /dev/ptmx' }];
  }
  if (perl !== undefined) return [{ name, state: 'ok', says: 'wrap gives commands a terminal where it stands at one' }];
  const says = 'there is no perl: what a command leaves in the background at a terminal gets SIGHUP';
  return [{ name, state: 'warn', says, repair: 'sudo apt-get install perl' }];
}

/** The shell that `wrap -c` uses. */
export function checkShell(shell: string, show: ShowPath): Finding {
  const name = 'shell';
  try {
    findCommand(shell, undefined);
    return { name, state: 'ok', says: show(shell) };
  } catch (error) {
    if (!(error instanceof JuiceError)) throw error;
    return {
      name,
      state: 'broken',
      says: `SHELL (${printable(show(shell))}) cannot be run: wrap -c fails`,
      repair: 'export SHELL=/bin/sh',
    };
  }
}
