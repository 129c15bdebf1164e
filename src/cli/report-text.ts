/** A report as JSON on stdout, or as lines on stderr. */
import { Writable } from 'node:stream';
import type { Report } from '../line.js';
import { openOutput, warn } from './output.js';

/** Collects what would have gone to stdout, for `--json`. */
export function collectText(): { readonly stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

/** Writes the result in the form of the JSON protocol's response (DESIGN §9). */
export async function writeJson(inlineText: string, report: Report, withTrace: boolean): Promise<void> {
  const result = {
    inlineText,
    stats: {
      rawBytes: report.rawBytes,
      reducedBytes: report.outBytes,
      ratio: report.rawBytes === 0 ? 1 : Number((report.outBytes / report.rawBytes).toFixed(4)),
      rawLines: report.rawLines,
      reducedLines: report.outLines,
      rawTokens: report.rawTokens,
      reducedTokens: report.outTokens,
    },
    classification: { family: report.family, confidence: report.confidence, matchedReducer: report.rule },
    compaction: {
      applied: report.outBytes !== report.rawBytes,
      lossy: report.isLossy,
      shape: report.shape,
      skipReason: report.skipReason,
      omitted: report.omitted,
    },
    recovery:
      report.recovery === undefined
        ? undefined
        : { ...report.recovery, command: `tinyjuice retrieve ${report.recovery.token}` },
    trace: withTrace ? report.trace : undefined,
  };
  const output = openOutput(1);
  await new Promise<void>((resolve, reject) => {
    output.on('error', reject);
    output.end(`${JSON.stringify(result)}\n`, () => resolve());
  });
}

/** Says on stderr what was matched and what was left out. */
export function writeTrace(report: Report, name: string): void {
  const lines = [
    `matched: ${report.trace.join('; ') || (report.skipReason ?? 'nothing')}`,
    `shape ${report.shape ?? '-'}, confidence ${report.confidence.toFixed(1)}, ${report.isLossy ? 'lossy, recoverable' : 'lossless'}`,
    `lines ${report.rawLines} -> ${report.outLines}, bytes ${report.rawBytes} -> ${report.outBytes}, tokens about ${report.rawTokens} -> ${report.outTokens}`,
    ...(report.omitted.length > 0
      ? [
          `omitted: ${report.omitted
            .slice(0, 50)
            .map(({ from, to }) => `${from}-${to}`)
            .join(' ')}${report.omitted.length > 50 ? ' …' : ''}`,
        ]
      : []),
    ...(report.recovery === undefined ? [] : [`original: ${report.recovery.token}, ${report.recovery.bytes} bytes`]),
  ];
  for (const line of lines) warn(`${name}: ${line}`);
}
