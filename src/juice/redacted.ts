/** A source in which asterisks stand in the place of secrets, for whoever must not see them. */
import { Redactor } from '../ccr/redact.js';

/** A longer line is looked at in parts, cut at a blank where there is one. */
const MAX_HELD_BYTES = 65_536;
const MAX_WORD_BYTES = 4_096;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;

export interface RedactOptions {
  /** Sees the bytes as they came. */
  onRaw?(chunk: Buffer): void;
  /** What is held of a line is given on after so long without a byte; undefined: when its end has come. */
  readonly idleMs?: number | undefined;
}

/** Memory: 64 KiB and a chunk. */
export async function* redacted(source: AsyncIterable<Buffer>, options: RedactOptions): AsyncGenerator<Buffer> {
  const redactor = new Redactor();
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  let waiting: Promise<IteratorResult<Buffer>> | undefined;
  try {
    for (;;) {
      waiting ??= chunks.next();
      const next = held.length === 0 ? await waiting : await orIdle(waiting, options.idleMs);
      if (next?.done) break;
      if (next !== undefined) {
        waiting = undefined;
        options.onRaw?.(next.value);
        held = held.length === 0 ? next.value : Buffer.concat([held, next.value]);
      }
      const end = next === undefined ? held.length : endOf(held);
      if (end > 0) yield redactor.mask(held.subarray(0, end));
      held = Buffer.from(held.subarray(end)); // its chunk may be large
    }
    if (held.length > 0) yield redactor.mask(held);
  } finally {
    await chunks.return?.();
  }
}

/** Where the lines end that are whole; of a long one, its words. */
function endOf(held: Buffer): number {
  const lines = Math.max(held.lastIndexOf(LINE_FEED), held.lastIndexOf(RETURN)) + 1;
  if (held.length - lines < MAX_HELD_BYTES) return lines;
  const words = held.lastIndexOf(BLANK) + 1;
  return held.length - words < MAX_WORD_BYTES ? words : held.length;
}

/** Undefined: nothing has come for so long. */
async function orIdle<Value>(waiting: Promise<Value>, idleMs: number | undefined): Promise<Value | undefined> {
  if (idleMs === undefined) return waiting;
  let timer: NodeJS.Timeout | undefined;
  const idle = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, idleMs, undefined);
  });
  try {
    return await Promise.race([waiting, idle]);
  } finally {
    clearTimeout(timer);
  }
}
