import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project.js';
import { fileOf, script, tinyjuice, tokenIn } from './cli.js';
import { noisyLog } from './samples.js';

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

test('what retrieve gives back is not reduced again', async () => {
  const log = noisyLog(3_000);
  const token = tokenIn((await tinyjuice(['reduce'], { input: log })).text);
  const program = fileOf('tinyjuice', '#!/bin/sh\nexec node "$TJ_CLI" "$@"\n');
  const run = await script(
    `chmod +x ${program}; PATH=${dirname(program)}:$PATH; tj wrap -- tinyjuice retrieve ${token}; tj wrap -c "cd / && tinyjuice retrieve ${token}"; tj wrap -- node "$CLI" retrieve ${token}`,
    { env: { TJ_CLI: join(projectRoot, 'dist/cli.js') } },
  );
  expect(run).toMatchObject({ code: 0, err: '', text: log + log + log });
});
