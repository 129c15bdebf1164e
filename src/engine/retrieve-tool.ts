/** Originals as a tool that a host registers: found or not, the answer is data. */
import { grepEntry } from '../ccr/grep.js';
import { parseRange } from '../ccr/range.js';
import { type Entry, findEntry, type Part } from '../ccr/read.js';
import { JuiceError } from '../errors.js';

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
      context: { type: 'integer', minimum: 0, description: 'With grep: lines before and after each match.' },
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
}

/** Why there is nothing. */
export interface NotRetrieved {
  readonly found: false;
  readonly code: string;
  readonly message: string;
}

/** Where originals lie. */
export interface Places {
  readonly dirs: readonly string[];
  readonly ttlSecs: number;
}

/** Never rejects for what a caller can get wrong. */
export async function callRetrieve(
  args: Readonly<Record<string, unknown>>,
  places: Places,
): Promise<Retrieved | NotRetrieved> {
  try {
    if (typeof args.token !== 'string')
      throw new JuiceError('BAD_TOKEN', 'token: a text is wanted, such as tj_7x3k9q2mzv.');
    return await read(findEntry(places.dirs, args.token, places.ttlSecs), args);
  } catch (error) {
    if (error instanceof JuiceError) return { found: false, code: error.code, message: error.message };
    throw error;
  }
}

async function read(entry: Entry, args: Readonly<Record<string, unknown>>): Promise<Retrieved> {
  const grep =
    typeof args.grep === 'string'
      ? grepEntry(entry, { pattern: args.grep, contextLines: typeof args.context === 'number' ? args.context : 0 })
      : undefined;
  const source = grep?.stream ?? entry.stream(partOf(args));
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) break;
  }
  const { token, bytes, lines } = entry;
  const all = Buffer.concat(chunks);
  const isCut = size > MAX_ANSWER_BYTES;
  const text = (isCut ? wholeLines(all.subarray(0, MAX_ANSWER_BYTES)) : all).toString('utf8');
  return {
    found: true,
    token,
    text,
    bytes,
    lines,
    isCut,
    ...(grep === undefined ? {} : { matches: grep.matchCount() }),
  };
}

/** Up to its last line end, if there is one. */
const wholeLines = (block: Buffer): Buffer => block.subarray(0, block.lastIndexOf(0x0a) + 1 || block.length);

function partOf({ lines, bytes }: Readonly<Record<string, unknown>>): Part {
  if (typeof lines === 'string') return { lines: parseRange(lines, 'lines') };
  if (typeof bytes === 'string') return { bytes: parseRange(bytes, 'bytes') };
  return {};
}
