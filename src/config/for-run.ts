/** What the settings say for one run: its profile, what its agent has for itself, where its original goes. */
import type { MemoryLimits } from '../ccr/memory.js';
import type { StoreOptions } from '../ccr/recorder.js';
import type { Profile } from '../line.js';
import { type AgentKey, QUICK_SWITCH } from './keys.js';
import type { Source } from './layer.js';
import type { AgentSettings, Settings } from './settings.js';

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
}

/**
 * The profile: what is asked for, then `TINYJUICE`, then `enabled = false`, then what the environment says, the agent's, the
 * project's, the user's. `auto` is left to the surface.
 */
export function profileFor({ settings, sources }: Known, { profile, agent }: Asked): Profile | 'auto' {
  if (profile !== undefined) return profile;
  const source = sources.profile;
  if (source?.variable === QUICK_SWITCH) return settings.profile;
  if (!settings.enabled) return 'off';
  return ofAgent({ settings, sources }, 'profile', agent)?.profile ?? settings.profile;
}

/** How much of a run that went well may stay: the agent's own number, unless the environment or the caller says one. */
export const inlineCharsFor = (known: Known, { agent }: Asked): number =>
  ofAgent(known, 'max_inline_chars', agent)?.maxInlineChars ?? known.settings.maxInlineChars;

/** What the agent has for itself, where nothing stronger says it for all. */
function ofAgent({ settings, sources }: Known, key: AgentKey, name: string | undefined): AgentSettings | undefined {
  if (name === undefined || !Object.hasOwn(settings.agents, name)) return undefined;
  const [ofAll, own] = [sources[key]?.layer, sources[`agents.${name}.${key}`]?.layer];
  const isOutdone = ofAll === 'environment' || (ofAll === 'given' && own !== 'given');
  return isOutdone ? undefined : settings.agents[name];
}

/** Where a process that ends with its run keeps originals; undefined: nowhere, so it leaves nothing out. */
export function storeFor(
  { ccr }: Settings,
  { usualDir, now }: { readonly usualDir: string; readonly now: () => number },
): StoreOptions | undefined {
  if (!ccr.enabled || !ccr.diskTier) return undefined;
  return {
    dir: ccr.dir ?? usualDir,
    ttlSecs: ccr.ttlSecs,
    maxEntries: ccr.diskMaxEntries,
    maxBytes: ccr.diskMaxBytes,
    maxEntryBytes: ccr.maxEntryBytes,
    secrets: ccr.secrets,
    now,
  };
}

/** What a process that lives on may hold of originals in its memory; undefined: nothing. */
export function memoryFor({ ccr }: Settings, now: () => number): MemoryLimits | undefined {
  const { enabled, maxEntries, maxBytes, ttlSecs, secrets } = ccr;
  return enabled && maxEntries > 0 && maxBytes > 0 ? { maxEntries, maxBytes, ttlSecs, secrets, now } : undefined;
}
