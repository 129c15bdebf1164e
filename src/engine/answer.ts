/** A request → its answer (DESIGN §9). */
import type { Recovery } from '../ccr/recorder.js';
import { Redactor } from '../ccr/redact.js';
import { openUnstored } from '../ccr/unstored.js';
import { hardCharsOf } from '../clamp/policy.js';
import { readHead } from '../classify/head.js';
import { hintOf, type KindHint } from '../classify/hint.js';
import { kindOfRun } from '../classify/text-kind.js';
import { JuiceError } from '../errors.js';
import { classificationOf, compactionOf, reportOf } from '../juice/report.js';
import { programOf } from '../juice/run.js';
import { openedBook } from '../juice/sight.js';
import type { Profile } from '../line.js';
import { HEAD_SIZE } from '../text/head.js';
import { decide } from './policy.js';
import { keepText, type ReducedText, runText, type TextRun } from './run-text.js';
import type { Request, Response } from './schema.js';
import { callSetup, type EngineOptions, hintFor, modelFor, recorderFor, sharingOf } from './settings.js';
import { textOfInput } from './tool-text.js';

const MAX_PREVIEW_CHARS = 16_000;

/** Never throws: after a fault of ours the text is given as it came. */
export async function answerRequest(request: Request, engine: EngineOptions): Promise<Response> {
  const { input, options } = request;
  const given = { text: textOfInput(input) };
  const trace: string[] = request.unknown.map(path => `${path}: no such field; it is not read`);
  const startMs = engine.now();
  let done: Done;
  try {
    done = await reduceInput(request, given, { engine, trace });
  } catch (error) {
    const isTold = error instanceof JuiceError;
    // The message may hold content; its kind does not.
    if (!isTold) trace.push(`internal fault: ${error instanceof Error ? error.name : 'unknown'}`);
    const skipReason = isTold ? 'TOON failed' : 'internal-error';
    done = { ...rawOf(given.text, skipReason), profile: 'off', isCounted: options.recordStats !== false };
    if (isTold) done = { ...done, error };
  }
  const response = responseOf(given.text, done);
  if (done.isCounted)
    engine.onReport?.({
      ...done.report,
      profile: done.profile,
      exitCode: input.exitCode ?? undefined,
      ms: engine.now() - startMs,
    });
  return options.trace ? { ...response, trace: [...trace, ...done.report.trace] } : response;
}

interface Done extends ReducedText {
  /** What the caller is to hear of. */
  readonly error?: JuiceError;
  readonly profile: Profile;
  readonly preview?: string;
  readonly artifact?: Recovery | undefined;
  /** It counts in the statistics. */
  readonly isCounted: boolean;
}

/** What the tool gave. */
interface Given {
  text: string;
}

interface Means {
  readonly engine: EngineOptions;
  readonly trace: string[];
}

/** @param given its text may become one without secrets, also where something fails later. */
async function reduceInput({ input, options }: Request, given: Given, { engine, trace }: Means): Promise<Done> {
  const setup = await engine.open(options.cwd ?? input.cwd);
  const book = (await setup.book()) ?? openedBook();
  const hint = hintFor(hintOf({ ...options, file: fileIn(input.arguments) }), engine);
  const { command, notes, rawReason } = await decide(input, {
    book,
    safeInventory: setup.loaded.settings.safeInventory,
    kind: options.kind,
    isExcerptAsked: await mayExcerpt(hint),
  });
  trace.push(...notes);
  const { agent, host } = input;
  const asked = { profile: options.raw ? 'off' : options.profile, agent, host } as const;
  const call = callSetup(setup, asked, engine.now);
  const profile = options.noOmit && call.profile === 'full' ? 'light' : call.profile;
  if (call.tuning.redactOutput && profile !== 'off') given.text = redactText(given.text);
  const { text } = given;
  const artifact =
    options.store && call.store !== undefined ? keepText(text, call.store, programOf(command)) : undefined;
  if (options.store && artifact === undefined) trace.push('store: nothing could be kept');
  const isCounted = options.recordStats ?? setup.loaded.settings.recordStats;
  if (rawReason !== undefined && !options.raw) trace.push(`passed as it is: ${rawReason}`);
  if (rawReason !== undefined || profile === 'off')
    return { ...rawOf(text, profile === 'off' ? 'off' : (rawReason ?? 'off')), profile: 'off', artifact, isCounted };
  const run: TextRun = {
    profile,
    book,
    command,
    exitCode: input.exitCode ?? undefined,
    hint,
    query: options.query,
    // It has no say where nothing may be left out.
    maxChars: hardCharsOf({ maxChars: options.maxInlineChars, budgetTokens: options.budgetTokens }),
    recorder: () => recorderFor(call, profile),
    model: modelFor(setup, engine),
    onKept: sharingOf(setup, call),
    tuning: call.tuning,
    onWarning: message => {
      trace.push(message);
      engine.onWarning?.(message);
    },
  };
  const reduced = await runText(text, run);
  const kind = kindOfRun(reduced.report, headLines(text), run.hint);
  const preview = options.preview ? await previewOf(reduced, text, run) : undefined;
  const report = { ...reduced.report, kind };
  return { ...reduced, report, profile, artifact, isCounted, ...(preview === undefined ? {} : { preview }) };
}

/** Its first lines, as a terminal would show them. */
const headLines = (text: string): readonly string[] =>
  readHead(Buffer.from(text.slice(0, HEAD_SIZE)), text.length <= HEAD_SIZE).lines;

/** The caller names a kind to have parts of the text. */
const mayExcerpt = async (hint: KindHint | undefined): Promise<boolean> =>
  hint?.isAsked === true && !hint.isWhole && (await import('../excerpts.js')).isExcerpted(hint.kind);

/** The file that a host's tool has read, in the words of the hosts that we know. */
function fileIn(args: Request['input']['arguments'] = {}): string | undefined {
  const names = ['file_path', 'filePath', 'path', 'filename', 'file'];
  return names.map(name => args[name]).find((value): value is string => typeof value === 'string');
}

function redactText(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  const masked = new Redactor().mask(bytes);
  return masked === bytes ? text : masked.toString('utf8');
}

/** What there would be without a limit, cut where it must be. */
async function previewOf(reduced: ReducedText, text: string, run: TextRun): Promise<string> {
  if (run.maxChars === undefined) return startOf(reduced.text);
  const recorder = () => (run.recorder() === undefined ? undefined : openUnstored());
  const unheard = { model: undefined, onKept: undefined, onWarning: () => undefined };
  return startOf((await runText(text, { ...run, maxChars: undefined, recorder, ...unheard })).text);
}

const startOf = (text: string): string =>
  Array.from(text.slice(0, 2 * MAX_PREVIEW_CHARS))
    .slice(0, MAX_PREVIEW_CHARS)
    .join('');

const rawOf = (text: string, skipReason: string): ReducedText => ({
  text,
  report: reportOf({ rawBytes: Buffer.byteLength(text), skipReason }),
});

function responseOf(raw: string, { text, report, preview, artifact, error }: Done): Response {
  const rawChars = codePoints(raw);
  const reducedChars = codePoints(text);
  return {
    inlineText: text,
    ...(preview === undefined ? {} : { previewText: preview }),
    stats: {
      rawChars,
      reducedChars,
      rawBytes: report.rawBytes,
      reducedBytes: Buffer.byteLength(text),
      ratio: rawChars === 0 ? 1 : Number((reducedChars / rawChars).toFixed(4)),
      rawTokens: report.rawTokens,
      reducedTokens: report.outTokens,
    },
    classification: classificationOf(report),
    compaction: compactionOf(report, text !== raw),
    ...(report.recovery === undefined ? {} : { recovery: keptOf(report.recovery) }),
    ...(artifact === undefined ? {} : { artifact: keptOf(artifact) }),
    ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
  };
}

const keptOf = ({ token, bytes, lines }: Pick<Recovery, 'token' | 'bytes' | 'lines'>) => ({
  token,
  command: `tinyjuice retrieve ${token}`,
  bytes,
  lines,
});

/** Of a text without halves of characters. */
function codePoints(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) === 0xd800) count -= 1;
  return count;
}
