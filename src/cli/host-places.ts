/** Hosts by name, and where their files are looked for on this machine. */
import { realpathSync, type Stats, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { JuiceError } from '../errors.js';
import { hosts } from '../generated/hosts.js';
import type { Host, Places } from '../hosts/host.js';
import { findCommand } from '../source/command-path.js';
import { quoteWord } from '../text/quote-word.js';
import type { Call } from './command.js';
import type { Environment } from './env.js';
import type { Flags } from './flags.js';

/** @throws {JuiceError} BAD_USE for no name, more than one, or one that no host has. */
export async function namedHost(command: string, { words }: Call): Promise<Host> {
  const [name = '', ...more] = words;
  const load = Object.hasOwn(hosts, name) ? hosts[name] : undefined;
  if (load === undefined || more.length > 0)
    throw new JuiceError('BAD_USE', `${command} takes the name of one host: ${Object.keys(hosts).join(', ')}.`);
  return (await load()).default;
}

export const allHosts = async (): Promise<readonly Host[]> =>
  (await Promise.all(Object.values(hosts).map(load => load()))).map(loaded => loaded.default);

export interface Asked {
  readonly isProject: boolean;
  /** Words of a shell that run us. */
  readonly program: string;
  /** The profile that the hook is to have, unless something else says otherwise. */
  readonly profile: string | undefined;
}

export function placesFor(environment: Environment, { isProject, program, profile }: Asked): Places {
  const { all, home } = environment;
  const root = environment.cwd ?? process.cwd();
  return {
    user({ variable, home: folder }, ...below) {
      const set = variable === undefined ? undefined : absolute(all[variable]);
      const config = folder.startsWith(CONFIG) ? absolute(all.XDG_CONFIG_HOME) : undefined;
      const usual = config === undefined ? join(home, folder) : join(config, folder.slice(CONFIG.length));
      return join(set ?? usual, ...below);
    },
    project: isProject ? (...below) => join(root, ...below) : undefined,
    command: (...words) => [program, ...words, ...(profile === undefined ? [] : ['--profile', profile])].join(' '),
  };
}

/** What a host keeps there follows `XDG_CONFIG_HOME`. */
const CONFIG = '.config/';

const absolute = (path: string | undefined): string | undefined =>
  path !== undefined && isAbsolute(path) ? path : undefined;

/** Where it is remembered what stood in hosts' files before us. */
export const journalDir = ({ eventsFolder }: Environment): string => join(eventsFolder, '..', 'hosts');

/**
 * The words that run this program in a shell, the same whatever its version is: a link of the path by its place, or with
 * `--local` this very file.
 * @throws {JuiceError} BAD_USE where the name is not found, or is somebody else's.
 */
export function ownProgram(flags: Flags, environment: Environment): string {
  const script = process.argv[1] ?? '';
  if (flags.local) return `${quoteWord(process.execPath)} ${quoteWord(realpathSync(script))}`;
  const path = onPath(environment);
  if (path === undefined || realpathSync(path) !== realpathSync(script))
    throw new JuiceError(
      'BAD_USE',
      `${path === undefined ? 'no tinyjuice is' : 'another tinyjuice is'} found by its name, and hosts look for it there. Run npm link in this folder, or install with --local.`,
    );
  return quoteWord(resolve(path));
}

/** Where `tinyjuice` is found by its name. */
export function onPath({ all }: Environment): string | undefined {
  try {
    return findCommand('tinyjuice', all.PATH);
  } catch {
    return undefined; // not there, or not to be run
  }
}

/** Whether a host seems to be on this machine. */
export function isThere(host: Host, places: Places, { all }: Environment): boolean {
  const { programs, folders } = host.signs(places);
  return folders.some(isFolder) || programs.some(program => canRun(program, all.PATH));
}

export function canRun(program: string, path: string | undefined): boolean {
  try {
    return findCommand(program, path) !== '';
  } catch {
    return program.endsWith('.js') && statsOf(program)?.isFile() === true;
  }
}

const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() === true;

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined; // not there, a link that leads to itself, or not for us to see
  }
}
