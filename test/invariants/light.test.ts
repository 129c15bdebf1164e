/** Profile light leaves nothing out, and stores nothing: its output is undone to what a terminal would have shown. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderWhole } from '../../src/pipeline/render-whole.js';
import { linesText, memberText, sequenceText, tableText } from '../support/json-texts.js';
import { decodeLight } from '../support/light.js';
import { LISTING_TEXTS } from '../support/listing-texts.js';
import { reduce } from '../support/run.js';
import { asked, programText } from '../support/texts.js';

/** With one kind of line end: a mark for lines that came before does not say how each of them ended. */
const amongLines = fc
  .tuple(programText, tableText, programText)
  .map(parts => parts.join('\n').replaceAll('\r\n', '\n'));

describe('profile light', () => {
  test.each([
    ['program output', programText, 100],
    ['JSON', fc.oneof(tableText, memberText, linesText, sequenceText), 30],
    ['JSON among other lines', amongLines, 30],
    ...Object.entries(LISTING_TEXTS).map(([name, texts]) => [name, texts, 20] as const),
  ] as const)('%s', async (_name, texts, numRuns) => {
    await fc.assert(
      fc.asyncProperty(texts, asked, async (raw, { maxChars: _, ...options }) => {
        const { text, report } = await reduce(raw, { ...options, profile: 'light' });
        if (report.skipReason === undefined) expect(decodeLight(text)).toBe(renderWhole(Buffer.from(raw)));
        else expect(text).toBe(raw);
        expect(report).toMatchObject({ isLossy: false, omitted: [], recovery: undefined });
      }),
      { numRuns },
    );
  });
});
