/** Originals as a tool that a host registers: found or not, the answer is data. */
import { remarksOn } from '../ccr/entry.js';
import { type Grep, grepEntry, hiddenOf } from '../ccr/grep.js';
import type { MemoryTier } from '../ccr/memory.js';
import { parseRange, rangeAround } from '../ccr/range.js';
import { type Entry, entryIn, notFound, openEntry, type Part } from '../ccr/read.js';
import { Redactor } from '../ccr/redact.js';
import type { Remote } from '../ccr/remote.js';
import { checkToken } from '../ccr/token.js';
import { type ErrorCode, JuiceError } from '../errors.js';

/** What a host shows its model. JSON Schema. */
export const RETRIEVE_TOOL = {
  name: 'tinyjuice_retrieve',
  aliases: ['tokenjuice_retrieve'],
  description:
    'Gives back output that TinyJuice has left out, byte for byte. The token stands in the last line of the reduced text (tj_…). Ask for lines, bytes or a pattern rather than for all of it.',
  parameters: {
    type: 'object',
    properties: {
      token: { type: 'string', description: 'As it stands in the last line: tj_ and ten characters.' },
      lines: { type: 'string', description: 'Lines of the original, such as 45-164, 45- or 45.' },
      bytes: { type: 'string', description: 'The same in bytes.' },
      grep: { type: 'string', description: 'Only lines that match this regular expression, with their numbers.' },
      around: { type: 'integer', minimum: 1, description: 'The lines around this line.' },
      context: { type: 'integer', minimum: 0, description: 'With grep, around: lines before and after it.' },
      hidden: { type: 'boolean', description: 'Only the lines that were left out, with their numbers.' },
    },
    required: ['token'],
  },
} as const;

/** More is not given at once: the answer says how to go on. */
const MAX_ANSWER_BYTES = 1024 * 1024;

export interface Retrieved {
  readonly found: true;
  readonly token: string;
  readonly text: string;
  /** Of the whole original. */
  readonly bytes: number;
  readonly lines: number;
  /** There is more of what was asked for than is given at once. */
  readonly isCut: boolean;
  /** Of a search. */
  readonly matches?: number;
  /** What is to be known of the original: it is not all there, or secrets in it are replaced. */
  readonly remarks?: readonly string[];
}

/** Why there is nothing. */
export interface NotRetrieved {
  readonly found: false;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Where originals lie. */
export interface Places {
  /** Looked in first. */
  readonly memory?: MemoryTier | undefined;
  readonly dirs: readonly string[];
  readonly ttlSecs: number;
  /** Secrets that were stored before this was set are hidden too. */
  readonly redactOutput?: boolean | undefined;
  /** Asked last, where it is set. */
  readonly remote?: Pick<Remote, 'find'> | undefined;
}

/** Never rejects for what a caller can get wrong. */
export async function callRetrieve(args: Arguments, places: Places): Promise<Retrieved | NotRetrieved> {
  try {
    if (typeof args.token !== 'string')
      throw new JuiceError('BAD_TOKEN', 'token: a text is wanted, such as tj_7x3k9q2mzv.');
    const asked = checkedArguments(args);
    return await read(await findAnywhere(args.token, places), asked, places);
  } catch (error) {
    if (error instanceof JuiceError) return { found: false, code: error.code, message: error.message };
    throw error;
  }
}

type Arguments = Readonly<Record<string, unknown>>;

/** Parts of an original: one of them can be asked for. */
const PARTS = ['lines', 'bytes', 'grep', 'around', 'hidden'] as const;

/**
 * A part that is asked for in a wrong way is not all of the original: a model would have to read it.
 * @throws {JuiceError} BAD_FLAG.
 */
function checkedArguments(args: Arguments): Arguments {
  // Null and false are what a model writes that wants none; a number is a range of one.
  const given = Object.entries(args).filter(([, value]) => value !== null && value !== undefined && value !== false);
  const asked = Object.fromEntries(
    given.map(([name, value]) => [name, isRange(name) && typeof value === 'number' ? `${value}` : value]),
  );
  for (const [name, value] of Object.entries(asked)) {
    const known = Object.entries(RETRIEVE_TOOL.parameters.properties).find(each => each[0] === name)?.[1];
    if (known !== undefined && !isOfType(known.type, value))
      throw new JuiceError('BAD_FLAG', `${name}: it is no ${known.type}. ${known.description}`);
  }
  const parts = PARTS.filter(name => name in asked);
  if (parts.length > 1) throw new JuiceError('BAD_FLAG', `${parts.join(' and ')}: give one of them.`);
  return asked;
}

const isRange = (name: string): boolean => name === 'lines' || name === 'bytes';

const isOfType = (type: 'string' | 'integer' | 'boolean', value: unknown): boolean =>
  type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;

/**
 * In memory, then in the first of the folders that has it: one that cannot be read, or has it damaged, is no reason not to look
 * on. @throws {JuiceError} as `openEntry` does; of several reasons, the first that is more than that it is not there.
 */
export function findEntry(token: string, { memory, dirs, ttlSecs }: Places): Entry {
  checkToken(token);
  const held = memory?.find(token);
  if (held !== undefined) return held;
  const [dir, ...others] = dirs;
  if (dir === undefined && memory !== undefined) throw notFound(token, ttlSecs);
  if (dir === undefined) throw new JuiceError('NOT_FOUND', 'no store is set, so nothing has been kept.');
  try {
    return openEntry(dir, token, ttlSecs);
  } catch (error) {
    if (others.length === 0 || !isAbsence(error)) throw error;
    return orThrow(error, () => findEntry(token, { dirs: others, ttlSecs }));
  }
}

/** It is not there, or of no use there. */
const isAbsence = (error: unknown): error is JuiceError =>
  error instanceof JuiceError && ['NOT_FOUND', 'NO_FILE', 'CORRUPT_ENTRY'].includes(error.code);

function orThrow(first: JuiceError, find: () => Entry): Entry {
  try {
    return find();
  } catch (error) {
    throw first.code === 'NOT_FOUND' ? error : first;
  }
}

/** Here, or where machines share. @throws {JuiceError} as `findEntry` does. */
export async function findAnywhere(token: string, places: Places): Promise<Entry> {
  try {
    return findEntry(token, places);
  } catch (error) {
    const shared = isAbsence(error) ? await places.remote?.find(token) : undefined;
    const entry = shared === undefined ? undefined : wholeEntry(shared, token);
    if (entry === undefined) throw error;
    return entry;
  }
}

/** Undefined for what was damaged on its way: as if it were not there. */
function wholeEntry(file: Buffer, token: string): Entry | undefined {
  try {
    return entryIn(file, token);
  } catch (error) {
    if (error instanceof JuiceError) return undefined;
    throw error;
  }
}

async function read(entry: Entry, args: Arguments, { redactOutput }: Places): Promise<Retrieved> {
  const grep = searchOf(entry, args);
  const source = grep?.stream ?? entry.stream(partOf(args));
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) break;
  }
  const { token, bytes, lines } = entry;
  const found = Buffer.concat(chunks);
  const all = redactOutput ? new Redactor().mask(found) : found;
  const remarks = remarksOn(entry);
  const isCut = size > MAX_ANSWER_BYTES;
  const text = (isCut ? wholeLines(all.subarray(0, MAX_ANSWER_BYTES)) : all).toString('utf8');
  return {
    found: true,
    token,
    text,
    bytes,
    lines,
    isCut,
    ...(remarks.length === 0 ? {} : { remarks }),
    ...(grep === undefined ? {} : { matches: grep.matchCount() }),
  };
}

/** Up to its last line end, if there is one. */
const wholeLines = (block: Buffer): Buffer => block.subarray(0, block.lastIndexOf(0x0a) + 1 || block.length);

function searchOf(entry: Entry, { grep, context, hidden }: Readonly<Record<string, unknown>>): Grep | undefined {
  if (typeof grep === 'string')
    return grepEntry(entry, { pattern: grep, contextLines: typeof context === 'number' ? context : 0 });
  return hidden === true ? hiddenLines(entry) : undefined;
}

/** @throws {JuiceError} NOT_FOUND where it is not known by lines what was left out. */
export function hiddenLines(entry: Entry): Grep {
  const gaps = entry.hidden();
  if (gaps !== undefined) return hiddenOf(entry, gaps);
  throw new JuiceError(
    'NOT_FOUND',
    `it is not known by lines what of ${entry.token} was left out. All of it: tinyjuice retrieve ${entry.token}`,
  );
}

function partOf({ lines, bytes, around, context }: Readonly<Record<string, unknown>>): Part {
  if (typeof around === 'number')
    return { lines: rangeAround(around, 'around', typeof context === 'number' ? context : undefined) };
  if (typeof lines === 'string') return { lines: parseRange(lines, 'lines') };
  if (typeof bytes === 'string') return { bytes: parseRange(bytes, 'bytes') };
  return {};
}
