/** Where a text goes that is wanted whole. */
import { Writable } from 'node:stream';

export interface Collector {
  readonly stream: Writable;
  /** What has been written so far. */
  text(): string;
}

/** Holds all that is written to it: for what is small, or is held whole anyhow. */
export function openCollector(): Collector {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
