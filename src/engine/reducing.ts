/** A Duplex that reduces what is written to it. */
import { Duplex, PassThrough } from 'node:stream';
import { JuiceError } from '../errors.js';
import { reportOf } from '../juice/report.js';
import { juice } from '../juice.js';
import type { Report } from '../line.js';
import { copyBytes } from '../source/copy-bytes.js';
import type { ReducingStream } from './engine.js';
import { runOptionsOf, type TextRun } from './run-text.js';
import type { EngineOptions } from './settings.js';

/**
 * Takes no more than is read from it. Destroyed before its end, it lets go of all it holds, and its report fails.
 * @param runOf what holds for the run; asked at once.
 */
export function openReducing(runOf: () => Promise<TextRun>, { onReport, now }: EngineOptions): ReducingStream {
  const source = new PassThrough();
  const out = new PassThrough();
  const startMs = now();
  const duplex = new Duplex({
    // Called back once the source has room again.
    write: (chunk: Buffer, _encoding, done) => void source.write(chunk, done),
    final: done => void source.end(done),
    read: () => void out.resume(),
    destroy(error, done) {
      source.destroy();
      out.destroy();
      done(error);
    },
  });
  // Told by the report, and by the stream that failed.
  for (const inner of [source, out]) inner.on('error', () => undefined);
  out.on('data', (chunk: Buffer) => {
    if (!duplex.push(chunk)) out.pause();
  });
  out.on('end', () => duplex.push(null));
  const reduce = async (): Promise<Report> => {
    const run = await runOf();
    const report = await pass(source, out, run);
    if (report.recovery !== undefined) await run.onKept?.(report.recovery);
    out.end();
    onReport?.({ ...report, profile: run.profile, exitCode: run.exitCode, ms: now() - startMs });
    return report;
  };
  const report = reduce();
  report.catch((error: unknown) => {
    // All of the original has been given out: the report alone tells.
    if (error instanceof JuiceError && error.code === 'TOON_FAILED') out.end();
    else duplex.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return Object.assign(duplex, { report });
}

async function pass(source: PassThrough, out: PassThrough, run: TextRun): Promise<Report> {
  const { profile } = run;
  if (profile === 'off') return reportOf({ rawBytes: await copyBytes(source, out), skipReason: 'off' });
  const options = { ...runOptionsOf(run), profile };
  try {
    return await juice(source, out, options);
  } catch (error) {
    options.recorder?.discard();
    throw error;
  }
}
