/**
 * The JSON protocol as JSON Schema (DESIGN §9). Types, the validator and the published schemas are all made from this.
 * Loaded only where a request is read; its types cost nothing.
 */
import { type Static, Type } from '@sinclair/typebox';
import { TEXT_KINDS } from '../classify/kinds.js';

const text = (description: string) => Type.String({ description });
const maybe = Type.Optional;
const count = (description: string, minimum = 0) => Type.Integer({ description, minimum });
const flag = (description: string) => Type.Boolean({ description });
const record = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

/** What a tool was asked and what it gave. Unknown fields are allowed, and named in the answer's trace. */
export const Input = Type.Object(
  {
    toolName: maybe(text('The host’s name of the tool; `exec`, `Bash`, `shell` and the like are one.')),
    toolCallId: maybe(text('Given back to nobody; kept out of everything.')),
    command: maybe(text('The command line that made the text.')),
    argv: maybe(
      Type.Array(Type.String(), { description: 'The same as words; goes before `command` where they disagree.' }),
    ),
    arguments: maybe(
      record('The tool’s own arguments: a command is looked for in `command`, `cmd`, `script` and `args`.'),
    ),
    cwd: maybe(text('Folder in which the command ran.')),
    stdout: maybe(text('Output.')),
    stderr: maybe(text('Errors; with `stdout` beside it, both are labelled.')),
    combinedText: maybe(text('Both as they came; goes before `stdout` and `stderr`.')),
    exitCode: maybe(Type.Union([Type.Integer(), Type.Null()], { description: 'How it ended; null: unknown.' })),
    metadata: maybe(record('What else the host knows; `kind` says what the text is.')),
    agent: maybe(text('Which agent asks: chooses its profile in the configuration.')),
    host: maybe(text('Which host it runs in: chooses its profile where the agent has none of its own.')),
  },
  { description: 'What a tool was asked, and what it gave.' },
);

/** How a text is to be reduced. */
export const Options = Type.Object(
  {
    maxInlineChars: maybe(count('Hard limit on `inlineText`, in characters.', 300)),
    budgetTokens: maybe(count('The same in estimated tokens.', 100)),
    raw: maybe(flag('Give the text as it is.')),
    noOmit: maybe(flag('Leave nothing out: folds and other forms only.')),
    store: maybe(flag('Also keep the original as an artefact, whatever becomes of the text.')),
    recordStats: maybe(flag('Count this run; by default as the configuration says.')),
    cwd: maybe(text('Folder whose project rules and configuration hold; by default the input’s.')),
    profile: maybe(
      Type.Union([Type.Literal('auto'), Type.Literal('full'), Type.Literal('light'), Type.Literal('off')]),
    ),
    preview: maybe(flag('Also give `previewText`: what the reduction would show without a limit.')),
    query: maybe(text('What the reader looks for: lines that say it stay before others that may be left out.')),
    kind: maybe(
      Type.Union(
        TEXT_KINDS.map(kind => Type.Literal(kind)),
        { description: 'What the text is, where the host is sure.' },
      ),
    ),
    outline: maybe(flag('Of source code show signatures, and where each body stands; the same as the kind `code`.')),
    mime: maybe(text('Its MIME type; says what it is where no kind is given.')),
    extension: maybe(text('Its file’s extension, or name; the same where no MIME type says it.')),
    trace: maybe(flag('Say what was matched, and why.')),
  },
  { description: 'How it is to be reduced.' },
);

/** Input and options, each in its place. */
export const Envelope = Type.Object({ input: Input, options: maybe(Options) });

/** A call of the tool that gives originals back. */
export const ToolCall = Type.Object({
  tool: Type.Union([Type.Literal('tinyjuice_retrieve'), Type.Literal('tokenjuice_retrieve')]),
  arguments: maybe(Type.Object({}, { additionalProperties: true })),
});

const Range = Type.Object({ from: Type.Integer(), to: Type.Integer() });

const Kept = Type.Object({
  token: text('Names the original.'),
  command: text('Gives it back, in a shell.'),
  bytes: Type.Integer(),
  lines: Type.Integer(),
});

/** The answer to a request. */
export const Response = Type.Object({
  inlineText: text('The reduced text.'),
  previewText: maybe(text('Up to 16,000 characters of what there would be without a limit.')),
  stats: Type.Object({
    rawChars: Type.Integer({ description: 'Unicode code points.' }),
    reducedChars: Type.Integer({ description: 'The same of `inlineText`, its last line included.' }),
    rawBytes: Type.Integer(),
    reducedBytes: Type.Integer(),
    ratio: Type.Number({ description: 'reducedChars / rawChars; 1 for an empty text.' }),
    rawTokens: Type.Integer({ description: 'Estimated.' }),
    reducedTokens: Type.Integer({ description: 'Estimated.' }),
  }),
  classification: Type.Object({
    family: maybe(Type.String()),
    confidence: Type.Number(),
    matchedReducer: maybe(Type.String()),
  }),
  compaction: Type.Object({
    applied: Type.Boolean(),
    lossy: Type.Boolean(),
    kind: maybe(text('What kind of text it is, where that is sure: one of those that `kind` may be.')),
    shape: maybe(Type.String()),
    compressor: maybe(Type.String()),
    toon: maybe(
      Type.Object(
        {
          originalBytes: Type.Integer(),
          compressedBytes: Type.Integer(),
          savedBytes: Type.Integer(),
          savedPercent: Type.Number(),
          tokensBefore: Type.Integer(),
          tokensAfter: Type.Integer(),
        },
        { description: 'What TOON has saved, where that is the form. Tokens are estimated.' },
      ),
    ),
    skipReason: maybe(Type.String()),
    omitted: Type.Array(Range, { description: 'Lines of the original, 1-based, both ends left out.' }),
  }),
  recovery: maybe(Kept),
  artifact: maybe(Kept),
  trace: maybe(Type.Array(Type.String())),
  error: maybe(
    Type.Object(
      { code: Type.String(), message: Type.String() },
      {
        description:
          'What the caller wants to hear of: TOON failed, and `toon.fail_open` is false. `inlineText` is the original.',
      },
    ),
  ),
});

/** The answer to a payload that is none. */
export const Failure = Type.Object({
  error: Type.Object({ code: Type.String(), message: Type.String(), path: Type.String() }),
});

/** An object that has no such field. */
function without(key: string) {
  return Type.Not(Type.Object({ [key]: Type.Unknown() }));
}

/** What is published, by the name of its file. */
export const schemas = {
  request: Type.Union([Envelope, ToolCall, Type.Intersect([Input, without('input'), without('tool')])], {
    title: 'Request of tinyjuice reduce-json',
    description: 'An envelope, a call of the retrieval tool, or an input on its own.',
  }),
  response: Type.Union([Response, Failure], { title: 'Answer of tinyjuice reduce-json' }),
};

export type Input = Static<typeof Input>;
export type Options = Static<typeof Options>;
export type ToolCall = Static<typeof ToolCall>;
export type Response = Static<typeof Response>;
export type Failure = Static<typeof Failure>;

/** A request as it is understood. */
export interface Request {
  readonly input: Input;
  readonly options: Options;
  /** Fields that nothing reads, as JSON pointers. */
  readonly unknown: readonly string[];
}
