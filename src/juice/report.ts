/** What a run says of itself at its end. */
import type { Recovery } from '../ccr/recorder.js';
import type { Classification } from '../classify/classify.js';
import type { Report, Shape, ToonStats } from '../line.js';
import type { BookRule } from '../rules/book.js';
import type { SinkCounts } from '../sink/sink.js';

/** What is known at the end; without `found`, nothing was tried. */
export interface ReportParts {
  readonly rawBytes: number;
  readonly skipReason?: string | undefined;
  readonly found?: Classification<BookRule> | undefined;
  readonly counts?: SinkCounts;
  readonly recovery?: Recovery | undefined;
  readonly notes?: readonly string[];
  /** What made another form of the whole text. */
  readonly compressor?: string;
  readonly toon?: ToonStats | undefined;
}

/** Characters that one token holds in tool output, about; a report's estimate. */
const CHARS_PER_TOKEN = 3.3;

/** Counts, never content. */
export function reportOf(parts: ReportParts): Report {
  const { found, counts } = parts;
  const shape: Shape | undefined = found?.shape;
  const outBytes = counts?.bytes ?? parts.rawBytes;
  return {
    rawBytes: parts.rawBytes,
    outBytes,
    rawLines: counts?.through ?? 0,
    outLines: counts?.lines ?? 0,
    rawTokens: Math.round(parts.rawBytes / CHARS_PER_TOKEN),
    outTokens: Math.round(outBytes / CHARS_PER_TOKEN),
    rule: found?.rule?.id,
    family: found?.rule?.family,
    isCustomRule: found?.rule !== undefined && found.rule.loaded.origin !== 'built-in',
    shape,
    kind: found?.kind,
    confidence: found?.confidence ?? 0,
    isLossy: (counts?.omittedLines ?? 0) + (counts?.omittedBytes ?? 0) > 0,
    omitted: counts?.omitted ?? [],
    compressor: parts.compressor,
    ...(parts.toon === undefined ? {} : { toon: parts.toon }),
    recovery: parts.recovery,
    skipReason: parts.skipReason,
    trace: [...(found === undefined ? [] : [found.why]), ...(parts.notes ?? [])],
  };
}

/** A text that was passed on unread has lines too, but nobody has counted them. */
export const isCounted = ({ rawBytes, rawLines }: Report): boolean => rawLines > 0 || rawBytes === 0;

/** How much became how much, in words. */
export const sizesOf = (report: Report): string => {
  const lines = isCounted(report) ? `lines ${report.rawLines} -> ${report.outLines}, ` : '';
  return `${lines}bytes ${report.rawBytes} -> ${report.outBytes}, tokens about ${report.rawTokens} -> ${report.outTokens}`;
};

/** What the text was taken for, in the words of the JSON protocol (DESIGN §9). */
export const classificationOf = ({ family, confidence, rule }: Report) => ({
  ...(family === undefined ? {} : { family }),
  confidence,
  ...(rule === undefined ? {} : { matchedReducer: rule }),
});

/** What was done to it, in the same words. @param applied the text is another one now. */
export const compactionOf = (
  { isLossy, kind, shape, compressor, toon, skipReason, omitted }: Report,
  applied: boolean,
) => ({
  applied,
  lossy: isLossy,
  ...(kind === undefined ? {} : { kind }),
  ...(shape === undefined ? {} : { shape }),
  ...(compressor === undefined ? {} : { compressor }),
  ...(toon === undefined ? {} : { toon }),
  ...(skipReason === undefined ? {} : { skipReason }),
  omitted: [...omitted],
});
