/** Text that is no command, or one that is meant to hurt: reading it ends soon, and never fails. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCommand } from '../../src/classify/command.js';

const MAX_CHARS = 100_000;
/** More than a loaded machine needs; the parser alone would take longer for some of these. */
const MAX_MS = 15_000;

const piece = fc.constantFrom(
  ...['|', '||', '&&', ';', '&', '\n', '(', ')', '{ ', ' }', '$(', '`', '"', "'", '\\', '<<EOF\n', '\nEOF\n', '<(', '>', '2>&1'],
  ...['if ', 'then ', 'fi', 'for x in ', 'do ', 'done', 'case ', ' in ', 'esac', 'f() ', '! ', 'A=b ', '$X', '#', '[[ ', ' ]]'],
  ...['sudo ', 'npx ', 'bash -lc ', 'xargs ', 'env ', 'docker run ', 'eval ', 'python -m ', '-c ', '-u ', '-- ', 'a ', ' b', '\0', 'ü'],
); // biome-ignore format: a table
const command = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(piece).map(pieces => pieces.join('')),
);

describe('any text', () => {
  test('is read without a fault, and twice the same', async () => {
    const property = fc.asyncProperty(command, async text => {
      expect(await parseCommand(text)).toEqual(await parseCommand(text));
    });
    await fc.assert(property, { numRuns: 3_000 });
  });

  test('is read without a fault as words', async () => {
    const property = fc.asyncProperty(fc.array(fc.oneof(piece, fc.string())), async words => {
      const { commands } = await parseCommand(words.map(word => word.trim()));
      expect(commands.every(({ args }) => args.every(arg => typeof arg === 'string'))).toBe(true);
    });
    await fc.assert(property, { numRuns: 3_000 });
  });
});

const units = [
  ...['(', '{ ', '$(', '"', "'", '`', '"$(', '$((', '${a:-', '\\', '<(', '[[ (', '@(', '{a,', 'a=(', '! ', '`$("', '`\\`'],
  ...['a|', 'a&&', 'a;', 'a\n', 'f() ', 'if ', 'case a in ', 'cat <<A', 'cat <<A\n', 'a <<<', 'f() { f; f; }; ', 'for x in y; do '],
  ...['sudo ', 'env A=b ', 'bash -c ', "bash -c '", 'eval ', 'npx -y ', 'x', ' ', '-', 'A=', 'timeout 1 ', 'ünïcödé ', '\0'],
]; // biome-ignore format: a table

test.each(units)('100 kB of %j are read soon', async unit => {
  for (const chars of [8_000, 32_000, MAX_CHARS]) {
    const text = unit.repeat(chars / unit.length);
    const begun = performance.now();
    const { commands } = await parseCommand(text);
    expect([unit, performance.now() - begun < MAX_MS]).toEqual([unit, true]);
    expect(commands.length).toBeLessThanOrEqual(200);
  }
});

test('functions that call each other do not multiply without end', async () => {
  const lines = Array.from({ length: 40 }, (_, at) => `f${at + 1}() { f${at}; f${at}; }`);
  const begun = performance.now();
  const { isWhole } = await parseCommand(['f0() { npm test; }', ...lines, 'f40'].join('\n'));
  expect([isWhole, performance.now() - begun < MAX_MS]).toEqual([false, true]);
});

test('shells within shells are read to a depth', async () => {
  const nested = (depth: number): string =>
    depth === 0 ? 'npm test; ls' : `bash -c ${JSON.stringify(nested(depth - 1))}`;
  expect((await parseCommand(nested(3))).commands.map(({ program }) => program)).toEqual(['npm', 'ls']);
  expect(await parseCommand(nested(9))).toEqual({ commands: [], isWhole: false });
});
