/** What bytes say about their own encoding, and how a line's bytes become text. */
import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** Byte order marks that are obeyed; anything else is UTF-8, with Latin-1 line by line where it is not valid. */
export type ByteOrderMark = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The byte order mark at the start of a stream; `head` needs three bytes, or is all there is. */
export function byteOrderMarkOf(head: Uint8Array): ByteOrderMark | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** Turns chunks of any input into chunks of UTF-8 (or of whatever bytes they were), without the byte order mark. */
export interface Transcoder {
  push(chunk: Buffer): Buffer;
  end(): Buffer;
}

/** A transcoder that reads the mark from the first bytes, however they are cut. Holds at most three bytes. */
export function openTranscoder(): Transcoder {
  let head: Buffer | undefined = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  const convert = (chunk: Buffer, isLast: boolean): Buffer =>
    decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: !isLast }), 'utf8');
  const open = (bytes: Buffer): Buffer => {
    head = undefined;
    const mark = byteOrderMarkOf(bytes);
    if (mark === undefined) return bytes;
    if (mark !== 'utf-8') decoder = new TextDecoder(mark);
    return convert(bytes.subarray(mark === 'utf-8' ? 3 : 2), false);
  };
  return {
    push(chunk) {
      if (head === undefined) return convert(chunk, false);
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      return head.length < 3 && couldBeMark(head) ? Buffer.alloc(0) : open(head);
    },
    end() {
      const rest = head === undefined ? Buffer.alloc(0) : open(head);
      return Buffer.concat([rest, convert(Buffer.alloc(0), true)]);
    },
  };
}

const couldBeMark = (head: Buffer): boolean =>
  head.length === 0 || head[0] === 0xef || head[0] === 0xff || head[0] === 0xfe;

const NOT_ASCII = /[\x80-\xff]/;

/**
 * The text of one line from its bytes, given as a string with one character a byte: UTF-8 where it is valid, Latin-1
 * where it is not. Decided line by line, so that the answer cannot depend on how the input was cut.
 */
export function textOfBytes(bytes: string): string {
  if (!NOT_ASCII.test(bytes)) return bytes;
  const buffer = Buffer.from(bytes, 'latin1');
  return isUtf8(buffer) ? buffer.toString('utf8') : bytes;
}

/** A stream is binary if more than this share of its first bytes are control codes that no text has. */
export const MAX_CONTROL_SHARE = 0.1;
/** The same where the bytes are no UTF-8: compressed data has 9 %, text in Latin-1 none. */
const MAX_CONTROL_SHARE_NOT_UTF8 = 0.02;

/** True if `head` (the first 16 KiB, or all) is no text: too many of its bytes are control codes. */
export function isBinary(head: Uint8Array): boolean {
  const mark = byteOrderMarkOf(head);
  if (mark !== undefined && mark !== 'utf-8') return false;
  let control = 0;
  for (const byte of head) if (byte < 0x20 && !TEXT_CONTROL.has(byte)) control += 1;
  if (control <= head.length * MAX_CONTROL_SHARE_NOT_UTF8) return false;
  return control > head.length * MAX_CONTROL_SHARE || !startsUtf8(head);
}

/** UTF-8, but for a character that the end may have cut. */
function startsUtf8(head: Uint8Array): boolean {
  return [0, 1, 2, 3].some(cut => isUtf8(head.subarray(0, Math.max(0, head.length - cut))));
}

/** BEL, BS, TAB, LF, VT, FF, CR, SO, SI, ESC: what programs write to terminals. */
const TEXT_CONTROL = new Set([0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x1b]);
