/** The run: source → classify → stages → clamp → sink, with the recovery store beside it. */
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formsOfParts, mayBeDocument } from './juice/document.js';
import { IDLE_MS, openIdleTimer } from './juice/idle-timer.js';
import { readDocument } from './juice/read-document.js';
import { redacted } from './juice/redacted.js';
import { reportOf } from './juice/report.js';
import { type RunOptions, readCommand } from './juice/run.js';
import { headFor, openSight } from './juice/sight.js';
import { reduceSeen } from './juice/whole.js';
import type { Report } from './line.js';
import { peek } from './source/peek.js';

export interface JuiceOptions extends RunOptions {
  /** Sees the raw bytes as they come. */
  onRaw?(chunk: Buffer): void;
  /** A person watches: what is held is shown when the source is idle. */
  readonly isInteractive?: boolean;
  /** For tests: a small input takes the way of a large one. */
  readonly isChained?: boolean;
}

/**
 * Reduces `source` into `out`, which is not ended. Resolves when everything is written.
 * @throws {JuiceError} TOON_FAILED where the user wants to hear of that: the original has been written then.
 */
export async function juice(source: Readable, out: Writable, options: JuiceOptions): Promise<Report> {
  const raw = { bytes: 0 };
  const onRaw = (chunk: Buffer): void => options.onRaw?.(chunk);
  const idle = openIdleTimer(options.isInteractive === true);
  const sight = openSight(options);
  const reading = readCommand(options);
  let whole: Buffer | undefined;
  const redactOptions = { onRaw, idleMs: options.isInteractive ? IDLE_MS : undefined };
  const given = options.redactOutput ? Readable.from(redacted(source, redactOptions), { objectMode: false }) : source;
  const rest = await peek(given, {
    ...headFor(options),
    onUrgent: sight.urge,
    async onHead(head) {
      sight.see(head, await reading);
      if (head.isWhole && !options.isChained) whole = head.bytes;
    },
    ...(options.isInteractive ? { idleMs: IDLE_MS } : {}),
    onChunk(chunk) {
      raw.bytes += chunk.length;
      if (given === source) onRaw(chunk);
      idle.arm();
    },
  });
  // Nothing has been given yet where the head was known before an urgent line came.
  if (whole !== undefined) {
    idle.stop();
    const { bytes, report, failure } = await reduceSeen(whole, options, sight);
    await writeTo(out, bytes);
    if (failure !== undefined) throw failure;
    return report;
  }
  if (sight.kind?.skipReason !== undefined && sight.start.through === 0) {
    await pipeline(rest(), out, { end: false });
    options.recorder?.discard();
    return reportOf({ rawBytes: raw.bytes, skipReason: sight.kind.skipReason });
  }
  const document = (await mayBeDocument(options, sight)) ? await readDocument(rest(), options, sight) : undefined;
  if (document?.reduced !== undefined) {
    idle.stop();
    await writeTo(out, document.reduced.bytes);
    if (document.reduced.failure !== undefined) throw document.reduced.failure;
    return document.reduced.report;
  }
  const lines = document?.again ?? rest;
  const { openChain } = await import('./juice/chain.js');
  const line = openChain(options, sight, {
    rawBytes: () => raw.bytes,
    formOf: await formsOfParts(options, sight),
  });
  idle.onIdle(line.idle);
  try {
    await pipeline([lines(), ...line.chain, out], { end: false });
  } finally {
    idle.stop();
  }
  return line.finish();
}

/** Waits until it is written, and fails where that does. */
function writeTo(out: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    out.once('error', reject);
    out.write(bytes, error => {
      if (error) return reject(error);
      out.off('error', reject);
      resolve();
    });
  });
}
