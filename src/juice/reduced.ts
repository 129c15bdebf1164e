/** What has been made of a text that was there as a whole. */
import type { Recovery } from '../ccr/recorder.js';
import type { JuiceError } from '../errors.js';
import type { LineRange, Report, ToonStats } from '../line.js';
import { reportOf } from './report.js';
import type { Sight } from './sight.js';

/** A text and what was done to it. */
export interface Reduced {
  readonly bytes: Buffer;
  readonly report: Report;
  /** The bytes are the original; once they have been given out, the caller is to hear of this. */
  readonly failure?: JuiceError;
}

interface Whole {
  readonly bytes: Buffer;
  /** As a terminal would show it. */
  readonly text: string;
  readonly sight: Sight;
  /** Bytes that nothing of the result stands for. */
  readonly omittedBytes: number;
  /** Lines of which nothing is shown. */
  readonly omitted?: readonly LineRange[];
  readonly compressor: string;
  readonly recovery?: Recovery;
  readonly toon?: ToonStats | undefined;
  /** For `--trace`. */
  readonly note: string;
}

/** The text as it is, and why. */
export const givenUp = (bytes: Buffer, failure: JuiceError): Reduced => ({
  bytes,
  report: reportOf({ rawBytes: bytes.length, skipReason: 'TOON failed' }),
  failure,
});

/** A document as a compressor has written it anew. */
export function reducedTo(written: string, whole: Whole): Reduced {
  const { bytes, text, sight, omittedBytes, omitted = [], compressor, recovery, toon, note } = whole;
  const out = Buffer.from(written, 'utf8');
  const report = reportOf({
    rawBytes: bytes.length,
    found: sight.kind?.found,
    counts: {
      bytes: out.length,
      lines: written.split('\n').length - 1,
      through: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
      omitted: [...omitted],
      omittedLines: omitted.reduce((sum, { from, to }) => sum + to - from + 1, 0),
      omittedBytes,
      isFolded: recovery === undefined,
      evidence: 0,
    },
    recovery,
    compressor,
    toon,
    notes: [`compressor ${compressor}: ${note}`],
  });
  return { bytes: out, report };
}
