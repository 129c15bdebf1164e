import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Recorder } from '../../src/ccr/recorder.js';
import { openRecorder } from '../../src/ccr/recorder.js';
import { renderText } from '../../src/text/screen.js';
import { freshStore } from '../ccr/store.js';
import { inSizes } from '../support/cuts.js';
import { reduce, retrieve } from '../support/run.js';
import { programText } from '../support/texts.js';

/** A store whose disk is full once `bytes` have been taken. */
function failingAfter(bytes: number): Recorder {
  const options = freshStore({ maxBytes: bytes + 512 });
  return openRecorder(options);
}

/** A log of `lines` lines that is reduced: every line is one record of one shape. */
const log = (lines: number): string =>
  Array.from(
    { length: lines },
    (_, i) => `2026-11-20T10:00:${String(i % 60).padStart(2, '0')}Z INFO worker: job ${i} done in ${i % 91} ms\n`,
  ).join('');

describe('I1: what is left out can be had back, byte for byte', () => {
  test('the whole original and every gap of generated text', async () => {
    await fc.assert(
      fc.asyncProperty(programText, async raw => {
        const run = await reduce(raw);
        if (run.report.recovery === undefined) {
          expect(run.report.omitted).toEqual([]);
          return;
        }
        expect((await retrieve(run)).equals(run.raw)).toBe(true);
        const rawLines = raw.split('\n').map(line => `${line}\n`);
        for (const range of run.report.omitted.slice(0, 3)) {
          const wanted = rawLines
            .slice(range.from - 1, range.to)
            .join('')
            .slice(0, raw.length);
          expect(wanted.startsWith((await retrieve(run, range)).toString('utf8'))).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  test.each([
    ['CRLF', log(900).replaceAll('\n', '\r\n')],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from(log(400)), Buffer.from([0xff, 0xfe, 0x41, 0xc3, 0x0a]), Buffer.from(log(400))]),
    ],
    ['no last newline', log(900).slice(0, -1)],
  ])('the original with %s', async (_name, raw) => {
    const run = await reduce(raw);
    expect(run.report.isLossy).toBe(true);
    expect((await retrieve(run)).equals(run.raw)).toBe(true);
  });

  test('nothing is lost and one warning is given when the store fails at any byte', async () => {
    const raw = Buffer.from(log(4_000));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: raw.length - 1 }), fc.integer({ min: 100, max: 70_000 }), async (failAt, size) => {
        const recorder = failingAfter(failAt);
        const run = await reduce(inSizes(raw, [size]), { recorder });
        const shown = new Set(run.text.split('\n'));
        const lastGap = Math.max(0, ...run.report.omitted.map(({ to }) => to));
        const lines = raw.toString('utf8').split('\n').slice(0, -1);
        const lost = lines.filter(
          (line, index) =>
            !shown.has(line) && !run.report.omitted.some(({ from, to }) => from <= index + 1 && index + 1 <= to),
        );
        expect(lost).toEqual([]);
        expect(run.warnings.length).toBe(1);
        // What was left out must lie within the bytes that the store had taken.
        const gapEndsAt = lines.slice(0, lastGap).join('\n').length;
        expect(gapEndsAt).toBeLessThanOrEqual(run.report.recovery?.bytes ?? 0);
        if (lastGap === 0) expect(run.text).toBe(raw.toString('utf8'));
        else expect(run.text).toContain(`tinyjuice retrieve ${run.report.recovery?.token}`);
      }),
      { numRuns: 40 },
    );
  });

  test('without a store nothing is left out', async () => {
    await fc.assert(
      fc.asyncProperty(programText, async raw => {
        const run = await reduce(raw, { store: 'none' });
        expect(run.report.omitted).toEqual([]);
        expect(run.report.isLossy).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  test('an input larger than the whole store passes through whole, and says so', async () => {
    const raw = log(3_000);
    const run = await reduce(raw, { recorder: failingAfter(10_000) });
    expect(run.text).toBe(
      renderText(raw)
        .map(({ text, end }) => text + end)
        .join(''),
    );
    expect(run.warnings.length).toBe(1);
  });
});
