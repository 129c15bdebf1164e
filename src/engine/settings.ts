/** What one engine runs with. Handed in: nothing here reads files or the environment. */
import type { MemoryTier } from '../ccr/memory.js';
import type { Recorder, Recovery } from '../ccr/recorder.js';
import type { Remote } from '../ccr/remote.js';
import { openTiered, type Tiers } from '../ccr/tiers.js';
import type { KindHint } from '../classify/hint.js';
import { inlineCharsFor, memoryFor, profileFor, storeFor } from '../config/for-run.js';
import type { Loaded } from '../config/load.js';
import { type Tuning, tuningOf } from '../juice/tuning.js';
import type { Profile, Report } from '../line.js';
import type { Book } from '../rules/book.js';

export type AskedProfile = Profile | 'auto';

/** What is told after each run: counts, never content. */
export interface RunReport extends Report {
  readonly profile: Profile;
  /** How the command ended; undefined: nobody said. */
  readonly exitCode: number | undefined;
  readonly ms: number;
}

/** What holds for one call, as it is set now. */
export interface EngineSetup {
  readonly loaded: Loaded;
  /** Where originals go where the settings name no folder; undefined: nowhere, so nothing is left out. */
  readonly storeDir: string | undefined;
  /** Where originals may lie, the likeliest first. */
  readonly storeDirs: readonly string[];
  /** Originals of a process that lives on; undefined: it ends with its answer. */
  readonly memory?: MemoryTier | undefined;
  /** Where machines share what they keep; undefined: nowhere. */
  readonly remote?: Remote | undefined;
  /** The rules; undefined: the built-in ones alone. */
  book(): Promise<Book | undefined>;
}

/** A model of the host's that tells prose shorter. It may fail; `signal` says when nobody waits any more. */
export type MlText = (text: string, about: { readonly signal: AbortSignal }) => Promise<string>;

/** All that an engine needs of the outside. */
export interface EngineOptions {
  /** Asked before each call, so that what is set may change under way. @param cwd whose project's rules and settings hold. */
  open(cwd: string | undefined): Promise<EngineSetup>;
  readonly onReport?: ((report: RunReport) => void) | undefined;
  /** Told after something of an original has been given by the retrieval tool, where that is to be counted. */
  readonly onRetrieve?: ((given: { readonly token: string; readonly bytes: number }) => void) | undefined;
  /** One line: a fault of ours, or a store that failed. Silent where it is not given. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Asked for prose, where `compressors.ml_text` is true. */
  readonly mlText?: MlText | undefined;
  /** How long it is waited for; 10 s where nothing is said. */
  readonly mlTextMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Who asks, and for what. */
export interface Asked {
  readonly profile?: AskedProfile | undefined;
  readonly agent?: string | undefined;
  readonly host?: string | undefined;
}

/** What settings make of one call. */
export interface CallSetup {
  readonly profile: Profile;
  readonly tuning: Tuning;
  /** Where originals go; undefined: nowhere. */
  readonly store: Tiers | undefined;
}

/** `auto` is `full`: who asks by this way can retrieve. */
export function callSetup({ loaded, storeDir, memory: tier }: EngineSetup, asked: Asked, now: () => number): CallSetup {
  const profile = profileFor(loaded, asked);
  const usualDir = storeDir ?? loaded.settings.ccr.dir;
  const disk = usualDir === undefined ? undefined : storeFor(loaded.settings, { usualDir, now });
  const limits = tier === undefined ? undefined : memoryFor(loaded.settings, now);
  const memory = tier === undefined || limits === undefined ? undefined : { tier, limits };
  return {
    profile: profile === 'auto' ? 'full' : profile,
    tuning: tuningOf(loaded.settings, inlineCharsFor(loaded, asked)),
    store: disk === undefined && memory === undefined ? undefined : { disk, memory },
  };
}

/** The host's model, and how long it may take. */
export interface Model {
  readonly mlText: MlText;
  readonly waitMs: number;
}

const ML_TEXT_MS = 10_000;

/** Undefined: there is none, or it is not wanted. */
export const modelFor = ({ loaded }: EngineSetup, engine: EngineOptions): Model | undefined => {
  const { mlText, mlTextMs = ML_TEXT_MS } = engine;
  return mlText !== undefined && loaded.settings.compressors.mlText ? { mlText, waitMs: mlTextMs } : undefined;
};

/** Where a host has a model of its own, prose is left to that: turned off, late or failed, it leaves the text as it is. */
export const hintFor = (hint: KindHint | undefined, { mlText }: EngineOptions): KindHint | undefined =>
  hint?.kind === 'prose' && mlText !== undefined ? { ...hint, isWhole: true } : hint;

/** The recorder of one run; none without a store, and for what leaves nothing out. */
export const recorderFor = ({ store }: CallSetup, profile: Profile): Recorder | undefined =>
  store === undefined || profile !== 'full' ? undefined : openTiered(store);

/** What is done once an original has been kept; undefined: nothing. */
export function sharingOf({ remote, loaded }: EngineSetup, { store }: CallSetup) {
  const dir = store?.disk?.dir;
  if (remote === undefined || dir === undefined) return undefined;
  return ({ token }: Pick<Recovery, 'token'>): Promise<void> => remote.share(dir, token, loaded.settings.ccr.ttlSecs);
}
