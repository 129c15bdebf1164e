import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lostEvidence } from '../support/evidence.js';
import { reduce } from '../support/run.js';
import { programText } from '../support/texts.js';

/** Words by which a tool gives its verdict. */
const VERDICT = /\b(?:ok|OK|success(?:ful(?:ly)?)?|passed|PASS(?:ED)?|0 errors?|no errors?|all tests)\b/;

describe('I3: no line of evidence is lost, and no verdict is ours', () => {
  test('evidence of generated text is shown or counted', async () => {
    await fc.assert(
      fc.asyncProperty(programText, fc.constantFrom(undefined, 400, 3_000), async (raw, maxChars) => {
        const run = await reduce(raw, maxChars === undefined ? {} : { maxChars });
        expect(lostEvidence(raw, run.text)).toEqual([]);
        expect(run.warnings).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('passed tests are counted to the last one, and only where the tool has no totals', async () => {
    const line = fc.constantFrom(
      (i: number) => `test module::case_${i} ... ok`,
      (i: number) => `ok ${i} - does it`,
      (i: number) => `tests/test_a.py::test_${i} PASSED    [ ${i % 100}%]`,
      (i: number) => `  ✓ does it ${i} times`,
    );
    const failure = fc.constantFrom('ERROR: disk failed at a.c:3', 'thread panicked at src/a.rs:3:5');
    const total = fc.constantFrom('', '= 1 failed, 80 passed in 0.3s =\n', 'test result: FAILED. 3 passed; 1 failed\n');
    await fc.assert(
      fc.asyncProperty(
        line,
        fc.integer({ min: 20, max: 400 }),
        failure,
        total,
        fc.nat(4),
        async (make, n, bad, end, gap) => {
          const lines = Array.from({ length: n }, (_, i) =>
            gap > 0 && i % (20 * gap) === 19 ? `plain ${i}x` : make(i),
          );
          const passed = lines.filter(text => !text.startsWith('plain')).length;
          const { text } = await reduce(`${lines.join('\n')}\n${bad}\n${end}`);
          const counted = [...text.matchAll(/^\[counted: (\d+) "/gm)].map(found => Number(found[1]));
          const shown = text
            .split('\n')
            .filter(shownLine => lines.includes(shownLine) && !shownLine.startsWith('plain'));
          expect(counted).toEqual(end !== '' || shown.length === passed ? [] : [passed - shown.length]);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('a word of success is in the output only where it is in the input', async () => {
    await fc.assert(
      fc.asyncProperty(programText, async raw => {
        const run = await reduce(raw);
        for (const line of run.text.split('\n')) if (VERDICT.test(line)) expect(raw).toMatch(VERDICT);
      }),
      { numRuns: 100 },
    );
  });

  test('a failed run without any word of error ends with its last lines', async () => {
    const raw = Array.from({ length: 4_000 }, (_, i) => `fetched page ${i} of the catalogue in ${i % 80} ms`).join(
      '\n',
    );
    const run = await reduce(`${raw}\n`, { exitCode: 3 });
    const tail = run.text.split('\n').filter(line => line.startsWith('fetched page'));
    expect(tail.at(-1)).toContain('page 3999 of');
    expect(tail.join('\n').length).toBeGreaterThan(4_000);
  });
});
