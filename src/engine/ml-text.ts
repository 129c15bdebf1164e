/** Prose in the words of the host's own model. Whatever is not surely a shorter text leaves the text as it was. */

import { parseCommand } from '../classify/command.js';
import { reducedTo } from '../juice/reduced.js';
import { programOf } from '../juice/run.js';
import { headFor, openSight } from '../juice/sight.js';
import { formatMark, isOwnMark } from '../text/marker.js';
import { CONTROL } from '../text/screen-codes.js';
import { estimateTokens } from '../tokens/estimate.js';
import { isProse } from './prose.js';
import type { ReducedText, TextRun } from './run-text.js';
import type { Model } from './settings.js';

/** Smaller texts stay as they are, where nothing else is set. */
const MIN_TOKENS = 1_024;
/** What is smaller by less is not worth its original's way back. */
const MIN_SAVING = 0.1;
/** More is not asked of a model. */
const MAX_BYTES = 2_097_152;

/** Stands for an answer that has not come. */
const LATE = Symbol('late');

const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * The text as the model tells it, under a mark that says so, with a footer that says how to get the original; that is kept
 * before. Undefined: it is no prose, nothing may be left out, or the model failed, took too long or told no less.
 */
export async function retell(text: string, run: TextRun): Promise<ReducedText | undefined> {
  const { model, profile, exitCode = 0, onWarning } = run;
  const bytes = Buffer.from(text, 'utf8');
  if (model === undefined || profile !== 'full' || exitCode !== 0 || bytes.length > MAX_BYTES) return undefined;
  // What is hidden from the agent is not for another model either.
  if (run.tuning.redactOutput) return undefined;
  const tokens = estimateTokens(text);
  if (tokens < (run.tuning.minTokens ?? MIN_TOKENS) || !isProse(text)) return undefined;
  const recorder = run.recorder();
  if (recorder === undefined) return undefined;
  const sight = openSight({ ...run.tuning, book: run.book, maxChars: run.maxChars, onWarning: () => undefined });
  const head = bytes.subarray(0, headFor(run.tuning).bytes);
  const command = run.command === undefined ? undefined : await parseCommand(run.command);
  sight.see({ bytes: head, isWhole: head.length === bytes.length }, command);
  const found = sight.kind?.found;
  if (found === undefined || found.isExact || found.rule !== undefined || found.shape !== 'unknown') return undefined;
  const told = await ask(model, text);
  if ('fault' in told) {
    onWarning(`mlText ${told.fault}: the text goes without it`);
    return undefined;
  }
  const written = (token: string): string => {
    const omitted = Math.max(1, bytes.length - Buffer.byteLength(told.text));
    const footer = formatMark({ kind: 'footer', omitted, total: bytes.length, unit: 'bytes', token });
    return `${formatMark({ kind: 'summary' })}\n${told.text}\n${footer}\n`;
  };
  const draft = written('tj_0000000000');
  if (estimateTokens(draft) > tokens * (1 - MIN_SAVING) || draft.length > (run.maxChars ?? draft.length))
    return undefined;
  recorder.write(bytes);
  const recovery = recorder.keep({ program: programOf(run.command) });
  if (recovery === undefined || recovery.isPrefix) return undefined;
  const omittedBytes = Math.max(1, bytes.length - Buffer.byteLength(told.text));
  const note = "in a model's words, the original is kept";
  const reduced = reducedTo(written(recovery.token), {
    bytes,
    text,
    sight,
    omittedBytes,
    compressor: 'ml-text',
    recovery,
    note,
  });
  return { text: reduced.bytes.toString('utf8'), report: reduced.report };
}

/** What it said, or why it says nothing. Its own message may hold content, and is told to nobody. */
async function ask(
  { mlText, waitMs }: Model,
  text: string,
): Promise<{ readonly text: string } | { readonly fault: string }> {
  const waiting = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<typeof LATE>(resolve => {
      timer = setTimeout(resolve, waitMs, LATE);
    });
    const said: unknown = await Promise.race([mlText(text, { signal: waiting.signal }), late]);
    if (said === LATE) return { fault: 'took too long' };
    return typeof said === 'string' ? usable(said) : { fault: 'gave no text' };
  } catch {
    return { fault: 'failed' };
  } finally {
    clearTimeout(timer);
    waiting.abort();
  }
}

/** Lines of its own that look like marks of ours would be taken for such. */
function usable(said: string): { readonly text: string } | { readonly fault: string } {
  const text = said.replaceAll('\r\n', '\n').trim();
  if (text === '') return { fault: 'gave nothing' };
  if (LONE_SURROGATE.test(text) || CONTROL.test(text)) return { fault: 'gave what is no plain text' };
  return text.split('\n').some(isOwnMark) ? { fault: 'gave lines that look like our marks' } : { text };
}
