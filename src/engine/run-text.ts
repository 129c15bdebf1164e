/** One text through the engine. */
import { Readable } from 'node:stream';
import type { Recorder, Recovery } from '../ccr/recorder.js';
import { openTiered, type Tiers } from '../ccr/tiers.js';
import type { KindHint } from '../classify/hint.js';
import { reduceAtOnce } from '../juice/at-once.js';
import { reportOf } from '../juice/report.js';
import type { Tuning } from '../juice/tuning.js';
import { juice } from '../juice.js';
import type { Profile, Report } from '../line.js';
import type { Book } from '../rules/book.js';
import { openCollector } from '../sink/collector.js';
import { slicesOf } from '../source/slices.js';
import { hasLoneSurrogate } from '../text/lone-surrogate.js';
import { estimateTokens } from '../tokens/estimate.js';
import type { Model } from './settings.js';

export interface TextRun {
  readonly profile: Profile;
  readonly book: Book | undefined;
  readonly command: string | readonly string[] | undefined;
  readonly exitCode: number | undefined;
  /** What the caller says that the text is. */
  readonly hint?: KindHint | undefined;
  /** What the reader looks for. */
  readonly query?: string | undefined;
  /** Hard limit in characters. */
  readonly maxChars: number | undefined;
  /** Where the original goes; undefined: nothing may be left out. */
  recorder(): Recorder | undefined;
  /** Undefined: none is set, or it is turned off. */
  readonly model: Model | undefined;
  readonly tuning: Tuning;
  /** Once the original has been kept. */
  readonly onKept?: ((recovery: Pick<Recovery, 'token'>) => Promise<void>) | undefined;
  onWarning(message: string): void;
}

/** A reduced text, and what was done. */
export interface ReducedText {
  readonly text: string;
  readonly report: Report;
}

/** Reduces a text as the filter does, unless it is prose that the host's own model tells shorter. */
export async function runText(text: string, run: TextRun): Promise<ReducedText> {
  const bytes = Buffer.from(text, 'utf8');
  const { profile } = run;
  const skipReason = profile === 'off' ? 'off' : hasLoneSurrogate(text) ? 'half a character' : undefined;
  if (skipReason !== undefined || profile === 'off')
    return { text, report: reportOf({ rawBytes: bytes.length, skipReason }) };
  // The first that can do it; what comes out is the same for the last two.
  const reduced =
    (await retold(text, run)) ?? (await atOnce(bytes, run, profile)) ?? (await streamed(bytes, run, profile));
  const { recovery } = reduced.report;
  if (recovery !== undefined) await run.onKept?.(recovery);
  return isWorse(reduced, text)
    ? { text, report: reportOf({ rawBytes: bytes.length, skipReason: 'no smaller' }) }
    : reduced;
}

/** What moves a cursor may take a terminal many blanks to show. */
const isWorse = ({ text, report }: ReducedText, raw: string): boolean =>
  !report.isLossy && report.outBytes > report.rawBytes && estimateTokens(text) > estimateTokens(raw);

async function retold(text: string, run: TextRun): Promise<ReducedText | undefined> {
  if (run.model === undefined) return undefined;
  const { retell } = await import('./ml-text.js');
  return retell(text, run);
}

type Reducing = Exclude<Profile, 'off'>;

async function atOnce(bytes: Buffer, run: TextRun, profile: Reducing): Promise<ReducedText | undefined> {
  const once = await reduceAtOnce(bytes, { ...runOptionsOf(run), profile, isComplete: true });
  if (once?.failure !== undefined) throw once.failure;
  return once === undefined ? undefined : { text: once.bytes.toString('utf8'), report: once.report };
}

async function streamed(bytes: Buffer, run: TextRun, profile: Reducing): Promise<ReducedText> {
  const out = openCollector();
  const source = Readable.from(slicesOf(bytes), { objectMode: false });
  const report = await juice(source, out.stream, { ...runOptionsOf(run), profile, isComplete: true });
  return { text: out.text(), report };
}

/** How `juice` is to run, but for the profile. */
export const runOptionsOf = ({
  book,
  command,
  hint,
  query,
  exitCode,
  maxChars,
  recorder,
  tuning,
  onWarning,
}: TextRun) => ({
  ...tuning,
  book,
  ...(command === undefined ? {} : { command }),
  hint,
  query,
  exit: async () => ({ code: exitCode, signal: undefined }),
  maxChars,
  recorder: recorder(),
  onWarning,
});

/** Keeps a text whatever becomes of it; undefined where the store takes nothing. */
export function keepText(text: string, store: Tiers, program: string | undefined): Recovery | undefined {
  const recorder = openTiered(store);
  recorder?.write(Buffer.from(text, 'utf8'));
  return recorder?.keep({ program });
}
