/** The only file that reads `process.env`. */
import { statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { NO_HOME } from '../ccr/folder.js';
import { refugesIn } from '../ccr/refuge.js';

/** What the environment says, read once at the start. */
export interface Environment {
  /** `TINYJUICE=off|light|full`. */
  readonly profile: string | undefined;
  /** Whose run it is, for what an agent has set for itself. */
  readonly agent: string | undefined;
  /** Some variable sets what a file could set too. */
  readonly hasSettings: boolean;
  /** The user's home folder; `NO_HOME` where there is none. */
  readonly home: string;
  /** The user's shell, for `wrap -c`. */
  readonly shell: string;
  /** Where originals are kept. */
  readonly storeDir: string;
  /** What the user has set: rules and fixtures of their own. */
  readonly configFolder: string;
  /** Which projects the user trusts. */
  readonly trustFile: string;
  /** Where counts of runs are remembered. */
  readonly eventsFolder: string;
  /** Whether they are; `TINYJUICE_RECORD_STATS=0`: no. */
  readonly recordStats: boolean;
  /** For tests: the link of the chain that fails (see `openFaults`). */
  readonly provoke: string | undefined;
  /** What a launcher wrote down before Node started (see `source/start-state.ts`). */
  readonly started: string | undefined;
  /** Where a pipe may be made, best first. */
  readonly temporaryFolders: readonly string[];
  /** Folders for what its own place does not take any more, in each the user's own (`ccr/refuge.ts`). */
  readonly refuges: readonly string[];
  /** Where another process runs, for whom we work; undefined: here. */
  readonly cwd?: string | undefined;
  readonly all: NodeJS.ProcessEnv;
  /** Everything, for a child: without the variable of our launcher. */
  readonly child: NodeJS.ProcessEnv;
}

/** Reads the environment. Without a home folder there is nothing that is not named by a variable of its own. */
export function readEnvironment(): Environment {
  const all = process.env;
  const { TINYJUICE_STARTED: started, ...child } = all;
  const home = homeFolder();
  const folder = (variable: string | undefined, custom: string): string =>
    join(absolute(variable) ?? join(home, custom), 'tinyjuice');
  return {
    profile: all.TINYJUICE === '' ? undefined : all.TINYJUICE,
    agent: all.TINYJUICE_AGENT || undefined,
    hasSettings: Object.keys(child).some(isSetting),
    home,
    shell: all.SHELL === undefined || all.SHELL === '' ? '/bin/sh' : all.SHELL,
    storeDir: join(folder(all.XDG_CACHE_HOME, '.cache'), 'ccr'),
    configFolder: folder(all.XDG_CONFIG_HOME, '.config'),
    trustFile: join(folder(all.XDG_DATA_HOME, '.local/share'), 'trust.json'),
    eventsFolder: join(folder(all.XDG_STATE_HOME, '.local/state'), 'events'),
    recordStats: !['0', 'false', 'no', 'off'].includes(all.TINYJUICE_RECORD_STATS?.toLowerCase() ?? ''),
    provoke: all.TINYJUICE_PROVOKE,
    started,
    temporaryFolders: [...new Set([all.TMPDIR || '/tmp', '/tmp', '/dev/shm'])],
    refuges: refugesIn([...new Set(['/tmp', absolute(all.TMPDIR) ?? '/tmp'])]),
    all,
    child,
  };
}

/** Variables of ours that set nothing: `TINYJUICE` alone says all that it says by `profile`. */
const NO_SETTINGS = ['TINYJUICE_AGENT', 'TINYJUICE_PROVOKE', 'TINYJUICE_BUILD'];

const isSetting = (name: string): boolean => /^(?:TINYJUICE|TOON)_/.test(name) && !NO_SETTINGS.includes(name);

/** The XDG specification: a path that is not absolute is ignored. */
const absolute = (path: string | undefined): string | undefined => (path?.startsWith('/') ? path : undefined);

/**
 * `HOME`, or what the system's user list says where that is empty. A home that is not there is not made: systems give one to users
 * that shall have none (`/nonexistent` on Debian), and root could make it.
 */
function homeFolder(): string {
  try {
    // An empty HOME comes back as it is, and would put the folders where we stand.
    const home = absolute(homedir()) ?? userInfo().homedir;
    return statSync(home).isDirectory() ? home : NO_HOME;
  } catch {
    return NO_HOME; // none is set and none listed, or it is not there
  }
}
