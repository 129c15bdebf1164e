/** The document road of one run: whether a text may take it, and what comes of it, beside what the line road makes. */
import { openUnstored } from '../ccr/unstored.js';
import { FORM_SHAPES } from '../compressors/compressor.js';
import { JuiceError } from '../errors.js';
import type { Form } from '../forms.js';
import { renderWhole } from '../pipeline/render-whole.js';
import { HEAD_SIZE } from '../text/head.js';
import { estimateTokens } from '../tokens/estimate.js';
import { isExcerptAsked, reduceToExcerpt } from './excerpt.js';
import { looksLikePage, reduceToExtract } from './extract.js';
import { givenUp, type Reduced, reducedTo } from './reduced.js';
import type { RunOptions } from './run.js';
import type { Sight } from './sight.js';
import { hasToonFor, onToonFault, TOON, toonStats } from './toon.js';

/** A longer form must be smaller than what the line road shows of the text, as rows of a listing must. */
const MAX_WHOLE_CHARS = 64_000;

/** Time of the processor that all of a text's forms together may take: far more than any text needs, however busy the machine is. */
const MAX_CPU_MS = 6_000;

/** The smallest form of a part of a text. */
export type FormOf = (text: string) => Form | undefined;

/** A run that a person may watch. */
type Watched = RunOptions & { readonly isInteractive?: boolean };

/** Whether the run's text may take the document road, as far as its head says. */
export async function mayBeDocument(options: Watched, sight: Sight): Promise<boolean> {
  if (!mayHaveForms(options, sight)) return false;
  if (looksLikePage(options, sight.kind?.lines ?? []) || (await isExcerptAsked(options))) return true;
  const { mayHaveForm } = await import('../forms.js');
  return mayHaveForm(sight.kind?.lines ?? [], options.turnedOff);
}

/** Undefined where no part of the run's text gets another form: it is read on purpose, or is one document that has none. */
export async function formsOfParts(options: Watched, sight: Sight): Promise<FormOf | undefined> {
  const first = sight.kind?.lines.find(line => line.trim() !== '') ?? '';
  if (!mayHaveForms(options, sight) || /^\s*[[{]/.test(first)) return undefined;
  const { formOf } = await import('../forms.js');
  return text => formOf(text, { ...openHints(options, sight), head: text.slice(0, HEAD_SIZE).split('\n') });
}

function mayHaveForms(options: Watched, { start, kind }: Sight): boolean {
  const found = kind?.found;
  // A person who watches must not wait for the end.
  if (options.isInteractive === true || options.lineEnd === '\r\n' || options.hasWholePlaces) return false;
  if (kind === undefined || found === undefined || start.through > 0 || kind.isCrText) return false;
  // A log is read to its end only where that has come, and only for what may leave nothing out.
  const isLog = found.shape === 'stream' && options.profile === 'light' && options.isComplete === true;
  return !found.isExact && (isLog || FORM_SHAPES.includes(found.shape));
}

/**
 * The text in its smallest form; undefined where the line road makes less of it, or no form pays.
 * @param lineRoad runs the line road on the same bytes.
 */
export async function reduceDocument(
  bytes: Buffer,
  { options, sight, lineRoad }: { options: RunOptions; sight: Sight; lineRoad(asked: RunOptions): Promise<Reduced> },
): Promise<Reduced | undefined> {
  try {
    if (options.provoke === 'document') throw new Error('provoked');
    const text = renderWhole(bytes);
    const excerpt = await reduceToExcerpt(options, {
      bytes,
      text,
      sight,
      isLate: openDeadline(),
      whole: () => lineRoad({ ...options, recorder: undefined }),
    });
    if (excerpt !== undefined) return excerpt;
    const form = await formOfText(text, options, sight);
    if (form === undefined) return await extractFrom({ bytes, text, sight }, options, lineRoad);
    const { maxChars } = options;
    if (maxChars !== undefined && form.text.length > maxChars) return undefined;
    const rival = await lineRoad(unheard(options));
    // All of the text goes before a part of it.
    const isWhole =
      rival.report.isLossy && !form.isSlight && (maxChars !== undefined || form.text.length <= MAX_WHOLE_CHARS);
    if (!isWhole && estimateTokens(rival.bytes.toString('utf8')) <= form.tokens) return undefined;
    options.recorder?.discard();
    return reducedTo(form.text, {
      bytes,
      text,
      sight,
      omittedBytes: 0,
      compressor: form.compressor,
      note: 'lossless',
      toon: toonStats(text, form, options),
    });
  } catch (error) {
    if (error instanceof JuiceError) {
      options.recorder?.discard();
      return givenUp(bytes, error);
    }
    const reason = error instanceof Error ? error.message : String(error);
    options.onWarning(`internal fault in the document road (${reason}): the text goes line by line`);
    return undefined;
  }
}

/** A run to compare with: nobody hears of it, and it keeps nothing. */
const unheard = (options: RunOptions): RunOptions => ({
  ...options,
  recorder: options.recorder === undefined ? undefined : openUnstored(),
  onLine: () => undefined,
  onWarning: () => undefined,
});

/** What the document says, where no form of it pays. */
function extractFrom(
  parts: { readonly bytes: Buffer; readonly text: string; readonly sight: Sight },
  options: RunOptions,
  lineRoad: (asked: RunOptions) => Promise<Reduced>,
): Promise<Reduced | undefined> {
  return reduceToExtract(options, {
    ...parts,
    isLate: openDeadline(),
    rivalTokens: async () => estimateTokens((await lineRoad(unheard(options))).bytes.toString('utf8')),
    whole: () => lineRoad({ ...options, recorder: undefined }),
  });
}

async function formOfText(text: string, options: RunOptions, sight: Sight): Promise<Form | undefined> {
  const { formOf } = await import('../forms.js');
  const hasToon = await hasToonFor(text, options);
  return formOf(text, { ...openHints(options, sight), head: sight.kind?.lines ?? [], hasToon });
}

/** What compressors may know of the run, from now on. */
function openHints(options: RunOptions, { kind }: Sight) {
  return {
    hints: { profile: options.profile, shape: kind?.found?.shape ?? 'unknown', isLate: openDeadline() },
    turnedOff: options.turnedOff,
    onFault: (name: string, error: unknown): void => {
      if (name === TOON) {
        onToonFault(error, options);
        return;
      }
      const reason = error instanceof Error ? error.message : String(error);
      options.onWarning(`internal fault in compressor ${name} (${reason}): it is left out`);
    },
  };
}

/** Whether the time is over. What waits for a processor takes none of it, so that the same text comes out the same. */
function openDeadline(): () => boolean {
  const started = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000 > MAX_CPU_MS;
  };
}
