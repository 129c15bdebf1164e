/** What a document says instead of its markup, where the original can be kept: the last that the document road tries. */
import { writeExtract } from '../compressors/extract-text.js';
import { estimateTokens } from '../tokens/estimate.js';
import { type DocumentParts, keepOriginal, MIN_SAVING, SOME_TOKEN } from './kept-document.js';
import { type Reduced, reducedTo } from './reduced.js';
import type { RunOptions } from './run.js';
import { isPageHead } from './turned-off.js';

/** Smaller documents stay as they are, where nothing else is set. */
const MIN_TOKENS = 1_024;
/** A page of a browser, by one of its first lines. Whether it surely is one is said when it has been read. */
export const looksLikePage = ({ profile, recorder, turnedOff }: RunOptions, head: readonly string[]): boolean =>
  profile === 'full' && recorder !== undefined && !turnedOff?.includes('html') && isPageHead(head);

interface Parts extends DocumentParts {
  /** Tokens of what the line road makes of it. */
  rivalTokens(): Promise<number>;
}

/** The document in words; undefined where it is none that is known, or that does not pay. */
export async function reduceToExtract(options: RunOptions, parts: Parts): Promise<Reduced | undefined> {
  const { bytes, text, sight } = parts;
  const { maxChars, minTokens = MIN_TOKENS } = options;
  if (!looksLikePage(options, sight.kind?.lines ?? [])) return undefined;
  const tokens = estimateTokens(text);
  if (tokens < minTokens) return undefined;
  const { extractOf } = await import('../extracts.js');
  const found = extractOf(text, parts);
  if (found === undefined) return undefined;
  const draft = writeExtract(found.name, found.extracted, { token: SOME_TOKEN, bytes: bytes.length });
  const draftTokens = estimateTokens(draft);
  if (draftTokens > tokens * (1 - MIN_SAVING) || draft.length > (maxChars ?? draft.length)) return undefined;
  if (draftTokens >= (await parts.rivalTokens())) return undefined;
  const recovery = keepOriginal(bytes, options);
  if (recovery === undefined) return parts.whole();
  const { name, extracted } = found;
  return reducedTo(writeExtract(name, extracted, recovery), {
    ...parts,
    omittedBytes: bytes.length - Buffer.byteLength(extracted.body),
    compressor: name,
    recovery,
    note: 'its text, the original is kept',
  });
}
