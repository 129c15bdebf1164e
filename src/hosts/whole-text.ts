/** All of what a tool has printed, where the host tells a hook only the beginning, or not how it ended. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { ToolOutput, WholeText } from './host.js';

export interface FullOutput {
  readonly bytes: Buffer;
  readonly exitCode: number | undefined;
  /** What an answer is measured against. */
  readonly shownBytes: number;
}

/** Larger ones stay where they are. */
const MAX_FILE_BYTES = 67_108_864;
/** How much of a record's end is looked through. */
const MAX_RECORD_BYTES = 1_048_576;

/** Undefined: it is not known, so nothing is to be said. */
export function readWhole({ text, exitCode, whole }: ToolOutput): FullOutput | undefined {
  if (whole === undefined) {
    const bytes = Buffer.from(text, 'utf8');
    return { bytes, exitCode, shownBytes: bytes.length };
  }
  if (whole.kind === 'record') return readRecord(whole, Buffer.byteLength(text));
  const bytes = readEnd(whole.path, MAX_FILE_BYTES, 'all');
  return bytes === undefined ? undefined : { bytes, exitCode, shownBytes: bytes.length };
}

function readRecord(
  { path, find }: Extract<WholeText, { kind: 'record' }>,
  shownBytes: number,
): FullOutput | undefined {
  const lines = readEnd(path, MAX_RECORD_BYTES, 'end')?.toString('utf8').split('\n') ?? [];
  for (const line of lines.reverse()) {
    const found = find(parsed(line));
    if (found === undefined) continue;
    return { bytes: Buffer.from(found.text, 'utf8'), exitCode: found.exitCode, shownBytes };
  }
  return undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // the part of a line, or one that is still being written
  }
}

/** A plain file of ours to read; undefined: it is none, or longer than it may be. */
function readEnd(path: string, maxBytes: number, want: 'all' | 'end'): Buffer | undefined {
  let descriptor: number;
  try {
    // A pipe would hold us up for ever; a link may lead anywhere.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch {
    return undefined; // gone, or not for us
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile() || (want === 'all' && stats.size > maxBytes)) return undefined;
    // What somebody else has put there is none of our user's outputs.
    if (process.getuid !== undefined && stats.uid !== process.getuid()) return undefined;
    const start = Math.max(0, stats.size - maxBytes);
    const bytes = Buffer.alloc(stats.size - start);
    let at = 0;
    for (let count = 1; count > 0 && at < bytes.length; at += count)
      count = readSync(descriptor, bytes, at, bytes.length - at, start + at);
    return bytes.subarray(0, at);
  } catch {
    return undefined; // it cannot be read
  } finally {
    closeSync(descriptor);
  }
}
