/** JSON as TOON: exact or declined, whatever JSON.parse would change; and only where the user wants it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toon } from '../../src/compressors/toon/toon.js';
import { JuiceError } from '../../src/errors.js';
import type { ToonTuning } from '../../src/juice/tuning.js';
import { anyJson, inLayout, memberText, tableText } from '../support/json-texts.js';
import { checkTexts, reduce } from '../support/run.js';

const HINTS = { profile: 'full', shape: 'document', isLate: () => false } as const;
const RUNS = { numRuns: Number(process.env.JSON_RUNS ?? 100) };
const TURNED_ON: ToonTuning = { minBytes: 4_096, isFailOpen: true, areStatsTold: true };

/** What no form of ours writes as short as TOON does. */
const deep = { a: { deep: { b: Array.from({ length: 900 }, (_, at) => at * 7) } }, text: 'x' };
const text = `${JSON.stringify(deep, undefined, 2)}\n`;

test.each(Object.entries({ 'any JSON': inLayout(anyJson), tables: tableText, members: memberText }))(
  'generated %s leads back, or is declined',
  (_name, texts) => {
    fc.assert(
      fc.property(texts, whole => {
        const result = toon.compress(whole, { ...HINTS });
        expect(result === undefined ? whole : toon.decode(result)).toBe(whole);
        expect(Buffer.from(result?.body ?? '').toString()).toBe(result?.body ?? '');
      }),
      RUNS,
    );
  },
);

test.each([
  ['a number beyond 2^53', '{"a":9007199254740993}'],
  ['1.0', '{"a":1.0}'],
  ['1e400', '{"a":1e400}'],
  ['-0', '{"a":-0}'],
  ['a key that stands twice', '{"a":1,"a":2}'],
  ['keys that are put in another order', '{"b":1,"2":2}'],
  ['half a character', '{"a":"\\ud800"}'],
  ['an escape that nobody needs', '{"a":"\\u0061"}'],
  ['a key of JavaScript', '{"__proto__":{"x":1}}'],
  ['what is no JSON', '{"a":NaN}'],
  ['a layout of its own', '{"a":1 ,"b":2}'],
  ['a scalar', '12'],
  ['depth', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
])('%s is declined', (_name, odd) => {
  expect(toon.compress(odd, { ...HINTS })).toBeUndefined();
});

describe('a run', () => {
  test('has TOON only where it is turned on, above the number of bytes', async () => {
    const at = (minBytes: number) => reduce(text, { tuning: { toon: { ...TURNED_ON, minBytes } } });
    const bytes = Buffer.byteLength(text);
    expect((await reduce(text)).report.compressor).toBe('json');
    expect((await at(bytes)).report.compressor).toBe('json');
    const { text: out, report, warnings } = await at(bytes - 1);
    expect(report.compressor).toBe('toon');
    expect(out.split('\n').slice(0, 4)).toEqual([
      '[json as toon, indent 2; exact: tinyjuice decode]',
      'a:',
      ' deep:',
      expect.stringMatching(/^ {2}b\[900\]: 0,7,14,/),
    ]);
    expect(await checkTexts(text, out)).toMatchObject({ isTrue: true });
    expect(await checkTexts(text, out.replace(' 0,7,', ' 0,8,'))).toMatchObject({ isTrue: false });
    const { toon: stats } = report;
    const compressedBytes = Buffer.byteLength(out);
    expect(stats).toMatchObject({ originalBytes: bytes, compressedBytes, savedBytes: bytes - compressedBytes });
    expect(stats?.savedPercent).toBeCloseTo(100 - (100 * compressedBytes) / bytes, 1);
    expect(stats?.tokensAfter).toBeLessThan(stats?.tokensBefore ?? 0);
    expect(warnings).toEqual([`TOON: ${JSON.stringify(stats)}`]);
  });

  test('goes on without TOON where that fails, and says so', async () => {
    const { report, warnings } = await reduce(text, { provoke: 'toon', tuning: { toon: TURNED_ON } });
    expect(report.compressor).toBe('json');
    expect(warnings).toEqual(['TOON failed (provoked): it is left out']);
  });

  test('ends with an error where the user wants to hear of it', async () => {
    const run = reduce(text, { provoke: 'toon', tuning: { toon: { ...TURNED_ON, isFailOpen: false } } });
    await expect(run).rejects.toThrow(JuiceError);
    await expect(run).rejects.toThrow('TOON failed (provoked): the text stays as it is.');
  });
});
