/** The engine that hosts call: texts, streams, tool outputs and requests, with one configuration and one store. */
import type { Duplex } from 'node:stream';
import { MIN_HARD_CHARS } from '../clamp/policy.js';
import { hintOf } from '../classify/hint.js';
import { shown } from '../config/check-value.js';
import { KEYS } from '../config/keys.js';
import { JuiceError } from '../errors.js';
import type { Report } from '../line.js';
import { answerRequest } from './answer.js';
import { attempt } from './attempt.js';
import { openReducing } from './reducing.js';
import { callRetrieve, type NotRetrieved, RETRIEVE_TOOL, type Retrieved } from './retrieve-tool.js';
import { type ReducedText, runText, type TextRun } from './run-text.js';
import type { Failure, Request, Response, ToolCall } from './schema.js';
import {
  type AskedProfile,
  callSetup,
  type EngineOptions,
  hintFor,
  modelFor,
  recorderFor,
  sharingOf,
} from './settings.js';

/** How one text is to be reduced. */
export interface ReduceOptions {
  /** The command that made the text, as a shell's text or as words. */
  readonly command?: string | readonly string[] | undefined;
  /** How that ended; not 0: the budget for failures. */
  readonly exitCode?: number | undefined;
  readonly profile?: AskedProfile | undefined;
  /** Hard limit in characters; 300 or more, else the call fails. */
  readonly maxChars?: number | undefined;
  /** What the text is, where the caller knows: one of the kinds of `reduce --kind`, else the call fails. */
  readonly kind?: string | undefined;
  /** Of source code show signatures, and where each body stands; the same as the kind `code`. */
  readonly outline?: boolean | undefined;
  /** Its MIME type, and its file's extension: they say what it is where no kind is given. */
  readonly mime?: string | undefined;
  readonly extension?: string | undefined;
  /** What the reader looks for: of what may be left out, lines that say it stay before others. */
  readonly query?: string | undefined;
  /** Which agent asks: its profile in the configuration. */
  readonly agent?: string | undefined;
  /** Which host it runs in: its profile holds where the agent has none of its own. */
  readonly host?: string | undefined;
  /** Folder whose project rules hold. */
  readonly cwd?: string | undefined;
}

export type ReducedResult = ReducedText;

/** A stream that reduces, and what it did. */
export interface ReducingStream extends Duplex {
  /** Resolves once all has been written; fails as the stream does. */
  readonly report: Promise<Report>;
}

/** The answer to a call of the retrieval tool. */
export interface ToolAnswer {
  readonly tool: string;
  readonly result: Retrieved | NotRetrieved;
}

/** One engine. Two of them share nothing. */
export interface Engine {
  reduceText(text: string, options?: ReduceOptions): Promise<ReducedResult>;
  /** Bytes in, bytes out, in bounded memory, with backpressure. */
  reduceStream(options?: ReduceOptions): ReducingStream;
  /** A request of the JSON protocol, as a value. Never rejects. */
  reduceJson(request: unknown): Promise<Response | Failure | ToolAnswer>;
  /** What a host's tool gave: its own arguments say which command ran. */
  compactToolOutput(...call: ToolOutput): Promise<Response>;
  /** The same as a host's model calls it. */
  readonly retrieveTool: typeof RETRIEVE_TOOL & {
    call(args: Readonly<Record<string, unknown>>): Promise<Retrieved | NotRetrieved>;
  };
  retrieve(
    token: string,
    part?: { lines?: string; bytes?: string; grep?: string; context?: number },
  ): Promise<Retrieved | NotRetrieved>;
}

/** A tool's name and arguments as the host knows them, what it gave, how it ended, and the profile asked for. */
export type ToolOutput = readonly [
  toolName: string,
  args: Readonly<Record<string, unknown>>,
  output: string,
  exitCode?: number,
  profile?: AskedProfile,
];

/** @throws {JuiceError} BAD_USE where the marks that say what is left out have no room. */
function refuseTooSmall(maxChars: number | undefined): void {
  if (maxChars === undefined || maxChars >= MIN_HARD_CHARS) return;
  throw new JuiceError('BAD_USE', `maxChars: ${maxChars} is too small. Give ${MIN_HARD_CHARS} or more.`);
}

/** @throws {JuiceError} BAD_USE for a word that is none: what was meant by it nobody knows. */
function refuseUnknown(profile: string | undefined): void {
  const { choices } = KEYS.profile;
  if (profile === undefined || (choices as readonly string[]).includes(profile)) return;
  throw new JuiceError(
    'BAD_USE',
    `profile: there is no profile ${shown(profile)}. Give one of: ${choices.join(', ')}.`,
  );
}

const unfailing = ({ onReport, onRetrieve, onWarning, ...rest }: EngineOptions): EngineOptions => ({
  ...rest,
  onReport: report => void attempt(() => onReport?.(report)),
  onRetrieve: given => void attempt(() => onRetrieve?.(given)),
  onWarning: message => void attempt(() => onWarning?.(message)),
});

/** Opens an engine. Touches nothing before the first call. */
export function openEngine(options: EngineOptions): Engine {
  const engine = unfailing(options);
  const warn = (message: string): void => engine.onWarning?.(message);
  const runOf = async (asked: ReduceOptions): Promise<TextRun> => {
    const { command, exitCode, profile, maxChars, agent, host, cwd, query } = asked;
    refuseTooSmall(maxChars);
    refuseUnknown(profile);
    const hint = hintFor(hintOf(asked), engine);
    const setup = await engine.open(cwd);
    const call = callSetup(setup, { profile, agent, host }, engine.now);
    const recorder = () => recorderFor(call, call.profile);
    const book = await setup.book();
    const model = modelFor(setup, engine);
    const onKept = sharingOf(setup, call);
    return { ...call, book, command, hint, query, exitCode, maxChars, recorder, model, onKept, onWarning: warn };
  };
  const answer = (request: Request): Promise<Response> => answerRequest(request, engine);
  const retrieve = async (args: Readonly<Record<string, unknown>>) => {
    const setup = await engine.open(undefined);
    const { storeDirs: dirs, memory, remote, loaded } = setup;
    const { ccr, redactOutput, recordStats } = loaded.settings;
    const answer = await callRetrieve(args ?? {}, { dirs, memory, remote, redactOutput, ttlSecs: ccr.ttlSecs });
    if (answer.found && recordStats)
      engine.onRetrieve?.({ token: answer.token, bytes: Buffer.byteLength(answer.text) });
    return answer;
  };
  return {
    async reduceText(text, options = {}) {
      const startMs = engine.now();
      const run = await runOf(options);
      const reduced = await runText(text, run);
      engine.onReport?.({
        ...reduced.report,
        profile: run.profile,
        exitCode: run.exitCode,
        ms: engine.now() - startMs,
      });
      return reduced;
    },
    reduceStream: (options = {}) => openReducing(() => runOf(options), engine),
    async reduceJson(value) {
      const { failure, readRequest } = await import('./request.js');
      const read = attempt(() => readRequest(value)) ?? failure('the payload cannot be read');
      if ('error' in read) return read;
      if ('tool' in read) return { tool: read.tool, result: await retrieve(argumentsOf(read)) };
      return answer(read);
    },
    compactToolOutput: (toolName, args, output, exitCode, profile) =>
      answer({
        input: {
          toolName,
          arguments: { ...args },
          combinedText: output,
          ...(exitCode === undefined ? {} : { exitCode }),
        },
        options: profile === undefined ? {} : { profile },
        unknown: [],
      }),
    retrieveTool: { ...RETRIEVE_TOOL, call: retrieve },
    retrieve: (token, part = {}) => retrieve({ token, ...part }),
  };
}

const argumentsOf = ({ arguments: args = {} }: ToolCall): Readonly<Record<string, unknown>> =>
  args as Readonly<Record<string, unknown>>;
