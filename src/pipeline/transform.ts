/** A link of the chain as a Node Transform. */
import type { Transform } from 'node:stream';
import through2 from 'through2';
import type { Link } from '../line.js';

/** The Transform of a link, and a way to make it give out what it holds. */
export interface LinkTransform {
  readonly transform: Transform;
  /** Pushes what the link holds, for a person who waits at a terminal. */
  idle(): void;
}

export interface TransformOptions {
  /** What goes in, and what comes out: bytes, or arrays of lines. Each side holds one array at most. */
  readonly takes: 'bytes' | 'batches';
  readonly gives: 'bytes' | 'batches';
  /** Waited for before the link is told of the end. */
  beforeEnd?(): Promise<void>;
}

/** Runs a link on a stream. */
export function linkTransform<In, Out>(link: Link<In, Out>, options: TransformOptions): LinkTransform {
  const { beforeEnd } = options;
  const pushAll = (transform: Transform, out: readonly Out[]): void => {
    for (const each of out) transform.push(each);
  };
  const transform = through2(
    {
      ...(options.takes === 'batches' && { writableObjectMode: true, writableHighWaterMark: 1 }),
      ...(options.gives === 'batches' && { readableObjectMode: true, readableHighWaterMark: 1 }),
    },
    function (this: Transform, item: In, _encoding, done) {
      pushAll(this, link.push(item));
      done();
    },
    function (this: Transform, done) {
      const end = (): void => {
        pushAll(this, link.end());
        done();
      };
      if (beforeEnd === undefined) end();
      else beforeEnd().then(end, error => done(error as Error));
    },
  ) as unknown as Transform;
  return { transform, idle: () => pushAll(transform, link.idle?.() ?? []) };
}
