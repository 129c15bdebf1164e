/**
 * Form of a stored original: one file named by its token, a header of fixed size, then the raw bytes as they came, or, of a
 * large one, in frames (`frames.ts`).
 * The header is plain text, so that `head -c 512` on an entry tells a person what it is.
 */
import { type FrameTable, indexBytes } from './frames.js';
import type { GapTable } from './gaps.js';
import { type Reference, referenceBytes } from './reference.js';
import { TALLY_NAME } from './tally.js';
import { TOKEN } from './token.js';

/** Raw bytes begin here. Fixed, so that the header can be written last, when hash and counts are known. */
export const HEADER_BYTES = 512;

const MAGIC = 'tinyjuice original 1\n';
const SHA256_HEX = /^[0-9a-f]{64}$/;
/** Folder of what is not finished, in the store's: few names, that each run may look at. */
export const DRAFTS = 'drafts';

/** Folder of the pipes into which originals are given back (`given.ts`). */
export const GIVEN = 'given';

const DRAFT_NAME = /^tmp-([0-9]{1,10})-[0-9a-f]{12}(?:-room)?$/;
const MAX_PROGRAM_CHARS = 40;

/** What the header tells of an original. */
export interface Facts {
  readonly sha256: string;
  readonly bytes: number;
  /** LF-separated lines; a last one without newline counts. */
  readonly lines: number;
  readonly createdMs: number;
  /** The program's name alone: arguments may hold secrets. */
  readonly program: string | undefined;
  /** The store failed in mid-stream: these are the first bytes of the original, and not all. */
  readonly isPrefix: boolean;
  /** It is a prefix because what looks like a secret stands behind it. */
  readonly isBeforeSecret: boolean;
  /** So many secrets have been replaced in it. */
  readonly redacted: number;
  /** Undefined: the raw bytes follow as they are. */
  readonly frames: FrameTable | undefined;
  /** The raw bytes stand in a file elsewhere. */
  readonly reference?: Reference | undefined;
  /** Undefined: nobody has said which lines were left out. */
  readonly gaps: GapTable | undefined;
}

/** The header's bytes, always {@link HEADER_BYTES} of them. */
export function encodeHeader(facts: Facts): Buffer {
  const { sha256, bytes, lines, createdMs, frames, reference, gaps } = facts;
  const program = facts.program === undefined ? undefined : bareProgram(facts.program);
  // What is not so is not written.
  const secrets = { isBeforeSecret: facts.isBeforeSecret || undefined, redacted: facts.redacted || undefined };
  const isPrefix = facts.isPrefix || undefined;
  const fields = { sha256, bytes, lines, createdMs, program, frames, reference, gaps, isPrefix, ...secrets };
  const text = MAGIC + JSON.stringify(fields);
  const header = Buffer.alloc(HEADER_BYTES, ' ');
  header.write(text, 'latin1');
  header.write('\n', HEADER_BYTES - 1, 'latin1');
  return header;
}

/**
 * Reads a header back.
 * @param fileBytes size of the entry's file; a truncated or grown entry is refused before any of it is used.
 * @returns undefined where this is no whole entry of ours.
 */
export function decodeHeader(header: Buffer, fileBytes: number): Facts | undefined {
  const text = header.toString('latin1');
  if (header.length !== HEADER_BYTES || !text.startsWith(MAGIC)) return undefined;
  const facts = parseFacts(text.slice(MAGIC.length));
  return facts !== undefined && bytesBehind(facts) + HEADER_BYTES === fileBytes ? facts : undefined;
}

/** Where the list of gaps begins: behind the raw bytes, or behind the frames and their index. Counted from the header. */
export function bodyBytes({ bytes, frames, reference }: Pick<Facts, 'bytes' | 'frames' | 'reference'>): number {
  if (reference !== undefined) return referenceBytes(reference);
  return frames === undefined ? bytes : frames.storedBytes + indexBytes(frames.count);
}

const bytesBehind = (facts: Facts): number => bodyBytes(facts) + (facts.gaps?.bytes ?? 0);

/** What is to be said of an original that is not all there, or not as it came. */
export function remarksOn({ bytes, isPrefix, isBeforeSecret, redacted }: Facts): readonly string[] {
  const why = isBeforeSecret ? 'behind them stands what looks like a secret' : 'there the store failed';
  const secrets = redacted === 1 ? 'what looks like a secret is' : `what looks like secrets, in ${redacted} places, is`;
  return [
    ...(isPrefix ? [`holds the first ${bytes} bytes: ${why}.`] : []),
    ...(redacted > 0 ? [`is not as it came: ${secrets} replaced by asterisks.`] : []),
  ];
}

/** The id of the process that owns a draft, or undefined for a name that is none of a draft's. */
export function draftOwner(name: string): number | undefined {
  const pid = DRAFT_NAME.exec(name)?.[1];
  return pid === undefined ? undefined : Number(pid);
}

/** Name of an unfinished entry of process `pid`. `random` is 12 hex digits. */
export function draftName(pid: number, random: string): string {
  return `tmp-${pid}-${random}`;
}

/** Name of the room that is kept for the end of a draft. */
export const roomName = (draft: string): string => `${draft}-room`;

/** Whether a draft's file is room, and holds nothing. */
export const isRoomName = (name: string): boolean => name.endsWith('-room');

/** Whether a file of this name in the store's folder was put there by us. */
export function isStoreName(name: string): boolean {
  return TOKEN.test(name) || DRAFT_NAME.test(name) || [DRAFTS, GIVEN, TALLY_NAME].includes(name);
}

function parseFacts(json: string): Facts | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined; // A damaged header is an answer here, not an error.
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { sha256, bytes, lines, createdMs, program, isPrefix, isBeforeSecret, redacted, frames, reference, gaps } =
    value as Readonly<Record<string, unknown>>;
  if (typeof sha256 !== 'string' || !SHA256_HEX.test(sha256)) return undefined;
  if (!isCount(bytes) || !isCount(lines) || typeof createdMs !== 'number') return undefined;
  if (frames !== undefined && !isTable(frames)) return undefined;
  if (reference !== undefined && !isReference(reference)) return undefined;
  if (gaps !== undefined && !isGapTable(gaps)) return undefined;
  return {
    sha256,
    bytes,
    lines,
    createdMs,
    program: typeof program === 'string' ? program : undefined,
    isPrefix: isPrefix === true,
    isBeforeSecret: isBeforeSecret === true,
    redacted: isCount(redacted) ? redacted : 0,
    frames,
    reference,
    gaps,
  };
}

function isReference(value: unknown): value is Reference {
  if (typeof value !== 'object' || value === null) return false;
  const { pathBytes, blocks, fileBytes, mtimeMs } = value as Readonly<Record<string, unknown>>;
  return isCount(pathBytes) && isCount(blocks) && isCount(fileBytes) && typeof mtimeMs === 'number';
}

function isGapTable(value: unknown): value is GapTable {
  if (typeof value !== 'object' || value === null) return false;
  const { bytes, hash, isCut } = value as Readonly<Record<string, unknown>>;
  return isCount(bytes) && typeof hash === 'string' && typeof isCut === 'boolean';
}

function isTable(value: unknown): value is FrameTable {
  if (typeof value !== 'object' || value === null) return false;
  const { count, crc, storedBytes } = value as Readonly<Record<string, unknown>>;
  return isCount(count) && isCount(crc) && isCount(storedBytes);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Short and ASCII, so that the header cannot outgrow its size. */
function bareProgram(program: string): string {
  const name = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
  return name.slice(0, MAX_PROGRAM_CHARS).replace(/[^\x20-\x7e]/g, '?');
}
