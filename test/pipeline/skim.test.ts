/** Routine lines of a log, which no stage looks at: nothing that matters is among them, and nobody can tell how they came. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isQuiet } from '../../src/text/glance.js';
import { evidenceOf, isPassedLine } from '../../src/text/severity.js';
import { shapeOf } from '../../src/text/shape.js';
import { recordings } from '../support/recordings.js';
import { checkTexts, reduce } from '../support/run.js';

describe('a quick look', () => {
  const seen = (text: string): boolean => {
    shapeOf(text);
    return isQuiet();
  };

  test('calls no line of a recording quiet that is evidence of something, or names what passed', () => {
    let quiet = 0;
    for (const { name, raw } of recordings) {
      for (const line of raw.toString('utf8').split(/\r?\n/)) {
        if (!seen(line)) continue;
        quiet += 1;
        if (evidenceOf(line) !== undefined || isPassedLine(line)) expect([name, line]).toEqual([name, 'not quiet']);
      }
    }
    expect(quiet).toBeGreaterThan(10_000);
  });

  test('nor one made of the words of logs', () => {
    const word = fc.constantFrom(
      ...'INFO DEBUG [INFO] info level=info ok passed 0 3 500 503 E404 W1 error errors Error: TypeError failed FAIL no not'.split(
        ' ',
      ),
      ...'10:00:01 2026-11-20 db:5432 a1b2c3d4 warning: (!) ! * ✓ × denied permission cannot open timeout x=1 "error": null'.split(
        ' ',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 9 }), words => {
        const line = words.join(' ');
        if (seen(line)) expect([evidenceOf(line), isPassedLine(line)]).toEqual([undefined, false]);
      }),
      { numRuns: 3_000 },
    );
  });
});

/** A log with all that could be lost among routine lines. */
const lineOf = (random: () => number, at: number): string => {
  const pick = (of: readonly string[]): string => of[Math.floor(random() * of.length)] ?? '';
  const time = `2026-11-20 10:${`${Math.floor(at / 60) % 60}`.padStart(2, '0')}:${`${at % 60}`.padStart(2, '0')}`;
  const kind = random();
  if (kind < 0.004) return `${time} ERROR db: query ${at} failed: deadlock on ${pick(['users', 'orders'])}`;
  if (kind < 0.006) return `${time} INFO http: served request in ${90_000 + at} ms\n    with a body\n    of two lines`;
  if (kind < 0.008) return `${time} \x1b[33mWARN\x1b[0m cache: ${at} keys are gone`;
  if (kind < 0.01) return `${time} INFO ${'x'.repeat(2_100)}`;
  if (kind < 0.012) return `progress 10 %\rprogress 90 %\r${time} INFO loaded ${at}`;
  if (kind < 0.014) return `${time} INFO über ${at} Zeilen`;
  if (kind < 0.3)
    return `${time} DEBUG ${pick(['alpha', 'beta', 'gamma'])}-${pick(['one', 'two', 'six'])}: ${pick(['red', 'blue'])} went on as before`;
  return `${time} INFO http: served request in ${Math.floor(random() * 90)} ms`;
};
const logOf = (seed: number, lines: number, end: string): string => {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  return Array.from({ length: lines }, (_, at) => `${lineOf(random, at)}${end}`).join('');
};
const cutIn = (raw: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(raw.length / size) }, (_, at) => raw.subarray(at * size, (at + 1) * size));

describe('a log of many lines', () => {
  test.each([
    [1, 6_000, '\n'],
    [2, 6_000, '\r\n'],
    [3, 20_000, '\n'],
  ])('%d: %d lines: the same however it comes, true, and with every error', async (seed, lines, end) => {
    const raw = Buffer.from(logOf(seed, lines, end));
    const run = await reduce([raw]);
    for (const size of [997, 20_000, 65_536, 300_000]) expect((await reduce(cutIn(raw, size))).text).toBe(run.text);
    expect(run.warnings).toEqual([]);
    expect(await checkTexts(raw, run.out)).toMatchObject({ isTrue: true, violation: undefined });
    expect(run.report.isLossy).toBe(true);
    expect(run.text).toContain('ERROR db: query');
    expect(run.text.length).toBeLessThan(raw.length / 4);
  });

  test('what is drawn over far below does not touch it, and the last line stays', async () => {
    const head = logOf(4, 4_000, '\n');
    const raw = Buffer.from(
      `${head}2026-11-20 11:00:00 INFO one\n\x1b[1A\x1b[2K2026-11-20 11:00:00 INFO two\n\x1b[30A\x1b[2Kover\x1b[30B\n`,
    );
    const run = await reduce([raw]);
    for (const size of [1_009, 65_536]) expect((await reduce(cutIn(raw, size))).text).toBe(run.text);
    expect(await checkTexts(raw, run.out)).toMatchObject({ isTrue: true });
    const calm = await reduce([Buffer.from(`${head}2026-11-20 11:00:00 INFO http: served request in 7 ms\n`)]);
    expect(calm.text).toContain('11:00:00 INFO http: served request in 7 ms\n');
  });

  test('a store that fails in mid-stream leaves nothing out below', async () => {
    const raw = Buffer.from(logOf(5, 4_000, '\n'));
    const run = await reduce([raw], { store: 'none' });
    expect(run.report.isLossy).toBe(false);
  });

  test.each(['terminal', 'severity', 'records', 'repeats', 'blocks', 'clamp'])(
    'a fault in %s loses none',
    async provoke => {
      const raw = Array.from({ length: 3_000 }, (_, at) => `2026-11-20 10:00:00 INFO http: request ${at}\n`).join('');
      const { text, warnings } = await reduce(cutIn(Buffer.from(raw), 50_000), { provoke });
      expect(text).toBe(raw);
      expect(warnings).toHaveLength(1);
    },
  );

  test('an error at the very end has the lines above it', async () => {
    const last = '2026-11-20 12:00:00 ERROR db: cannot go on\n';
    const { text } = await reduce([Buffer.from(`${logOf(6, 5_000, '\n')}${last}`)]);
    expect(text).toContain(last);
    expect(
      text
        .slice(0, text.indexOf(last))
        .split('\n')
        .slice(-3, -1)
        .every(line => !line.startsWith('[...')),
    ).toBe(true);
  });
});
