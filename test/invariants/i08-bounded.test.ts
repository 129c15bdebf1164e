import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, folder, script } from '../process/cli.js';
import { projectRoot } from '../support/project.js';

const MIB = 1_048_576;
/** What V8's own leisure makes of 16 MB more is half of this; whoever holds them as lines needs more. */
const MAX_GROWTH_MIB = 90;
const preload = join(projectRoot, 'bench/kit/peak-memory.cjs');

/** Peak memory in MiB of reducing `count` times what `part` gives. */
async function peakOf(name: string, count: number, part: (index: number) => string): Promise<number> {
  const path = join(folder, name);
  const file = openSync(path, 'w');
  for (let i = 0; i < count; i += 1) writeSync(file, part(i));
  closeSync(file);
  const env = { PEAK_MEMORY_FILE: join(folder, 'peak') };
  const run = await script(`"$NODE" --require ${preload} ${cli} reduce "${path}" > /dev/null`, { env });
  expect(run.code).toBe(0);
  return Number(readFileSync(join(folder, 'peak'), 'utf8')) / MIB;
}

/** Inputs that would fill whatever a link held without a limit; each part is about 1 MB. */
const HOSTILE: readonly (readonly [string, (index: number) => string])[] = [
  ['one line without end', () => 'abc, def 12; '.repeat(80_000)],
  ['equal lines', () => 'the same line again and again\n'.repeat(33_000)],
  ['a block that comes again', () => 'begin of it\nmiddle of it, a little longer\nend of it\n'.repeat(20_000)],
  [
    'errors of ever new kinds',
    part =>
      Array.from(
        { length: 16_000 },
        (_, i) => `ERROR ${nameOf(part * 16_000 + i)}: it broke, as it never did before\n`,
      ).join(''),
  ],
  [
    'unique lines',
    part =>
      Array.from(
        { length: 20_000 },
        (_, i) => `${nameOf(part * 20_000 + i)} went on to ${nameOf(7 * i)} as planned\n`,
      ).join(''),
  ],
  ['redraws of one row', () => 'downloading 12 % of it\r'.repeat(45_000)],
  ['empty lines', () => '\n'.repeat(100_000)],
];

/** Another word for each number, of letters alone. */
const nameOf = (number: number): string => [...number.toString(9)].map(digit => 'qwrtzplkj'[Number(digit)]).join('');

describe.skipIf(process.platform !== 'linux')('I8: memory does not grow with the input', () => {
  test.each(HOSTILE)(
    '%s',
    async (name, part) => {
      const small = await peakOf(`${name}-4`, 4, part);
      const large = await peakOf(`${name}-20`, 20, part);
      expect(large - small).toBeLessThan(MAX_GROWTH_MIB);
    },
    600_000,
  );
});
