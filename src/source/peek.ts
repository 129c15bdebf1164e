/** The first bytes of a stream, looked at before they are let through. */
import { Readable } from 'node:stream';
import { type Head, openWindow, type WindowOptions } from './window.js';

export interface PeekOptions extends WindowOptions {
  /**
   * An urgent line within `minBytes`: the lines up to it, that is so many in all, come at once, before the head is
   * known. What follows them is not given before `onHead`.
   */
  onUrgent(lines: number): void;
  /** The head is known. Called, and waited for, before the first byte is given that is not urgent. */
  onHead(head: Head): void | Promise<void>;
  /** Sees each chunk before anyone else does. */
  onChunk(chunk: Buffer): void;
  /** Give up waiting after so long without a byte (a person waits at a terminal); undefined: wait for all. */
  readonly idleMs?: number;
}

/**
 * Reads until the head is known, or an urgent line has come. Where the head ends depends on the bytes alone, never on how
 * they were cut.
 * @returns gives everything as it came, with backpressure. Not asked for, where the head is whole and has not been given.
 */
export async function peek(source: Readable, options: PeekOptions): Promise<() => Readable> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const parts = stream(chunks, options);
  // the generator's first part comes once something is certain
  const first = await parts.next();
  const rest = async function* () {
    try {
      if (!first.done) yield first.value;
      yield* parts;
    } finally {
      await chunks.return?.();
    }
  };
  return () => Readable.from(rest(), { objectMode: false, highWaterMark: 65_536 });
}

async function* stream(chunks: AsyncIterator<Buffer>, options: PeekOptions): AsyncGenerator<Buffer> {
  const window = openWindow(options);
  const ahead: Buffer[] = [];
  let waiting: Promise<IteratorResult<Buffer>> | undefined;
  let isDone = false;
  let given = 0;
  /** What has been read and not been given, up to `end`. */
  const take = (end: number): Buffer => {
    const read = Buffer.concat(ahead);
    const part = read.subarray(0, end - given);
    ahead.splice(0, ahead.length, read.subarray(part.length));
    given += part.length;
    return part;
  };
  while (window.headEnd === undefined && !isDone) {
    waiting ??= chunks.next();
    const isWaitingLong = options.idleMs !== undefined && window.size > 0;
    const next = await (isWaitingLong ? orIdle(waiting, options.idleMs) : waiting);
    if (next === undefined) break;
    waiting = undefined;
    if (next.done) isDone = true;
    else {
      options.onChunk(next.value);
      ahead.push(next.value);
      window.add(next.value);
    }
    if (window.urgentEnd > given) {
      options.onUrgent(window.urgentLines);
      yield take(window.urgentEnd);
    }
  }
  const bytes = window.bytes();
  await options.onHead({ bytes, isWhole: isDone && window.headEnd === undefined });
  const rest = take(Number.POSITIVE_INFINITY);
  if (rest.length > 0) yield rest;
  while (!isDone) {
    const next = await (waiting ?? chunks.next());
    waiting = undefined;
    if (next.done) return;
    options.onChunk(next.value);
    yield next.value;
  }
}

async function orIdle<Value>(waiting: Promise<Value>, idleMs: number | undefined): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<undefined>(resolve => {
    timer = setTimeout(() => resolve(undefined), idleMs);
  });
  try {
    return await Promise.race([waiting, idle]);
  } finally {
    clearTimeout(timer);
  }
}
