/** The first bytes of a stream, looked at before they are let through. */
import { Readable } from 'node:stream';

export interface Peeked {
  /** The first `bytes` bytes, or all there are. */
  readonly head: Buffer;
  /** True if `head` is the whole input. */
  readonly isWhole: boolean;
  /** Everything, `head` included, as it came. */
  readonly rest: Readable;
}

export interface PeekOptions {
  readonly bytes: number;
  /** Sees each chunk before anyone else does. */
  onChunk(chunk: Buffer): void;
  /** Give up waiting after so long without a byte (a person waits at a terminal); undefined: wait for all. */
  readonly idleMs?: number;
}

/** Reads until `bytes` are there, the input ends or (if asked) is idle. Then streams on with backpressure. */
export async function peek(source: Readable, options: PeekOptions): Promise<Peeked> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first: Buffer[] = [];
  let size = 0;
  let isDone = false;
  let waiting: Promise<IteratorResult<Buffer>> | undefined;
  while (size < options.bytes && !isDone) {
    waiting ??= chunks.next();
    const next = await (options.idleMs === undefined || size === 0 ? waiting : orIdle(waiting, options.idleMs));
    if (next === undefined) break;
    waiting = undefined;
    if (next.done) isDone = true;
    else {
      options.onChunk(next.value);
      first.push(next.value);
      size += next.value.length;
    }
  }
  const head = Buffer.concat(first).subarray(0, options.bytes);
  return {
    head,
    isWhole: isDone && size <= options.bytes,
    rest: Readable.from(stream(), { objectMode: false, highWaterMark: 65_536 }),
  };

  async function* stream(): AsyncGenerator<Buffer> {
    try {
      yield* first;
      first.length = 0;
      while (!isDone) {
        const next = await (waiting ?? chunks.next());
        waiting = undefined;
        if (next.done) break;
        options.onChunk(next.value);
        yield next.value;
      }
    } finally {
      await chunks.return?.();
    }
  }
}

async function orIdle<Value>(waiting: Promise<Value>, idleMs: number): Promise<Value | undefined> {
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
