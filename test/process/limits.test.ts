/** A limit that is asked for is hard; what it cuts is counted, and can be had back. */
import { describe, expect, test } from 'vitest';
import { isTotalsLine } from '../../src/text/severity.js';
import { tinyjuice, tokenIn } from './cli.js';
import { recorded } from './samples.js';

/** A token of ordinary output holds about three characters. */
const CHARS_PER_TOKEN = 3;

describe.each(['pytest/failures-26', 'cargo-test/assert-eq-26', 'tsc/pretty-large'])('%s', name => {
  const input = recorded(name);

  test.each([1_000, 2_000, 4_000])('--max-chars %i', async limit => {
    const run = await tinyjuice(['reduce', '--max-chars', String(limit)], { input });
    expect([...run.text].length).toBeLessThanOrEqual(limit);
    expect((await tinyjuice(['retrieve', tokenIn(run.text)])).out.equals(input)).toBe(true);
  });

  test.each([600, 2_000])('--max-chars %i keeps the last total', async limit => {
    const totals = input.toString('utf8').trimEnd().split('\n').filter(isTotalsLine);
    const run = await tinyjuice(['reduce', '--max-chars', String(limit)], { input });
    expect(run.text).toContain(`\n${totals.at(-1)}\n`);
  });

  test('--budget 800', async () => {
    const run = await tinyjuice(['reduce', '--budget', '800'], { input });
    expect(run.text.length).toBeLessThanOrEqual(800 * CHARS_PER_TOKEN);
  });
});

test.each([
  [
    '--max-chars',
    '100',
    '--max-chars 100: the marks that say what is left out need more. Write --max-chars 300 or more.',
  ],
  ['--budget', '5', '--budget 5: the marks that say what is left out need more. Write --budget 100 or more.'],
])('%s %s cannot be held', async (flag, value, message) => {
  for (const args of [
    ['reduce', flag, value],
    ['wrap', flag, value, '--', 'echo', 'never run'],
  ]) {
    const run = await tinyjuice(args, { input: Buffer.from('text\n') });
    expect([run.code, run.text, run.err]).toEqual([2, '', `tinyjuice: ${message}\n`]);
  }
});

test('a short gap near the end does not take the room of the lines below it', async () => {
  const block =
    'test größe::case_1000 ... ok\ntest größe::case_1000 ... ok\n  × auth adds 0 (0 ms)\n\x1b[31mauth\x1b[0m 0\x1b[K\n';
  const attempts = Array.from({ length: 90 }, (_, i) => {
    const clock = `${10 + Math.floor(i / 60)}:${String(i % 60).padStart(2, '0')}:01`;
    return `2026-11-20 ${clock} INFO order attempt ${i} failed over`;
  });
  const input = `test auth::case_0 ... ok\n${block.repeat(7)}${attempts.join('\n')}`;
  for (let limit = input.length - 900; limit < input.length; limit += 25) {
    const run = await tinyjuice(['reduce', '--max-chars', String(limit)], { input });
    expect([...run.text].length).toBeLessThanOrEqual(limit);
  }
});
