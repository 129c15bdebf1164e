import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openUnstored } from '../../src/ccr/unstored.js';
import { byteByByte, cutAt, inSizes } from '../support/cuts.js';
import { reduce } from '../support/run.js';
import { hostileSample, markedText } from '../support/texts.js';

const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9_000 })), {
  minLength: 1,
  maxLength: 8,
});

describe('I11: the output does not depend on how the input was cut', () => {
  test('a 4 kB sample, cut once at each byte', async () => {
    const whole = await reduce(hostileSample);
    // Of 60 lines of one shape some are cut at each byte, the others at all places in a line taken together.
    const [from, to] = ['page 5 of', 'page 55 of'].map(text => hostileSample.indexOf(text)) as [number, number];
    for (let at = 1; at < hostileSample.length; at += at > from && at < to ? 7 : 1) {
      const run = await reduce(cutAt(hostileSample, at), { recorder: openUnstored() });
      if (!run.out.equals(whole.out)) expect(`cut at ${at}: ${run.text}`).toBe(whole.text);
    }
  }, 900_000);

  test.each(['full', 'light'] as const)('a 4 kB sample, byte by byte, profile %s', async profile => {
    const whole = await reduce(hostileSample, { profile });
    expect((await reduce(byteByByte(hostileSample), { profile })).text).toBe(whole.text);
  });

  test('generated text in chunks of any size', async () => {
    await fc.assert(
      fc.asyncProperty(markedText, sizes, async (raw, cuts) => {
        const bytes = Buffer.from(raw);
        const whole = await reduce(bytes);
        const cut = await reduce(inSizes(bytes, cuts));
        expect(cut.text).toBe(whole.text);
        expect(cut.report).toEqual(whole.report);
      }),
      { numRuns: 120 },
    );
  });

  // The first 16 KiB are read before anything is decided, and the last 50 rows are held: a chunk is a batch in between.
  test('generated text behind a long log, in chunks of any size', async () => {
    const attempt = (level: string, count: number): string =>
      Array.from(
        { length: count },
        (_, i) => `2026-11-20 10:${10 + (i % 50)}:01 ${level} attempt ${i} failed over\n`,
      ).join('');
    const routine = (count: number): string =>
      Array.from(
        { length: count },
        (_, i) => `2026-11-20 10:${10 + (i % 50)}:02 INFO req ${'abc'[i % 3]} took ${i} ms\n`,
      ).join('');
    const ticks = fc.integer({ min: 1, max: 9 }).map(count => '  ✓ auth adds 1 (1 ms)\n'.repeat(count));
    const errors = fc.integer({ min: 1, max: 9 }).map(count => attempt('ERROR', count));
    const routines = fc.integer({ min: 1, max: 900 }).map(routine);
    const equals = fc.integer({ min: 1, max: 300 }).map(count => 'step 1: auth and payment went on\n'.repeat(count));
    const redraws = fc.integer({ min: 1, max: 60 }).map(rows => `\x1b[${rows}A\rover it\x1b[${rows}B\n`);
    const tail = fc
      .array(fc.oneof(ticks, errors, routines, equals, redraws, markedText), { minLength: 1, maxLength: 6 })
      .map(all => all.join(''));
    await fc.assert(
      fc.asyncProperty(tail, sizes, async (raw, cuts) => {
        const head = Buffer.from(attempt('INFO', 300) + routine(300));
        const bytes = Buffer.concat([head, Buffer.from(raw + attempt('INFO', 60))]);
        const whole = await reduce(bytes, { recorder: openUnstored() });
        const chunks = [head, ...inSizes(bytes.subarray(head.length), cuts)];
        expect((await reduce(chunks, { recorder: openUnstored() })).text).toBe(whole.text);
      }),
      { numRuns: 60 },
    );
  });

  test('a line said over and over in a log is counted, wherever the chunks end', async () => {
    const errors = Array.from(
      { length: 250 },
      (_, i) => `2026-11-20 10:${10 + (i % 50)}:01 ERROR attempt ${i} failed\n`,
    );
    const bytes = Buffer.from(errors.join('') + 'step 10000: auth and payment went on as before\n'.repeat(200));
    const whole = await reduce(bytes);
    expect(whole.text).toContain('\nstep 10000: auth and payment went on as before [x200]\n');
    for (const size of [5, 47, 1_000, 9_000]) expect((await reduce(inSizes(bytes, [size]))).text).toBe(whole.text);
  });

  test('bytes that are no UTF-8, UTF-16 with a mark, and lines of an old Mac', async () => {
    const utf16 = Buffer.from(`\ufeff${'größe 😀 of the queue\r\n'.repeat(40)}`, 'utf16le');
    const latin1 = Buffer.from('größe of the queue: naïve\n'.repeat(40), 'latin1');
    const mac = Buffer.from(Array.from({ length: 40 }, (_, i) => `${'abcdefgh'[i % 8]} line ${i} of it`).join('\r'));
    for (const raw of [utf16, latin1, mac]) {
      const whole = await reduce(raw);
      expect((await reduce(byteByByte(raw))).text).toBe(whole.text);
      expect((await reduce(inSizes(raw, [3]))).text).toBe(whole.text);
    }
  });
});
