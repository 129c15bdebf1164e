/**
 * What is remembered of a run: counts and words of our own, never content. No field takes text that a user, a command or
 * an output has written: every word is checked to look like one of ours before it is written, and again when it is read.
 */
import type { Exit, Profile, Report } from '../line.js';

/** How the source ended; `unknown`: nobody told. */
export type ExitClass = 'ok' | 'failed' | 'signal' | 'unknown';

/** One reduction. */
export interface RunEvent {
  readonly event: 'run';
  /** Milliseconds since 1970. */
  readonly timeMs: number;
  /** The surface that it came through: `cli`, `wrap`, `reduce-json`, `library`, or the name of a host's adapter. */
  readonly host: string;
  /** Which session of a host it was, and which kind of subagent: hashes of the host's words. */
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
  /** Of a rule that is not built in: `custom`, since its name is a user's word. So for `rule`. */
  readonly family: string | undefined;
  readonly rule: string | undefined;
  readonly kind: string | undefined;
  readonly shape: string | undefined;
  readonly profile: Profile;
  readonly compressor: string | undefined;
  readonly rawBytes: number;
  readonly outBytes: number;
  /** Estimated, as are `outTokens`. */
  readonly rawTokens: number;
  readonly outTokens: number;
  readonly isLossy: boolean;
  readonly skip: string | undefined;
  readonly exit: ExitClass;
  /** From the start to the end of the output: waiting for the input is a part of it. */
  readonly ms: number;
  /** Bytes of originals that were stored. */
  readonly storeBytes: number;
  /** Tokens of the stored originals, hashes of their bytes: by them a retrieval is known to be of this run. */
  readonly originals: readonly string[];
}

/** An original, or a part of it, was asked for again. */
export interface RetrieveEvent {
  readonly event: 'retrieve';
  readonly timeMs: number;
  readonly host: string;
  readonly original: string;
  /** What was given. */
  readonly bytes: number;
  /** Estimated. */
  readonly tokens: number;
}

export type StatsEvent = RunEvent | RetrieveEvent;

/** An event's line, its line feed included, is shorter than what a pipe takes at once: 4,096 bytes. */
export const MAX_EVENT_BYTES = 4_000;

const VERSION = 1;
/** A run at a terminal may store many; retrievals of further ones are netted off all the same, only of no rule. */
const MAX_ORIGINALS = 100;
/** Characters that one token holds in tool output, about: as in a report. */
const CHARS_PER_TOKEN = 3.3;
const CUSTOM = 'custom';

const WORD = /^[a-z0-9][a-z0-9 ._/-]{0,63}$/;
const ORIGINAL = /^tj_[0-9a-hjkmnp-tv-z]{10}$/;

/** What is known of a run at its end. */
export interface RunFacts {
  /** More than one where it had several outputs; what the longest of them was is told of all. */
  readonly reports: readonly Report[];
  readonly timeMs: number;
  /** A word of ours, never what a caller said. */
  readonly host: string;
  /** Hashes, as in the event. */
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
  readonly profile: Profile;
  readonly exit: Exit;
  readonly ms: number;
}

/** The event of a run; undefined where no byte came. */
export function runEventOf({
  reports,
  timeMs,
  host,
  session,
  agent,
  profile,
  exit,
  ms,
}: RunFacts): RunEvent | undefined {
  const sum = (of: (report: Report) => number): number => reports.reduce((total, report) => total + of(report), 0);
  const [first] = [...reports].sort((a, b) => b.rawBytes - a.rawBytes);
  if (first === undefined || first.rawBytes === 0) return undefined;
  return {
    event: 'run',
    timeMs,
    host,
    session,
    agent,
    profile,
    family: first.isCustomRule ? CUSTOM : first.family,
    rule: first.isCustomRule ? CUSTOM : first.rule,
    kind: first.kind,
    shape: first.shape,
    compressor: first.compressor,
    rawBytes: sum(report => report.rawBytes),
    outBytes: sum(report => report.outBytes),
    rawTokens: sum(report => report.rawTokens),
    outTokens: sum(report => report.outTokens),
    isLossy: reports.some(report => report.isLossy),
    skip: first.skipReason,
    exit: exitClassOf(exit),
    ms: Math.round(ms),
    storeBytes: sum(report => report.recovery?.bytes ?? 0),
    originals: reports.flatMap(({ recovery }) => (recovery === undefined ? [] : [recovery.token])),
  };
}

function exitClassOf({ code, signal }: Exit): ExitClass {
  if (signal !== undefined) return 'signal';
  if (code === undefined) return 'unknown';
  return code === 0 ? 'ok' : 'failed';
}

/** What is known of a retrieval at its end. */
export type RetrieveFacts = Omit<RetrieveEvent, 'event' | 'tokens'>;

/** The event of a retrieval; undefined where it gave nothing. */
export function retrieveEventOf({ timeMs, host, original, bytes }: RetrieveFacts): RetrieveEvent | undefined {
  if (bytes === 0) return undefined;
  return { event: 'retrieve', timeMs, host, original, bytes, tokens: Math.round(bytes / CHARS_PER_TOKEN) };
}

/** The event as one line of ASCII, ended by a line feed, of at most {@link MAX_EVENT_BYTES}. */
export function lineOf(event: StatsEvent): string {
  const { timeMs, ...fields } = event;
  const time = new Date(timeMs).toISOString();
  const known = Object.entries(fields).map(([name, value]) => [name, clean(name, value)]);
  return `${JSON.stringify({ v: VERSION, time, ...Object.fromEntries(known) })}\n`;
}

/** What does not look like a word of ours is not written, whoever handed it in. */
function clean(name: string, value: unknown): unknown {
  if (name === 'originals' && Array.isArray(value)) return value.filter(isOriginal).slice(0, MAX_ORIGINALS);
  if (name === 'original') return isOriginal(value) ? value : undefined;
  if (typeof value === 'string') return WORD.test(value) ? value : 'other';
  return value;
}

const isOriginal = (value: unknown): value is string => typeof value === 'string' && ORIGINAL.test(value);

/** Reads a line back; undefined where it is no event of ours, or one of a later version. */
export function parseEvent(line: string): StatsEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined; // a broken line is counted by who reads
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  const timeMs = typeof fields.time === 'string' ? Date.parse(fields.time) : Number.NaN;
  if (fields.v !== VERSION || Number.isNaN(timeMs) || !isWord(fields.host)) return undefined;
  if (fields.event === 'retrieve') return readRetrieve(fields, { timeMs, host: fields.host });
  return fields.event === 'run' ? readRun(fields, { timeMs, host: fields.host }) : undefined;
}

type Fields = Readonly<Record<string, unknown>>;
type Shared = Pick<StatsEvent, 'timeMs' | 'host'>;

function readRetrieve({ original, bytes, tokens }: Fields, shared: Shared): RetrieveEvent | undefined {
  if (!isOriginal(original) || !isCount(bytes) || !isCount(tokens)) return undefined;
  return { event: 'retrieve', ...shared, original, bytes, tokens };
}

function readRun(fields: Fields, shared: Shared): RunEvent | undefined {
  const { session, agent, family, rule, kind, shape, compressor, skip, profile, exit, isLossy, originals } = fields;
  const { rawBytes, outBytes, rawTokens, outTokens, ms, storeBytes } = fields;
  const words = { session, agent, family, rule, kind, shape, compressor, skip };
  const counts = { rawBytes, outBytes, rawTokens, outTokens, ms, storeBytes };
  if (!areWords(words) || !areCounts(counts) || !isProfile(profile) || !isExit(exit)) return undefined;
  if (typeof isLossy !== 'boolean' || !Array.isArray(originals) || !originals.every(isOriginal)) return undefined;
  return { event: 'run', ...shared, ...words, ...counts, profile, exit, isLossy, originals };
}

const isWord = (value: unknown): value is string => typeof value === 'string' && WORD.test(value);

const areWords = <Name extends string>(words: Record<Name, unknown>): words is Record<Name, string | undefined> =>
  Object.values(words).every(word => word === undefined || isWord(word));

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const areCounts = <Name extends string>(counts: Record<Name, unknown>): counts is Record<Name, number> =>
  Object.values(counts).every(isCount);

const isProfile = (value: unknown): value is Profile => value === 'full' || value === 'light' || value === 'off';

const isExit = (value: unknown): value is ExitClass =>
  value === 'ok' || value === 'failed' || value === 'signal' || value === 'unknown';
