/** A report as JSON on stdout, or as lines on stderr. */
import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { classificationOf, compactionOf, isCounted, reportOf, sizesOf } from '../juice/report.js';
import type { Report } from '../line.js';
import { openOutput } from './output.js';
import { warn } from './output-now.js';

/** The result and its report as one JSON object on stdout, written as it comes: nothing is held but the report. Finish `stream` first. */
export function openJson(): { readonly stream: Writable; finish(report: Report): Promise<void> } {
  const output = openOutput(1);
  const decoder = new StringDecoder('utf8');
  const inside = (text: string): string => JSON.stringify(text).slice(1, -1);
  let failure: Error | undefined;
  output.on('error', error => {
    failure ??= error;
  });
  const put = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      if (failure !== undefined) reject(failure);
      else output.write(text, error => (error ? reject(error) : resolve()));
    });
  let isBegun = false;
  const begin = (): string => {
    const start = isBegun ? '' : '{"inlineText":"';
    isBegun = true;
    return start;
  };
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      put(begin() + inside(decoder.write(chunk))).then(() => done(), done);
    },
  });
  return {
    stream,
    async finish(report) {
      await put(`${begin()}${inside(decoder.end())}",${JSON.stringify(jsonOf(report)).slice(1)}\n`);
    },
  };
}

/** A report in the words of the JSON protocol (DESIGN §9). */
function jsonOf(report: Report) {
  return {
    stats: {
      rawBytes: report.rawBytes,
      reducedBytes: report.outBytes,
      ratio: report.rawBytes === 0 ? 1 : Number((report.outBytes / report.rawBytes).toFixed(4)),
      ...(isCounted(report) && { rawLines: report.rawLines, reducedLines: report.outLines }),
      rawTokens: report.rawTokens,
      reducedTokens: report.outTokens,
    },
    classification: classificationOf(report),
    compaction: compactionOf(report, report.outBytes !== report.rawBytes),
    recovery:
      report.recovery === undefined
        ? undefined
        : { ...report.recovery, command: `tinyjuice retrieve ${report.recovery.token}` },
    trace: report.trace,
  };
}

/** The report of a run that copied its bytes and looked at none of them. */
export function reportOfCopy(bytes: number): Report {
  const report = reportOf({ rawBytes: bytes, skipReason: 'off' });
  return { ...report, trace: ['profile off: the bytes are copied, and nothing looks at them'] };
}

/** Says on stderr what was matched and what was left out. */
export function writeTrace(report: Report, name: string): void {
  const lines = [
    `matched: ${report.trace.join('; ') || (report.skipReason ?? 'nothing')}`,
    `shape ${report.shape ?? '-'}${report.kind === undefined ? '' : `, kind ${report.kind}`}, confidence ${report.confidence.toFixed(1)}, ${report.isLossy ? 'lossy, recoverable' : 'lossless'}`,
    sizesOf(report),
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
