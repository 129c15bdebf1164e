/** What the settings say for one run: its profile, what its agent and its host have for themselves, where its original goes. */
import type { MemoryLimits } from '../ccr/memory.js';
import type { StoreOptions } from '../ccr/recorder.js';
import type { Profile } from '../line.js';
import { camelOf, OWNERS, type OwnKey, QUICK_SWITCH } from './keys.js';
import type { Source } from './layer.js';
import type { OwnSettings, Settings } from './settings.js';

/** As far as this needs it. */
interface Known {
  readonly settings: Settings;
  readonly sources: Readonly<Record<string, Source>>;
}

export interface Asked {
  /** By a flag, or in the request. */
  readonly profile?: Profile | 'auto' | undefined;
  /** Whose run it is. */
  readonly agent?: string | undefined;
  /** The agent's program. */
  readonly host?: string | undefined;
}

/**
 * The profile: what is asked for, then `TINYJUICE`, then `enabled = false`, then what the environment says, the agent's, the
 * host's, the project's, the user's. `auto` is left to the surface.
 */
export function profileFor({ settings, sources }: Known, asked: Asked): Profile | 'auto' {
  if (asked.profile !== undefined) return asked.profile;
  const source = sources.profile;
  if (source?.variable === QUICK_SWITCH) return settings.profile;
  if (!settings.enabled) return 'off';
  return ownOf({ settings, sources }, 'profile', asked)?.profile ?? settings.profile;
}

/** How much of a run that went well may stay: the number of the agent or its host, unless the environment or the caller says one. */
export const inlineCharsFor = (known: Known, asked: Asked): number =>
  ownOf(known, 'max_inline_chars', asked)?.maxInlineChars ?? known.settings.maxInlineChars;

/** What the agent has for itself, then its host, where nothing stronger says it for all. */
function ownOf({ settings, sources }: Known, key: OwnKey, { agent, host }: Asked): OwnSettings | undefined {
  const names = { agents: agent, hosts: host };
  const ofAll = sources[key]?.layer;
  for (const table of OWNERS) {
    const name = names[table];
    const own = name !== undefined && Object.hasOwn(settings[table], name) ? settings[table][name] : undefined;
    if (name === undefined || own === undefined || !(camelOf(key) in own)) continue;
    const isGiven = sources[`${table}.${name}.${key}`]?.layer === 'given';
    if (ofAll !== 'environment' && (ofAll !== 'given' || isGiven)) return own;
  }
  return undefined;
}

/** What a store needs that no setting says. */
export interface StorePlaces {
  readonly usualDir: string;
  readonly refuges?: readonly string[] | undefined;
  readonly now: () => number;
}

/** Where a process that ends with its run keeps originals; undefined: nowhere, so it leaves nothing out. */
export function storeFor({ ccr }: Settings, { usualDir, now, refuges }: StorePlaces): StoreOptions | undefined {
  if (!ccr.enabled || !ccr.diskTier) return undefined;
  return {
    dir: ccr.dir ?? usualDir,
    ttlSecs: ccr.ttlSecs,
    maxEntries: ccr.diskMaxEntries,
    maxBytes: ccr.diskMaxBytes,
    maxEntryBytes: ccr.maxEntryBytes,
    secrets: ccr.secrets,
    refuges,
    now,
  };
}

/** What a process that lives on may hold of originals in its memory; undefined: nothing. */
export function memoryFor({ ccr }: Settings, now: () => number): MemoryLimits | undefined {
  const { enabled, maxEntries, maxBytes, ttlSecs, secrets } = ccr;
  return enabled && maxEntries > 0 && maxBytes > 0 ? { maxEntries, maxBytes, ttlSecs, secrets, now } : undefined;
}
