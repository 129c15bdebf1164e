import fc from 'fast-check';
import { expect, test } from 'vitest';
import { grepEntry } from '../../src/ccr/grep.js';
import { openEntry } from '../../src/ccr/read.js';
import { collect, freshStore, store } from './store.js';

const options = freshStore();

async function grep(raw: Buffer | string, pattern: string, contextLines = 0) {
  const { stream, matchCount } = grepEntry(openEntry(options.dir, store(options, raw).token), {
    pattern,
    contextLines,
  });
  return { out: await collect(stream), matchCount: matchCount() };
}

/** The plain way: all lines in memory, each judged by its distance to a match. */
function grepPlainly(lines: readonly string[], pattern: RegExp, contextLines: number): string {
  const matches = lines.flatMap((line, at) => (pattern.test(line) ? [at] : []));
  let out = '';
  let last = -1;
  for (const [at, line] of lines.entries()) {
    if (!matches.some(match => Math.abs(match - at) <= contextLines)) continue;
    if (contextLines > 0 && last >= 0 && at > last + 1) out += '--\n';
    out += `${at + 1}${matches.includes(at) ? ':' : '-'}${line}\n`;
    last = at;
  }
  return out;
}

test('shows what a search of all lines in memory shows, whatever the context', async () => {
  const line = fc.constantFrom('', 'hit', 'a hit here', 'miss', 'é ü', '\r', 'hit\r', 'x'.repeat(9000));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 120 }), fc.nat(5), fc.boolean(), async (lines, context, hasEnd) => {
      const raw = lines.join('\n') + (hasEnd && lines.length > 0 ? '\n' : '');
      const counted = raw === '' ? [] : raw.replace(/\n$/, '').split('\n');
      expect((await grep(raw, 'hit', context)).out.toString()).toBe(grepPlainly(counted, /hit/, context));
    }),
    { numRuns: 80 },
  );
});

test('lines are found and numbered across blocks, with exact bytes', async () => {
  const lines = Array.from({ length: 40_000 }, (_, at) =>
    at % 9973 === 0 ? `needle é ${at}` : `straw é ${at} ${'-'.repeat(at % 90)}`,
  );
  const { out, matchCount } = await grep(lines.join('\n'), '^needle', 2);
  expect(matchCount).toBe(5);
  expect(out.toString()).toBe(grepPlainly(lines, /^needle/, 2));
});

test('invalid UTF-8 and NUL come out as they went in', async () => {
  const raw = Buffer.from([0xff, 0x61, 0x00, 0xc3, 10, 0x62, 10, 0x61, 0xe9, 13, 10]);
  const { out } = await grep(raw, 'a');
  expect(out).toEqual(Buffer.concat([Buffer.from('1:'), raw.subarray(0, 5), Buffer.from('3:'), raw.subarray(7)]));
});

test('colour codes, CR before LF and case do not hide a match', async () => {
  const raw = '\x1b[31merror\x1b[0m: one\r\nsome Error: two\r\nfine\r\n';
  expect((await grep(raw, '^error: one$')).out.toString()).toBe('1:\x1b[31merror\x1b[0m: one\r\n');
  expect((await grep(raw, '(?i)ERROR')).matchCount).toBe(2);
  expect((await grep(raw, 'nothing')).out).toEqual(Buffer.alloc(0));
});

test('a line of 20 MB is searched in pieces under one number', async () => {
  const raw = `first\n${'x'.repeat(10_000_000)}needle${'y'.repeat(10_000_000)}\nlast needle\n`;
  const { out, matchCount } = await grep(raw, 'needle', 3);
  expect(matchCount).toBe(2);
  expect(out.length).toBeLessThan(11_000_000);
  expect((await grep(raw, 'needle')).out.length).toBeLessThan(2_000_000);
  expect(out.toString('latin1', out.length - 14)).toBe('3:last needle\n');
  expect(new Set(out.toString('latin1').match(/^\d+[:-]/gm))).toEqual(new Set(['2-', '2:', '3:']));
});

test('a pattern that is none is refused in one line', async () => {
  const refusal = { code: 'BAD_FLAG', message: '--grep: "(" is not a regular expression: Unterminated group.' };
  await expect(grep('x\n', '(')).rejects.toMatchObject(refusal);
});

test('a bad byte in one line hides nothing in the others, whatever the piece', async () => {
  const lines = Array.from({ length: 3_000 }, (_, at) => Buffer.from(`${at} größe ${'-'.repeat(at % 90)}\n`));
  lines[1_500] = Buffer.from([0xff, 0x66, 0xfc, 0x72, 10]);
  const { out, matchCount } = await grep(Buffer.concat(lines), 'größe|für');
  expect(matchCount).toBe(3_000);
  expect(out.includes(Buffer.from([0x3a, 0xff, 0x66, 0xfc, 0x72, 10]))).toBe(true);
});

test('a pattern that never ends is given up', async () => {
  const entry = openEntry(options.dir, store(options, `${'a'.repeat(60)}!\n`).token);
  const { stream } = grepEntry(entry, { pattern: '(a+)+$', contextLines: 0, maxBlockMs: 200 });
  await expect(collect(stream)).rejects.toMatchObject({
    code: 'BAD_FLAG',
    message: '--grep: the pattern takes too long here. Write one with fewer ways to match the same text.',
  });
});
