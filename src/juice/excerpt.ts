/** Parts of a document as they stand, for a caller who has named its kind: the first that the document road tries. */
import { countNewlines } from '../ccr/newlines.js';
import { MAX_DOCUMENT_BYTES } from '../compressors/compressor.js';
import { writeExcerpt } from '../compressors/excerpt-text.js';
import { isOff } from '../compressors/switches.js';
import { estimateTokens } from '../tokens/estimate.js';
import { type DocumentParts, keepOriginal, MIN_SAVING, SOME_TOKEN } from './kept-document.js';
import { type Reduced, reducedTo } from './reduced.js';
import type { RunOptions } from './run.js';

/** Programs that show a file as it stands. */
const SHOWS = /^(?:cat|bat|batcat|head|tail|sed|nl|less|more|git)$/;

/** The excerpt that is asked for; undefined: none is, or nothing may be left out. */
async function askedExcerpt({ hint, profile, recorder, turnedOff = [] }: RunOptions) {
  if (hint?.isAsked !== true || hint.isWhole || profile !== 'full' || recorder === undefined) return undefined;
  if (isOff([hint.kind], turnedOff)) return undefined;
  return (await import('../excerpts.js')).excerptOf(hint.kind);
}

/** Whether parts of the text are asked for, if it is not too long. */
export const isExcerptAsked = async (options: RunOptions): Promise<boolean> =>
  (await askedExcerpt(options)) !== undefined;

/** Says that there is no excerpt of so long a text, where one was asked for. */
export async function sayTooLong(options: RunOptions): Promise<void> {
  if (await isExcerptAsked(options))
    options.onWarning(`the text has more than ${MAX_DOCUMENT_BYTES} bytes, or too many lines: no part of it is chosen`);
}

/** Parts of the document; undefined where none are asked for, or that does not pay. */
export async function reduceToExcerpt(options: RunOptions, parts: DocumentParts): Promise<Reduced | undefined> {
  const { maxChars, command, query, hint, onWarning } = options;
  const excerpt = await askedExcerpt(options);
  const { bytes, text } = parts;
  if (excerpt === undefined) return undefined;
  const whole = (await import('../excerpts.js')).bareText(text);
  // Lines are those of the original only where none was drawn over.
  if (countOf(text) !== countNewlines(bytes) || whole === '') return undefined;
  const file = hint?.file ?? fileOf(command);
  const found = await excerpt.take(whole, { file, mime: hint?.mime, query, isLate: parts.isLate });
  if (found !== undefined && 'why' in found) onWarning(`${found.why}: the text stays whole`);
  if (found === undefined || 'why' in found) return undefined;
  const taken = found.unit === 'bytes' ? { ...found, total: bytes.length } : found;
  const draft = writeExcerpt(taken, SOME_TOKEN);
  if (estimateTokens(draft) > estimateTokens(text) * (1 - MIN_SAVING) || draft.length > (maxChars ?? draft.length))
    return undefined;
  const gaps = taken.unit === 'lines' ? { ranges: taken.ranges, isCut: false } : undefined;
  const recovery = keepOriginal(bytes, options, gaps);
  if (recovery === undefined) return parts.whole();
  return reducedTo(writeExcerpt(taken, recovery.token), {
    ...parts,
    omittedBytes: Math.max(1, bytes.length - Buffer.byteLength(taken.body)),
    omitted: taken.ranges,
    compressor: excerpt.name,
    recovery,
    note: `${taken.about}, the original is kept`,
  });
}

const countOf = (text: string): number => text.split('\n').length - 1;

/** The file that a command shows, if it is one. */
function fileOf(command: RunOptions['command']): string | undefined {
  const words = typeof command === 'string' ? command.trim().split(/\s+/) : (command ?? []);
  const files = words.slice(1).filter(word => /^[^-|<>;&].*\.\w+['"]?$/.test(word));
  return SHOWS.test(words[0] ?? '') && files.length === 1 ? files[0]?.replace(/^['"]|['"]$/g, '') : undefined;
}
