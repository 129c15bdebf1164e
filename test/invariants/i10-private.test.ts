import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environment, fileOf, tinyjuice, tokenIn } from '../process/cli.js';

const SECRET = 'pomegranate';
const text = `${Array.from({ length: 3_000 }, (_, i) => `2026-11-20T10:00:00Z INFO ${SECRET}: job ${i} done`).join('\n')}\nERROR ${SECRET} broke\n`;

/** All below a folder, with the bits that say who may do what. */
function modesBelow(path: string): readonly (readonly [string, number])[] {
  const own = [path, statSync(path).mode & 0o777] as const;
  if (!statSync(path).isDirectory()) return [own];
  return [own, ...readdirSync(path).flatMap(name => modesBelow(join(path, name)))];
}

describe('I10: nothing of the content is told', () => {
  test('the store is open to its owner alone, and names nothing', async () => {
    const run = await tinyjuice(['reduce', '-'], { input: text });
    const token = tokenIn(run.text);
    const store = join(environment.XDG_CACHE_HOME ?? '', 'tinyjuice');
    const entries = modesBelow(store);
    expect(entries.some(([path]) => path.includes(token))).toBe(true);
    for (const [path, mode] of entries) {
      expect([path, mode.toString(8)]).toEqual([path, statSync(path).isDirectory() ? '700' : '600']);
      expect(path).not.toContain(SECRET);
    }
  });

  test('traces, faults and errors hold no line of the input', async () => {
    const path = fileOf('private.log', text);
    const runs = await Promise.all([
      tinyjuice(['reduce', '--trace', path]),
      tinyjuice(['reduce', '--trace', '-'], { input: text, env: { TINYJUICE_PROVOKE: 'severity' } }),
      tinyjuice(['reduce', '-'], { input: text, env: { XDG_CACHE_HOME: '/dev/null/nowhere' } }),
      tinyjuice(['check', path, fileOf('private.out', 'something else\n')]),
      tinyjuice(['wrap', '--trace', '--', 'cat', path]),
    ]);
    for (const { err } of runs) expect(err).not.toContain(SECRET);
    expect(runs.slice(0, 3).map(({ err }) => err.length > 0)).toEqual([true, true, true]);
  });
});
