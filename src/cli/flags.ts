/** One record a flag: parser, `--help` and the README's table read these. */
import parser from 'yargs-parser';
import { TEXT_KINDS } from '../classify/kinds.js';
import { JuiceError } from '../errors.js';

interface FlagRecord {
  readonly type: 'boolean' | 'text' | 'count' | 'choice';
  readonly help: string;
  readonly choices?: readonly string[];
  readonly alias?: string;
  /** Name of the value in the help. */
  readonly value?: string;
  /** `-` is a value: stdin. */
  readonly isInput?: boolean;
  /** An empty value is none: a host that knows no command still gets its text. */
  readonly mayBeEmpty?: boolean;
  /** `--no-NAME` says `off`. */
  readonly mayBeOff?: boolean;
  /** How it is written, where another command has a flag of that name. */
  readonly as?: string;
}

export const FLAGS = {
  raw: { type: 'boolean', help: 'Give the bytes through as they are.' },
  profile: {
    type: 'choice',
    choices: ['auto', 'full', 'light', 'off'],
    value: 'NAME',
    help: 'full: may leave out, recoverable. light: lossless only. off: as --raw. auto: full.',
  },
  agent: { type: 'text', value: 'NAME', help: 'Whose run it is: what the configuration says for that agent holds.' },
  command: {
    type: 'text',
    value: 'TEXT',
    mayBeEmpty: true,
    help: 'The command that made the text; else it is known by its looks.',
  },
  kind: {
    type: 'choice',
    choices: TEXT_KINDS,
    value: 'NAME',
    help: 'What the text is: json, diff, log … Goes before what its command and its lines say.',
  },
  outline: {
    type: 'boolean',
    help: 'Of source code show signatures, and where each body stands. The same as --kind code.',
  },
  mime: { type: 'text', value: 'TYPE', help: 'Its MIME type; says what it is where no --kind is given.' },
  extension: { type: 'text', value: 'EXT', help: 'Its file’s extension, or name; the same where no --mime says it.' },
  query: { type: 'text', value: 'TEXT', help: 'What is looked for: lines that hold these words stay.' },
  'exit-code': { type: 'count', value: 'N', help: 'How that command ended. Not 0: the budget for failures.' },
  'max-chars': { type: 'count', value: 'N', help: 'Hard limit on the output, in characters; 300 or more.' },
  budget: { type: 'count', value: 'TOKENS', help: 'Hard limit on the output, in estimated tokens; 100 or more.' },
  store: { type: 'boolean', help: 'Keep originals (default). --no-store: nothing is kept, so nothing is left out.' },
  'store-as': {
    type: 'choice',
    as: 'store',
    choices: ['copy', 'reference'],
    value: 'HOW',
    mayBeOff: true,
    help: 'copy: keep the original (default). reference: only remember which file it was. --no-store: keep nothing, so leave nothing out.',
  },
  json: { type: 'boolean', help: 'Write the result and its report as one JSON object.' },
  trace: { type: 'boolean', help: 'Say on stderr what was matched and why, and what was left out.' },
  tee: { type: 'text', value: 'FILE', help: 'Also write the raw bytes into FILE, as they come.' },
  summary: {
    type: 'text',
    value: 'FILE',
    mayBeEmpty: true,
    help: 'Append a short Markdown table of what was done to FILE, such as "$GITHUB_STEP_SUMMARY".',
  },
  matchers: {
    type: 'boolean',
    help: 'Write the file before each finding: the problem matchers of a CI service need it.',
  },
  pty: { type: 'boolean', help: 'Run the command on a pseudo-terminal, as at a terminal.' },
  stderr: {
    type: 'choice',
    choices: ['auto', 'merge', 'separate'],
    value: 'HOW',
    help: 'auto: merged where our own stdout and stderr are one file, else apart.',
  },
  shell: { type: 'text', alias: 'c', value: 'STRING', help: 'Run STRING by $SHELL -c instead of a command.' },
  lines: { type: 'text', value: 'A-B', help: 'Only these lines of the original.' },
  ndjson: { type: 'boolean', as: 'lines', help: 'One request a line, one answer a line, until the input ends.' },
  bytes: { type: 'text', value: 'A-B', help: 'Only these bytes of the original.' },
  grep: { type: 'text', value: 'REGEX', help: 'Only lines that match, with their numbers. (?i) in front: any case.' },
  context: { type: 'count', value: 'N', help: 'With --grep, --around: also N lines before and after it.' },
  around: { type: 'count', value: 'N', help: 'Only the lines around line N: 5 before and after it, or --context.' },
  hidden: { type: 'boolean', help: 'Only the lines that were left out, with their numbers.' },
  'ttl-secs': { type: 'count', value: 'N', help: 'Older than so many seconds goes; else what is set (ccr.ttl_secs).' },
  'max-bytes': { type: 'count', value: 'N', help: 'The oldest go until so many bytes are left; else what is set.' },
  'dry-run': { type: 'boolean', help: 'Only say what would go, or be written.' },
  local: { type: 'boolean', help: 'The host is to run this very file, not what is found by the name tinyjuice.' },
  project: { type: 'boolean', help: 'For the folder that we stand in, not for all that the user does.' },
  rewrite: {
    type: 'boolean',
    help: 'Also run tests, builds and logs under wrap, where the host cannot replace their output.',
  },
  live: { type: 'boolean', help: 'Also run the hook as the host would, with an output of our own.' },
  list: { type: 'boolean', help: 'List the projects that are trusted, and whether they still are what was trusted.' },
  output: {
    type: 'text',
    value: 'FILE',
    isInput: true,
    help: 'Explain what would be left out of FILE (-: of stdin), and why.',
  },
  rules: { type: 'boolean', help: 'Only the rules: keys, patterns, ids. Without --rules and --fixtures: both.' },
  fixtures: { type: 'boolean', help: 'Only the fixtures: what they show, who wins them, what comes out.' },
  timezone: { type: 'text', value: 'ZONE', help: 'Whose days: utc (default), local, or a name such as Europe/Berlin.' },
  since: { type: 'text', value: 'DAY', help: 'From this day on, or of so many days up to today: 2026-11-20, 7d.' },
  by: {
    type: 'choice',
    choices: ['day', 'rule', 'host'],
    value: 'WHAT',
    help: 'A row for each day (default), rule or host.',
  },
  transcripts: { type: 'text', value: 'DIR', help: 'All session files (*.jsonl) in this folder and below.' },
  yes: { type: 'boolean', help: 'Do not ask: what is there now has been looked at.' },
} as const satisfies Record<string, FlagRecord>;

export type FlagName = keyof typeof FLAGS;

/** How a flag is written, without its hyphens. */
export const flagWord = (name: FlagName): string => (FLAGS[name] as FlagRecord).as ?? name;

type ValueOf<Name extends FlagName> = (typeof FLAGS)[Name]['type'] extends 'boolean'
  ? boolean
  : (typeof FLAGS)[Name]['type'] extends 'count'
    ? number
    : string;

export type Flags = { readonly [Name in FlagName]?: ValueOf<Name> };

export interface ParsedArguments {
  readonly flags: Flags;
  readonly words: readonly string[];
  /** Those of the words that stand behind `--`. */
  readonly behind: readonly string[];
}

/** How the parser is told of the records. */
interface ParseShape {
  readonly names: readonly FlagName[];
  readonly isWrapper: boolean;
}

/**
 * Reads the words behind a command's name.
 * @throws {JuiceError} BAD_FLAG for an unknown flag, a missing or bad value: what is wrong, and what to write.
 */
export function parseFlags(argv: readonly string[], shape: ParseShape): ParsedArguments {
  const records = shape.names.map(name => [flagWord(name), FLAGS[name] as FlagRecord] as const);
  const nameOf = (word: string): string => shape.names.find(name => flagWord(name) === word) ?? word;
  refuseValues(argv, records, shape.isWrapper);
  const parsed = parser.detailed(joinInputs(argv, records), {
    boolean: records.filter(([, record]) => record.type === 'boolean').map(([name]) => name),
    string: records.filter(([, record]) => record.type !== 'boolean').map(([name]) => name),
    alias: Object.fromEntries(
      records.filter(([, record]) => record.alias).map(([name, record]) => [name, record.alias ?? '']),
    ),
    configuration: {
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'short-option-groups': false,
      'duplicate-arguments-array': false,
      'populate--': true,
      'halt-at-non-option': shape.isWrapper,
      'strip-aliased': true,
    },
  });
  if (parsed.error) throw new JuiceError('BAD_FLAG', `${parsed.error.message}. See tinyjuice --help.`);
  const { _: words, '--': behind, ...values } = parsed.argv as Record<string, unknown> & { _: unknown[] };
  const flags: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const record = records.find(([known]) => known === name)?.[1];
    if (record === undefined) throw new JuiceError('BAD_FLAG', unknownFlag(name, shape.names.map(flagWord)));
    flags[nameOf(name)] = readValue(name, value, record);
  }
  const rest = Array.isArray(behind) ? behind.map(String) : [];
  return { flags: flags as Flags, words: [...words.map(String), ...rest], behind: rest };
}

/** The parser takes `--raw=maybe` for a no. */
function refuseValues(
  argv: readonly string[],
  records: readonly (readonly [string, FlagRecord])[],
  isWrapper: boolean,
): void {
  for (const word of argv) {
    if (word === '--' || (isWrapper && !word.startsWith('-'))) return;
    const name = /^--(?:no-)?([^=]+)=/.exec(word)?.[1];
    if (records.some(([known, { type }]) => known === name && type === 'boolean'))
      throw new JuiceError('BAD_FLAG', `${word}: this flag takes no value. Write --${name} or --no-${name}.`);
  }
}

/** The parser takes a `-` behind a flag for a word of its own. */
function joinInputs(argv: readonly string[], records: readonly (readonly [string, FlagRecord])[]): string[] {
  const inputs = records.filter(([, { isInput }]) => isInput).map(([name]) => `--${name}`);
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const isInput = (at: number): boolean =>
    at >= 0 && at + 1 < end && inputs.includes(argv[at] ?? '') && argv[at + 1] === '-';
  return argv.flatMap((word, at) => (isInput(at) ? [`${word}=-`] : isInput(at - 1) ? [] : [word]));
}

function unknownFlag(name: string, known: readonly string[]): string {
  const flag = name.length === 1 ? `-${name}` : `--${name}`;
  return `${flag}: there is no such flag here. Known are ${known.map(each => `--${each}`).join(', ')}.`;
}

function readValue(name: string, value: unknown, record: FlagRecord): unknown {
  if (record.type === 'boolean') return value === true;
  if (value === '' && record.mayBeEmpty) return undefined;
  if (value === false && record.mayBeOff) return 'off';
  if (typeof value !== 'string' || value === '') {
    throw new JuiceError('BAD_FLAG', `--${name}: the value is missing. Write --${name} ${record.value ?? 'VALUE'}.`);
  }
  if (record.type === 'choice' && !record.choices?.includes(value)) {
    throw new JuiceError('BAD_FLAG', `--${name}: "${value}" is none of ${record.choices?.join(', ')}.`);
  }
  if (record.type !== 'count') return value;
  if (!/^\d{1,15}$/.test(value)) {
    throw new JuiceError(
      'BAD_FLAG',
      `--${name}: "${value}" is not a whole number. Write digits only, as in --${name} 1.`,
    );
  }
  return Number(value);
}
