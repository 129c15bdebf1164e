/** What a document says instead of its markup, where the original can be kept: the last that the document road tries. */
import { writeExtract } from '../compressors/extract-text.js';
import { estimateTokens } from '../tokens/estimate.js';
import { type Reduced, reducedTo } from './reduced.js';
import { programOf, type RunOptions } from './run.js';
import type { Sight } from './sight.js';
import { isPageHead } from './turned-off.js';

/** Smaller documents stay as they are, where nothing else is set. */
const MIN_TOKENS = 1_024;
/** What is smaller by less is not worth its original's way back. */
const MIN_SAVING = 0.1;
/** Of a token that is no longer than any is: for the decision alone. */
const SOME_TOKEN = 'tj_0000000000';

/** A page of a browser, by one of its first lines. Whether it surely is one is said when it has been read. */
export const looksLikePage = ({ profile, recorder, turnedOff }: RunOptions, head: readonly string[]): boolean =>
  profile === 'full' && recorder !== undefined && !turnedOff?.includes('html') && isPageHead(head);

interface Parts {
  readonly bytes: Buffer;
  /** As a terminal would show it. */
  readonly text: string;
  readonly sight: Sight;
  isLate(): boolean;
  /** Tokens of what the line road makes of it. */
  rivalTokens(): Promise<number>;
  /** All of it, where it cannot be kept. */
  whole(): Promise<Reduced>;
}

/** The document in words; undefined where it is none that is known, or that does not pay. */
export async function reduceToExtract(options: RunOptions, parts: Parts): Promise<Reduced | undefined> {
  const { bytes, text, sight } = parts;
  const { recorder, maxChars, command, minTokens = MIN_TOKENS } = options;
  if (recorder === undefined || !looksLikePage(options, sight.kind?.lines ?? [])) return undefined;
  const tokens = estimateTokens(text);
  if (tokens < minTokens) return undefined;
  const { extractOf } = await import('../extracts.js');
  const found = extractOf(text, parts);
  if (found === undefined) return undefined;
  const draft = writeExtract(found.name, found.extracted, { token: SOME_TOKEN, bytes: bytes.length });
  const draftTokens = estimateTokens(draft);
  if (draftTokens > tokens * (1 - MIN_SAVING) || draft.length > (maxChars ?? draft.length)) return undefined;
  if (draftTokens >= (await parts.rivalTokens())) return undefined;
  recorder.write(bytes);
  const recovery = recorder.keep({ program: programOf(command) });
  if (recovery === undefined || recovery.isPrefix) {
    options.onWarning(`the original could not be kept: ${recorder.failure?.message ?? 'there is no store'}`);
    return parts.whole();
  }
  const { name, extracted } = found;
  return reducedTo(writeExtract(name, extracted, recovery), {
    ...parts,
    omittedBytes: bytes.length - Buffer.byteLength(extracted.body),
    compressor: name,
    recovery,
    note: 'its text, the original is kept',
  });
}
