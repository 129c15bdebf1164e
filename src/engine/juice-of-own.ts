/** An engine whose settings are what its owner has given: it reads no file, and no environment. */
import { openMemory } from '../ccr/memory.js';
import { loadSettings } from '../config/load.js';
import type { Book } from '../rules/book.js';
import { attempt } from './attempt.js';
import { type Engine, openEngine } from './engine.js';
import { openRemotes } from './remotes.js';
import type { EngineOptions, EngineSetup } from './settings.js';

/** Where originals are kept, so that something may be left out. */
export interface JuiceStore {
  /** A folder of its own: made where it is not there, 0700. Undefined: in memory alone, while the engine lives. */
  readonly dir?: string | undefined;
}

/** Where rules are. */
export interface JuiceRules {
  readonly dir: string;
}

/** What a library's user may set; all of it may change by `configure`. */
export interface JuiceSettings {
  /** Settings by their names in the configuration, in camelCase: `{ profile: 'light', ccr: { ttlSecs: 3600 } }`. */
  readonly config?: object | undefined;
  /** Undefined: nothing can be had back, so nothing is left out. */
  readonly store?: JuiceStore | undefined;
  /** Rules beside the built-in ones: a folder with `rules` and `fixtures` in it, as a user's own; looked at anew for each call. */
  readonly rules?: JuiceRules | undefined;
  /** The rules, in place of all others: what is to hold of the built-in ones, the book holds too. */
  readonly book?: Book | undefined;
}

export type JuiceOptions = JuiceSettings & Pick<EngineOptions, 'onReport' | 'onWarning' | 'mlText' | 'mlTextMs'>;

/** An engine, and a way to change what it runs with. */
export interface Juice extends Engine {
  /** Holds for all later calls; what is not given stays. What of it cannot be used is told to `onWarning`. */
  configure(changes: JuiceSettings): void;
}

/** @param now milliseconds since 1970. */
export function openJuice(
  { onReport, onWarning, mlText, mlTextMs, ...initial }: JuiceOptions,
  now: () => number,
): Juice {
  let settings: JuiceSettings = initial;
  let last: EngineSetup['loaded'] | undefined;
  const memory = openMemory();
  /** Every folder that has been used, the last one first: what was kept there can still be had back. */
  let storeDirs: readonly string[] = [];
  const told = new Set<string>();
  const say = (message: string): void => {
    if (told.has(message)) return;
    told.add(message);
    attempt(() => onWarning?.(message));
  };
  const remoteOf = openRemotes({ now, variables: {} });
  const open = async (): Promise<EngineSetup> => {
    const { config, store, rules, book } = settings;
    const places = { userFile: '', variables: {}, home: '', given: config };
    last = await loadSettings(places, { say, last });
    const storeDir = store?.dir ?? last.settings.ccr.dir;
    if (storeDir !== undefined) storeDirs = [storeDir, ...storeDirs.filter(dir => dir !== storeDir)];
    return {
      loaded: last,
      storeDir,
      remote: await remoteOf(last.settings.ccr.remote),
      memory: store === undefined && storeDir === undefined ? undefined : memory,
      storeDirs,
      book: async () =>
        book ?? (rules === undefined ? undefined : (await import('./own-rules.js')).openOwnBook(rules, say)),
    };
  };
  return {
    ...openEngine({ open, onReport, onWarning, mlText, mlTextMs, now }),
    configure(changes) {
      settings = { ...settings, ...changes };
    },
  };
}
