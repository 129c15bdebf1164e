import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stages } from '../../src/generated/stages.js';
import { parseLineMark, parseTailMark } from '../../src/text/marker.js';
import { renderText } from '../../src/text/screen.js';
import { agrees, parseShortForm } from '../../src/text/short-form.js';
import { inSizes } from '../support/cuts.js';
import { type Run, reduce, retrieve } from '../support/run.js';
import { programText } from '../support/texts.js';
import { unfold } from '../support/unfold.js';

const links = [...stages.map(({ name }) => name), 'clamp', 'echoes', 'folders'];

/** A command whose output runs through the link, where a log's does not. */
function commandFor(link: string): { readonly command?: string } {
  const stage = stages.find(({ name }) => name === link);
  if (stage?.kinds?.includes('diff')) return { command: 'git diff' };
  const isOfVerdicts = stage?.shapes?.includes('stream') === false && stage.shapes.includes('verdict');
  return link === 'echoes' || isOfVerdicts ? { command: 'pytest -q' } : {};
}

/** Lines of the rendered or raw input that stand neither in the output nor in a gap that the store can give. */
async function lostLines(run: Run): Promise<readonly string[]> {
  const raw = run.raw.toString('utf8');
  const shown = new Set(
    unfold(run.text)
      .split(/\r?\n/)
      .flatMap(line => {
        const mark = parseLineMark(line) ?? parseTailMark(line);
        return mark === undefined ? [line] : [line, 'text' in mark ? mark.text : line];
      }),
  );
  const shortened = [...shown].flatMap(line => parseShortForm(line) ?? []);
  const inGap = (from: number, to: number): boolean => run.report.omitted.some(gap => gap.from <= from && to <= gap.to);
  const rendered = renderText(raw);
  const rawLines = raw.split('\n').map(line => line.replace(/\r$/, ''));
  const isShown = (row: { text: string; number: number; through: number }): boolean =>
    shown.has(row.text) ||
    shortened.some(short => short.length === row.text.length && agrees(short, row.text, 0)) ||
    inGap(row.number, row.through) ||
    rawLines.slice(row.number - 1, row.through).every(line => shown.has(line));
  if (run.report.omitted.length > 0) expect((await retrieve(run)).equals(run.raw)).toBe(true);
  return rendered.filter(row => !isShown(row)).map(({ text }) => text);
}

/** A block that comes again is folded without its lines being shown again: too much for `lostLines` to undo, so no gap may hide it. */
const sample = [
  ...Array.from(
    { length: 400 },
    (_, i) => `2026-11-20T10:00:${String(i % 60).padStart(2, '0')}Z INFO worker: job ${i} done in ${i % 91} ms`,
  ),
  'src/app.ts:10:5: error: expected 3, got 4',
  ...Array.from(
    { length: 400 },
    (_, i) => `2026-11-20T10:10:${String(i % 60).padStart(2, '0')}Z WARN worker: job ${i} is slow`,
  ),
  '\x1b[31mred\x1b[0m tail',
  'progress 1%\rprogress 99%\rprogress 100%',
  'the end',
].join('\n');

/** A text for the links that see only what is of no known shape. */
const walk = Array.from({ length: 3_000 }, (_, at) => `so it went on and ${'on '.repeat(at % 9)}by ${at}`).join('\n');

/** A text for the links that see only diffs. */
const patches = `diff --git a/src/a.ts b/src/a.ts
index 275a941..6099c43 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3000 +1,3000 @@
${Array.from({ length: 3_000 }, (_, at) => `-  total += ${at} * rate;\n+  total += ${at} * rate(year);`).join('\n')}
`;

describe('I9: a fault of ours loses nothing', () => {
  describe.each(links)('a fault in %s', link => {
    test.each([1, 2, 3, 7])('at its batch number %i', async at => {
      const stage = stages.find(({ name }) => name === link);
      const isOfUnknown = stage?.shapes?.join() === 'unknown';
      const raw = Buffer.from(stage?.kinds !== undefined ? patches : isOfUnknown ? walk : sample);
      const run = await reduce(inSizes(raw, [4_000]), { provoke: `${link}:${at}`, ...commandFor(link) });
      expect(await lostLines(run)).toEqual([]);
      // Clamp gives few batches of a log: the seventh never comes.
      if (['echoes', 'folders'].includes(link) && at === 7) return;
      expect(run.warnings.length).toBe(1);
      expect(run.warnings[0]).toMatch(/^internal fault in .*\(provoked\): the rest is passed through unreduced$/);
    });

    test('anywhere in generated text', async () => {
      await fc.assert(
        fc.asyncProperty(
          programText,
          fc.integer({ min: 1, max: 5 }),
          fc.integer({ min: 20, max: 9_000 }),
          async (raw, at, size) => {
            const run = await reduce(inSizes(Buffer.from(raw), [size]), { provoke: `${link}:${at}` });
            expect(await lostLines(run)).toEqual([]);
            expect(run.warnings.length).toBeLessThanOrEqual(1);
          },
        ),
        { numRuns: 40 },
      );
    });
  });

  test('a fault in the first link gives the raw lines from there on', async () => {
    const run = await reduce(sample, { provoke: 'terminal' });
    expect(run.text).toBe(sample);
  });
});
