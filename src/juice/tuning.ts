/** What settings and flags change in a reduction. */

import type { Switch } from '../compressors/switches.js';
import { switchesOff } from '../compressors/switches.js';
import type { Settings } from '../config/settings.js';

/** What is not given is as where nothing is set. */
export interface Tuning {
  /** Smaller inputs are only rendered. */
  readonly minBytes?: number | undefined;
  /** How much of a verdict that went well may stay (`ClampPolicy`). */
  readonly inlineChars?: number | undefined;
  /** Smaller documents are not shortened for good. */
  readonly minTokens?: number | undefined;
  /** What passes as it is. */
  readonly turnedOff?: readonly Switch[] | undefined;
  /** JSON may be written as TOON too. */
  readonly toon?: ToonTuning | undefined;
  /** Asterisks stand in the place of secrets before anybody sees the text, the store too. */
  readonly redactOutput?: boolean | undefined;
  /** Each finding says its file itself: whoever reads line by line needs that. */
  readonly hasWholePlaces?: boolean | undefined;
}

/** How TOON is used where it is turned on. */
export interface ToonTuning {
  /** Only of texts with more. */
  readonly minBytes: number;
  /** Where it fails, the others are used. */
  readonly isFailOpen: boolean;
  /** What it saves is told. */
  readonly areStatsTold: boolean;
}

const toonOf = ({ toon: { enabled, minBytes, failOpen, logStats } }: Settings): ToonTuning | undefined =>
  enabled ? { minBytes, isFailOpen: failOpen, areStatsTold: logStats } : undefined;

/** @param inlineChars of the agent, where it has a number of its own (`inlineCharsFor`). */
export function tuningOf(settings: Settings, inlineChars = settings.maxInlineChars): Tuning {
  return {
    minBytes: settings.minBytesToCompress,
    inlineChars,
    minTokens: settings.ccr.minTokens,
    turnedOff: switchesOff(settings.compressors),
    toon: toonOf(settings),
    redactOutput: settings.redactOutput,
  };
}
