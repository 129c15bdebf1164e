/** Lets bytes pass once the store has them, and gives it the next ones meanwhile. */
import type { Transform, TransformCallback } from 'node:stream';
import through2 from 'through2';
import type { Recorder } from '../ccr/recorder.js';

/** How many chunks may be on their way to the store at once: one passes when it is there, another is being written. */
const MAX_WAITING = 2;

/** Gives every chunk as it came, in order. A store that fails holds nothing up. */
export function storeFirst(recorder: Recorder): Transform {
  const waiting: Promise<void>[] = [];
  return through2(
    function (this: Transform, chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      const stored = recorder.offer(chunk);
      if (stored === undefined && waiting.length === 0) {
        done(null, chunk);
        return;
      }
      const before = waiting[waiting.length - 1];
      const passed = Promise.all([before, stored])
        .then(nextTurn)
        .then(() => {
          waiting.shift();
          this.push(chunk);
        });
      waiting.push(passed);
      if (waiting.length < MAX_WAITING) done();
      else before?.then(() => done());
    },
    (done: TransformCallback) => {
      recorder.end?.();
      Promise.all(waiting).then(() => done());
    },
  ) as unknown as Transform;
}

/** A chunk that has been read by now goes to the store before the work on this one begins. */
const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));
