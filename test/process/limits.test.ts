/** A limit that is asked for is hard; what it cuts is counted, and can be had back. */
import { describe, expect, test } from 'vitest';
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

  test('--budget 800', async () => {
    const run = await tinyjuice(['reduce', '--budget', '800'], { input });
    expect(run.text.length).toBeLessThanOrEqual(800 * CHARS_PER_TOKEN);
  });
});
