/** What a run is set to, and its rules. Two looks tell that there is nothing but what is built in. */
import { join } from 'node:path';
import { openRecorder, type Recorder, type StoreOptions } from '../ccr/recorder.js';
import { isRefuge } from '../ccr/refuge.js';
import { inlineCharsFor, profileFor, storeFor } from '../config/for-run.js';
import { QUICK_SWITCH } from '../config/keys.js';
import type { Loaded, LoadOptions } from '../config/load.js';
import { NOTHING_SET } from '../config/nothing-set.js';
import type { Say } from '../custom/custom-rules.js';
import type { Project } from '../custom/project.js';
import { JuiceError } from '../errors.js';
import { type Tuning, tuningOf } from '../juice/tuning.js';
import type { Profile } from '../line.js';
import type { Book } from '../rules/book.js';
import type { Environment } from './env.js';
import type { Flags } from './flags.js';
import { isThere } from './is-there.js';
import { warn } from './output-now.js';

export interface Setup {
  readonly loaded: Loaded;
  /** Where originals are written, and the other places where they may lie. */
  readonly storeDir: string;
  readonly storeDirs: readonly string[];
  /** The rules; undefined: the built-in ones alone. A fault in the others costs nothing but them. */
  book(): Promise<Book | undefined>;
}

export interface SetupOptions {
  /** Also where the quick switch alone says something, which a run need not load anything for. */
  readonly isWhole?: boolean;
  /** Takes what is wrong, line by line; stderr where it is not given. */
  readonly say?: Say;
  /** What was loaded before: what it has said is not said again. */
  readonly last?: Loaded | undefined;
}

/** Reads what is set. What of it cannot be used is said, and costs nothing but itself. */
export async function openSetup(
  environment: Environment,
  { isWhole = false, say = warn, last }: SetupOptions = {},
): Promise<Setup> {
  const { configFolder, trustFile, storeDir: usualDir, hasSettings } = environment;
  const isUserSet = isThere(configFolder);
  const isAnyTrusted = isThere(trustFile);
  const project = isAnyTrusted ? await attempt('trust', () => readProject(environment, say)) : undefined;
  const hasFiles = (isUserSet && isThere(join(configFolder, CONFIG_FILE))) || project !== undefined;
  const isSet = isWhole || hasFiles || hasSettings;
  const loaded = isSet ? await attempt('settings', () => load(environment, project, { say, last })) : undefined;
  const storeDir = loaded?.settings.ccr.dir ?? usualDir;
  return {
    loaded: loaded ?? NOTHING_SET,
    storeDir,
    get storeDirs() {
      return [...new Set([storeDir, ...(loaded?.storeDirs ?? []), usualDir, ...environment.refuges.filter(isRefuge)])];
    },
    async book() {
      const hasRules = project !== undefined || (isUserSet && isThere(join(configFolder, 'rules')));
      return hasRules ? attempt('custom rules', () => readBook(environment, project)) : undefined;
    },
  };
}

const CONFIG_FILE = 'config.toml';

const readProject = async (environment: Environment, say: Say): Promise<Project | undefined> =>
  (await import('./custom-places.js')).projectOf(environment, say);

async function load(environment: Environment, project: Project | undefined, options: LoadOptions): Promise<Loaded> {
  const [{ loadSettings }, { settingsPlaces }] = await Promise.all([
    import('../config/load.js'),
    import('./settings-places.js'),
  ]);
  return loadSettings(settingsPlaces(environment, project), options);
}

const readBook = async (environment: Environment, project: Project | undefined): Promise<Book | undefined> =>
  (await import('./custom-places.js')).openCustomBook(environment, warn, { project });

/** A fault of ours in what is not built in must not stop a run. */
async function attempt<Result>(what: string, work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    warn(`internal fault in ${what} (${error instanceof Error ? error.message : String(error)}): left out`);
    return undefined;
  }
}

/** What flags and settings make of one run. */
export interface RunSetup {
  readonly profile: Profile;
  readonly tuning: Tuning;
  /** Where what is left out can be kept; undefined: nowhere, so nothing may be left out. */
  readonly store: StoreOptions | undefined;
  /** The recorder of one stream; none for `light` (it leaves nothing out), and where originals are not to be kept. */
  recorder(): Recorder | undefined;
}

/** `auto` is `full` for explicit `reduce` and `wrap`. */
export function runSetup(flags: Flags, environment: Environment, setup: Setup): RunSetup {
  const { settings } = setup.loaded;
  const asked = { profile: askedProfile(flags, environment), agent: flags.agent ?? environment.agent };
  const known = profileFor(setup.loaded, asked);
  const profile = known === 'auto' ? 'full' : known;
  const kept = storeFor(settings, { usualDir: setup.storeDir, refuges: environment.refuges, now: Date.now });
  const isWanted = flags.store !== false && flags['store-as'] !== 'off';
  const store = profile === 'full' && isWanted ? kept : undefined;
  return {
    profile,
    tuning: { ...tuningOf(settings, inlineCharsFor(setup.loaded, asked)), hasWholePlaces: flags.matchers },
    store,
    recorder: () => (store === undefined ? undefined : openRecorder(store)),
  };
}

/**
 * The profile that the flags or `TINYJUICE` name; undefined: neither does.
 * @throws {JuiceError} BAD_FLAG for a word in `TINYJUICE` that is no profile.
 */
export function askedProfile(flags: Flags, { profile }: Environment): Profile | 'auto' | undefined {
  if (flags.raw) return 'off';
  const asked = flags.profile ?? profile;
  switch (asked) {
    case undefined:
    case 'auto':
    case 'full':
    case 'light':
    case 'off':
      return asked;
    default:
      throw new JuiceError('BAD_FLAG', `${QUICK_SWITCH}: "${asked}" is no profile. Write off, light, full or auto.`);
  }
}
