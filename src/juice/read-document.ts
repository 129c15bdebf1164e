/** A stream that may be a document: read as a whole, as far as its size allows. */
import { Readable } from 'node:stream';
import { countNewlines } from '../ccr/newlines.js';
import { MAX_DOCUMENT_BYTES } from '../compressors/compressor.js';
import { reduceDocument } from './document.js';
import { sayTooLong } from './excerpt.js';
import type { Reduced } from './reduced.js';
import type { RunOptions } from './run.js';
import type { Sight } from './sight.js';
import { openUrgentLines } from './urgent-lines.js';
import { passLines } from './whole.js';

/** A text of more lines is none that anybody reads as one; each line takes some hundred bytes here. */
const MAX_DOCUMENT_LINES = 131_072;

export interface ReadDocument {
  /** Undefined: the text is too long, cannot wait, or has no form that pays. */
  readonly reduced: Reduced | undefined;
  /** All of the stream, from its first byte. */
  again(): Readable;
}

/** Reads the stream up to the size of a document, and reduces it if it is one. */
export async function readDocument(source: Readable, options: RunOptions, sight: Sight): Promise<ReadDocument> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const read: Buffer[] = [];
  let size = 0;
  let lines = 0;
  let isDone = false;
  let isUrgent = false;
  const urgent = openUrgentLines();
  const isTooLong = (): boolean => size > MAX_DOCUMENT_BYTES || lines > MAX_DOCUMENT_LINES;
  while (!isDone && !isUrgent && !isTooLong()) {
    const next = await chunks.next();
    isDone = next.done === true;
    if (next.done) {
      isUrgent = urgent.end();
      break;
    }
    read.push(next.value);
    size += next.value.length;
    lines += countNewlines(next.value);
    isUrgent = urgent.add(next.value);
  }
  const again = async function* () {
    try {
      yield* read.splice(0);
      if (!isDone) yield* { [Symbol.asyncIterator]: () => chunks };
    } finally {
      await chunks.return?.();
    }
  };
  if (isTooLong()) await sayTooLong(options);
  const bytes = Buffer.concat(isDone && !isUrgent && !isTooLong() ? read : []);
  const lineRoad = (asked: RunOptions): Promise<Reduced> => passLines(bytes, asked, sight);
  const reduced = bytes.length === 0 ? undefined : await reduceDocument(bytes, { options, sight, lineRoad });
  return { reduced, again: () => Readable.from(again(), { objectMode: false, highWaterMark: 65_536 }) };
}
