import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { fileLines } from '../../src/source/file-lines.js';

const folder = mkdtempSync(join(tmpdir(), 'tinyjuice-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'text');
const limits = { maxLineBytes: 1_000_000, encoding: 'utf8', mayBeLink: false } as const;

test('gives what splitting at line feeds gives, also where lines and signs cross blocks', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.nat(300_000).map(length => 'é'.repeat(length)),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), lines => {
      const text = lines.join('\n');
      writeFileSync(path, text);
      expect([...fileLines(path, limits)].join('\n') === text).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('of a line that is too long only its beginning is given, and the next one is whole', () => {
  writeFileSync(path, `${'x'.repeat(5_000_000)}end\nnext\n`);
  const [long = '', ...rest] = fileLines(path, limits);
  expect(long.length).toBeGreaterThanOrEqual(limits.maxLineBytes);
  expect(long.length).toBeLessThan(limits.maxLineBytes + 2 * 262_144);
  expect(long).not.toContain('end');
  expect(rest).toEqual(['next', '']);
});

test('a link is followed only where it may be, and a folder is no file', () => {
  writeFileSync(path, 'one\n');
  symlinkSync('text', join(folder, 'link'));
  expect([...fileLines(join(folder, 'link'), { ...limits, mayBeLink: true })]).toEqual(['one', '']);
  expect(() => [...fileLines(join(folder, 'link'), limits)]).toThrow(/ELOOP/);
  expect(() => [...fileLines(folder, limits)]).toThrow('it is no plain file');
});
