/** Prose in the words of the host's own model. Whatever is not surely a shorter text leaves the text as it was. */

import { parseCommand } from '../classify/command.js';
import { reducedTo } from '../juice/reduced.js';
import { programOf } from '../juice/run.js';
import { headFor, openSight, type Sight } from '../juice/sight.js';
import { hasLoneSurrogate } from '../text/lone-surrogate.js';
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

/**
 * The text as the model tells it, under a mark that says so, with a footer that says how to get the original; that is kept
 * before. Undefined: it is no prose, nothing may be left out, or the model failed, took too long or told no less.
 */
export async function retell(text: string, run: TextRun): Promise<ReducedText | undefined> {
  const { model, profile, exitCode = 0, maxChars = Number.POSITIVE_INFINITY } = run;
  const bytes = Buffer.from(text, 'utf8');
  if (model === undefined || profile !== 'full' || exitCode !== 0 || bytes.length > MAX_BYTES) return undefined;
  // What is hidden from the agent is not for another model either.
  if (run.tuning.redactOutput) return undefined;
  const tokens = estimateTokens(text);
  if (tokens < (run.tuning.minTokens ?? MIN_TOKENS) || !isProse(text)) return undefined;
  const [recorder, sight] = [run.recorder(), await sightOfProse(bytes, run)];
  if (recorder === undefined || sight === undefined) return undefined;
  recorder.write(bytes);
  // Not kept, and shown to no model: what looks like a secret.
  recorder.end?.();
  const told = recorder.failure === undefined ? await ask(model, text) : undefined;
  if (told !== undefined && 'fault' in told) run.onWarning(`mlText ${told.fault}: the text goes without it`);
  const said = told !== undefined && 'text' in told ? told.text : text;
  const draft = written(said, { token: 'tj_0000000000', bytes: bytes.length });
  const isSmaller = estimateTokens(draft) <= tokens * (1 - MIN_SAVING) && draft.length <= maxChars;
  const recovery = isSmaller ? recorder.keep({ program: programOf(run.command) }) : undefined;
  if (recovery === undefined || recovery.isPrefix) {
    recorder.discard();
    return undefined;
  }
  const omittedBytes = omittedOf(said, bytes.length);
  const note = "in a model's words, the original is kept";
  const whole = { bytes, text, sight, omittedBytes, compressor: 'ml-text', recovery, note };
  const { bytes: out, report } = reducedTo(written(said, recovery), whole);
  return { text: out.toString('utf8'), report };
}

/** What is known of the text; undefined where a command reads it, or a rule knows it. */
async function sightOfProse(
  bytes: Buffer,
  { tuning, book, maxChars, hint, command }: TextRun,
): Promise<Sight | undefined> {
  const sight = openSight({ ...tuning, book, maxChars, hint, onWarning: () => undefined });
  const head = bytes.subarray(0, headFor(tuning).bytes);
  const parsed = command === undefined ? undefined : await parseCommand(command);
  sight.see({ bytes: head, isWhole: head.length === bytes.length }, parsed);
  const found = sight.kind?.found;
  const isFree =
    (found?.shape === 'unknown' || hint?.kind === 'prose') && found?.rule === undefined && found?.isExact === false;
  return isFree ? sight : undefined;
}

/** A model may say more bytes in fewer tokens. */
const omittedOf = (said: string, bytes: number): number => Math.max(1, bytes - Buffer.byteLength(said));

function written(said: string, { token, bytes }: { readonly token: string; readonly bytes: number }): string {
  const omitted = omittedOf(said, bytes);
  const footer = formatMark({ kind: 'footer', omitted, total: bytes, unit: 'bytes', token });
  return `${formatMark({ kind: 'summary' })}\n${said}\n${footer}\n`;
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
  if (hasLoneSurrogate(text) || CONTROL.test(text)) return { fault: 'gave what is no plain text' };
  return text.split('\n').some(isOwnMark) ? { fault: 'gave lines that look like our marks' } : { text };
}
