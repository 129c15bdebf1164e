/** Getting an original back: byte for byte, streamed. */
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { errnoOf, JuiceError } from '../errors.js';
import type { LineRange } from '../line.js';
import { byteOrderMarkOf, openTranscoder } from '../text/encoding.js';
import { hasOldMacLines } from '../text/old-mac.js';
import { type Content, openContent } from './content.js';
import { bodyBytes, decodeHeader, type Facts, HEADER_BYTES } from './entry.js';
import { type EntrySource, openFileSource, sourceOf } from './entry-source.js';
import { decodeGaps, type Gaps } from './gaps.js';
import { countNewlines } from './newlines.js';
import {
  decodeReferred,
  openReferred,
  type Reference,
  type Referred,
  type ReferredFile,
  referenceBytes,
  referredContent,
} from './reference.js';
import { checkToken, tokenOf } from './token.js';

const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 10;
const RETURN = 13;
/** What is looked at to tell how lines end: as much as the reduction looks at. */
const HEAD_BYTES = 16_384;
/** Up to here the hash is checked before the first byte goes out. */
const MAX_BYTES_CHECKED_FIRST = 8 * 1024 * 1024;
const DEFAULT_TTL_SECS = 86_400;

/** A part of an original. Lines and bytes are counted from 1, both ends included; `to` may be `Infinity`. */
export type Part =
  | { readonly lines?: LineRange; readonly bytes?: never }
  | { readonly bytes?: LineRange; readonly lines?: never };

/** A stored original. Holds no file open; each stream opens its own. */
export interface Entry extends Facts {
  readonly token: string;
  /**
   * The exact bytes of all or of a part; a range beyond the end gives what is there. Memory: a frame of 1 MiB.
   * Fails with CORRUPT_ENTRY where the content is not what was stored: before the first byte for originals under
   * 8 MiB, for larger ones before the first byte of the frame (`frames.ts`) that is damaged.
   */
  stream(part?: Part): Readable;
  /**
   * All of it as text to search: UTF-16 as UTF-8, lines of an old Mac (CR alone) with LF. Throws what `stream` fails with.
   * No stream: a block that waits in one outlives two collections of young objects, and then lies about for long.
   */
  text(): Generator<Buffer>;
  /**
   * Which lines were left out when it was stored the last time; undefined: that is not known by lines.
   * @throws {JuiceError} CORRUPT_ENTRY
   */
  hidden(): Gaps | undefined;
}

/**
 * Finds an original.
 * @param ttlSecs how long originals are kept, for the message when this one is not there.
 * @throws {JuiceError} BAD_TOKEN, NOT_FOUND, CORRUPT_ENTRY; NO_FILE where the system refuses to read it.
 */
export function openEntry(dir: string, token: string, ttlSecs = DEFAULT_TTL_SECS): Entry {
  checkToken(token);
  const path = join(dir, token);
  const where = {
    token,
    mend: `Delete ${path} and run the command again.`,
    open: () => openFile(path, token, ttlSecs),
  };
  return entryAt(where);
}

/** An original whose entry lies in memory. @throws {JuiceError} CORRUPT_ENTRY */
export const entryIn = (bytes: Buffer, token: string): Entry =>
  entryAt({ token, mend: 'Run the command again.', open: () => sourceOf(bytes) });

function entryAt(where: Where): Entry {
  const { source, facts } = openChecked(where);
  source.close();
  return {
    ...facts,
    token: where.token,
    stream: part => streamPart(where, part ?? {}),
    hidden: () => readGaps(where),
    text: () => readText(where),
  };
}

interface Where {
  readonly token: string;
  /** What to do where it is damaged. */
  readonly mend: string;
  /** Undefined: what lies there is no entry. */
  open(): EntrySource | undefined;
}

function streamPart(where: Where, part: Part): Readable {
  for (const range of [part.lines, part.bytes]) if (range !== undefined) checkRange(range);
  return Readable.from(read(where, part), { objectMode: false, highWaterMark: BLOCK_BYTES });
}

function* read(where: Where, part: Part): Generator<Buffer> {
  const { source, facts } = openChecked(where);
  let elsewhere: ReferredFile | undefined;
  try {
    const referred = facts.reference === undefined ? undefined : referredBy(where, source, facts.reference);
    elsewhere = referred?.file;
    const fail = elsewhere?.changed ?? ((): Error => corrupt(where));
    const content =
      referred === undefined ? openContent(source, facts, fail) : referredContent(referred.file, referred, facts.bytes);
    const isCheckedFirst = facts.bytes < MAX_BYTES_CHECKED_FIRST || elsewhere?.isSame === false;
    const verified = (): Generator<Buffer> => verify(content, facts.sha256, fail);
    if (isCheckedFirst) for (const _ of verified());
    if (part.lines !== undefined) yield* lineRange(content, part.lines);
    else if (part.bytes !== undefined) yield* content.blocks(part.bytes.from - 1, part.bytes.to);
    else yield* isCheckedFirst ? content.blocks(0, facts.bytes) : verified();
  } finally {
    elsewhere?.source.close();
    source.close();
  }
}

/** The file in which the original stands. */
function referredBy({ token }: Where, source: EntrySource, reference: Reference): Referred & { file: ReferredFile } {
  const body = Buffer.alloc(referenceBytes(reference));
  source.read(body, HEADER_BYTES);
  const referred = decodeReferred(body, reference);
  return { ...referred, file: openReferred(token, referred, reference) };
}

function readGaps(where: Where): Gaps | undefined {
  const { source, facts } = openChecked(where);
  try {
    if (facts.gaps === undefined) return undefined;
    const list = Buffer.alloc(facts.gaps.bytes);
    const got = source.read(list, HEADER_BYTES + bodyBytes(facts));
    const gaps = decodeGaps(list.subarray(0, got), facts.gaps);
    if (gaps === undefined) throw corrupt(where);
    return gaps;
  } finally {
    source.close();
  }
}

function* verify(content: Content, sha256: string, corrupt: () => Error): Generator<Buffer> {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  for (const block of content.blocks(0, content.bytes)) {
    hash.update(block);
    yield block;
  }
  if (hash.digest('hex') !== sha256) throw corrupt();
}

function* readText(where: Where): Generator<Buffer> {
  for (const { block, form } of asText(read(where, {}))) yield form === 'CR' ? withLf(block) : block;
}

const withLf = (block: Buffer): Buffer => Buffer.from(block.toString('latin1').replaceAll('\r', '\n'), 'latin1');

/** What lines are told by: marks count them so. */
type LineForm = 'LF' | 'CR' | 'utf-16';

function lineFormOf(head: Buffer): LineForm {
  if (byteOrderMarkOf(head)?.startsWith('utf-16')) return 'utf-16';
  return hasOldMacLines(head.toString('latin1', 0, HEAD_BYTES)) ? 'CR' : 'LF';
}

/** Blocks as they are, but UTF-16 as UTF-8: cut off from the mark at their start, its bytes would say nothing. */
function* asText(blocksOfAll: Iterable<Buffer>): Generator<{ readonly block: Buffer; readonly form: LineForm }> {
  let form: LineForm | undefined;
  const transcoder = openTranscoder();
  for (const block of blocksOfAll) {
    form ??= lineFormOf(block);
    yield { block: form === 'utf-16' ? transcoder.push(block) : block, form };
  }
  if (form === 'utf-16') yield { block: transcoder.end(), form };
}

function* lineRange(content: Content, range: LineRange): Generator<Buffer> {
  // The index counts line feeds, by which lines of these are not told.
  const isIndexed = lineFormOf(first(content.blocks(0, HEAD_BYTES))) === 'LF';
  // The line may begin in the frame above the one in which it goes on.
  const place = isIndexed ? content.placeAbove(range.from - 2) : { from: 0, newlines: 0 };
  const cut = openLineCut(range, place.newlines + 1);
  const blocks = content.blocks(place.from, content.bytes);
  for (const { block, form } of isIndexed ? asLines(blocks) : asText(blocks)) {
    const part = cut.take(block, form === 'CR' ? RETURN : NEWLINE);
    if (part.length > 0) yield part;
    if (cut.isDone) return;
  }
}

function first(blocks: Iterable<Buffer>): Buffer {
  for (const block of blocks) return block;
  return Buffer.alloc(0);
}

function* asLines(blocks: Iterable<Buffer>): Generator<{ readonly block: Buffer; readonly form: LineForm }> {
  for (const block of blocks) yield { block, form: 'LF' };
}

/** Cuts a range of lines out of blocks, the first of which begins with line `firstLine` or within it. */
function openLineCut({ from, to }: LineRange, firstLine: number) {
  let line = firstLine;
  let isDone = false;
  return {
    get isDone() {
      return isDone;
    },
    take(block: Buffer, newline: number): Buffer {
      const newlines = countNewlines(block, newline);
      if (line + newlines < from) {
        line += newlines;
        return block.subarray(0, 0);
      }
      const start = line < from ? afterNewline(block, from - line, newline) : 0;
      isDone = line + newlines > to;
      const end = isDone ? afterNewline(block, to - line + 1, newline) : block.length;
      line += newlines;
      return block.subarray(start, end);
    },
  };
}

/** Offset just after the `nth` newline of a block that has that many. */
function afterNewline(block: Buffer, nth: number, newline: number): number {
  let at = 0;
  for (let seen = 0; seen < nth; seen += 1) at = block.indexOf(newline, at) + 1;
  return at;
}

function openChecked(where: Where): { source: EntrySource; facts: Facts } {
  const source = where.open();
  if (source === undefined) throw corrupt(where);
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    const facts = decodeHeader(header.subarray(0, source.read(header, 0)), source.bytes);
    if (facts === undefined || tokenOf(Buffer.from(facts.sha256, 'hex')) !== where.token) throw corrupt(where);
    return { source, facts };
  } catch (error) {
    source.close();
    throw error;
  }
}

function openFile(path: string, token: string, ttlSecs: number): EntrySource | undefined {
  try {
    return openFileSource(path);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT' || errno === 'ENOTDIR') throw notFound(token, ttlSecs);
    if (errno === 'ELOOP') return undefined;
    throw new JuiceError(
      'NO_FILE',
      `the stored output ${token} cannot be read (${errno ?? 'unknown reason'}). Check the rights of ${path}.`,
      { cause: error },
    );
  }
}

/** The error for a token under which nothing is stored. */
export function notFound(token: string, ttlSecs: number): JuiceError {
  const kept = `Stored output is kept for ${durationOf(ttlSecs)}; run the command again.`;
  return new JuiceError('NOT_FOUND', `no stored output has the token ${token}. ${kept}`);
}

function corrupt({ token, mend }: Where): JuiceError {
  const what = `the stored output ${token} is damaged: it is not what was stored.`;
  return new JuiceError('CORRUPT_ENTRY', `${what} ${mend}`);
}

function checkRange({ from, to }: LineRange): void {
  const isWhole = Number.isSafeInteger(from) && (Number.isSafeInteger(to) || to === Number.POSITIVE_INFINITY);
  if (isWhole && from >= 1 && to >= from) return;
  throw new JuiceError(
    'BAD_FLAG',
    `${from}-${to} is not a range. Count from 1 and write the smaller number first: 1-20.`,
  );
}

/** A time in the largest unit that holds it exactly: `24 hours`. */
export function durationOf(secs: number): string {
  for (const [unit, size] of [
    ['hour', 3600],
    ['minute', 60],
  ] as const) {
    if (secs >= size && secs % size === 0) return `${secs / size} ${unit}${secs === size ? '' : 's'}`;
  }
  return `${secs} seconds`;
}
