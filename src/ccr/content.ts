/** An entry's raw bytes, by their place in the original, however they are stored. */
import { type Facts, HEADER_BYTES } from './entry.js';
import type { EntrySource } from './entry-source.js';
import { decodeIndex, type Frame, indexBytes, unpack } from './frames.js';

const BLOCK_BYTES = 256 * 1024;

/** A place in an original from which lines can be counted. */
export interface LinePlace {
  readonly from: number;
  /** Line feeds above it. */
  readonly newlines: number;
}

/** The bytes of one original. Memory: a block, or a frame. */
export interface Content {
  readonly bytes: number;
  /** From `from` (0-based) up to but without `to`. Each block is fresh memory: the reader may hold it. */
  blocks(from: number, to: number): Generator<Buffer>;
  /** The last known place with at most so many line feeds above it. */
  placeAbove(newlines: number): LinePlace;
}

const START: LinePlace = { from: 0, newlines: 0 };

/** @param corrupt the error for what is not as it was stored. */
export function openContent(source: EntrySource, { bytes, frames: table }: Facts, corrupt: () => Error): Content {
  const readAt = (at: number, size: number): Buffer => {
    const block = Buffer.allocUnsafeSlow(size);
    if (source.read(block, HEADER_BYTES + at) < size) throw corrupt();
    return block;
  };
  if (table === undefined) {
    return {
      bytes,
      *blocks(from, to) {
        const end = Math.min(to, bytes);
        for (let at = from; at < end; at += BLOCK_BYTES) yield readAt(at, Math.min(BLOCK_BYTES, end - at));
      },
      placeAbove: () => START,
    };
  }
  const frames = decodeIndex(readAt(table.storedBytes, indexBytes(table.count)), table, bytes);
  if (frames === undefined) throw corrupt();
  return {
    bytes,
    *blocks(from, to) {
      const end = Math.min(to, bytes);
      for (const frame of frames.slice(lastIndex(frames, frame => frame.from <= from))) {
        if (frame.from >= end) return;
        const block = unpack(readAt(frame.at, frame.storedBytes), frame);
        if (block === undefined) throw corrupt();
        const part = block.subarray(Math.max(0, from - frame.from), end - frame.from);
        if (part.length > 0) yield part;
      }
    },
    placeAbove(newlines) {
      const frame = frames[lastIndex(frames, frame => frame.newlinesAbove <= newlines)];
      return frame === undefined ? START : { from: frame.from, newlines: frame.newlinesAbove };
    },
  };
}

/** Of the frames, sorted, the last one that fits; 0 where none does. */
function lastIndex(frames: readonly Frame[], fits: (frame: Frame) => boolean): number {
  let [low, high] = [0, frames.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const frame = frames[middle];
    if (frame !== undefined && fits(frame)) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
