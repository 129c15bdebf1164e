import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { script } from './cli.js';

describe.skipIf(!existsSync('/dev/full'))('wrap with its output on a full disk', () => {
  test.each([
    [5, 5],
    [0, 70],
  ])('a command that ends with %i ends us with %i, and it is told', async (code, ours) => {
    const run = await script(`tj wrap -- sh -c 'echo x; exit ${code}' >/dev/full`);
    expect(run.code).toBe(ours);
    expect(run.err).toMatch(/^tinyjuice: stdout: ENOSPC[^\n]*the output is not complete[^\n]*\n$/);
  });
});
