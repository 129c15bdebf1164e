/** The messages of `rg --json`, grouped by file: every line, column and text stands there, and the way back is exact. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import rgJson from '../../src/compressors/kinds/rg-json.js';
import { decodeForm } from '../../src/forms.js';
import { checkTexts, reduce } from '../support/run.js';

const HINTS = { profile: 'full', shape: 'enumeration', isLate: () => false } as const;
const RUNS = { numRuns: Number(process.env.JSON_RUNS ?? 400) };

const path = fc.oneof(
  fc.constantFrom(
    'src/cart.ts',
    'a b/c d.md',
    '12:3',
    '> x',
    '= 1 bytes, 2 ns',
    '[x]',
    'ü/é.txt',
    'x\u001b.ts',
    '',
    '7-a',
  ),
  fc.string({ maxLength: 12 }),
);
const text = fc.oneof(
  fc.constantFrom(
    'const a = 1;',
    '',
    '  12:3: x',
    '\tgo\t"x"',
    'é ü 漢字 😀',
    '\u001b[31mred',
    'a\r',
    'a\nb',
    '\ud800',
    '\u2028',
  ),
  fc.string({ maxLength: 30 }),
);
const span = fc.tuple(fc.nat(12), fc.nat(6));

/** One message, mostly as ripgrep writes it. */
const message = fc
  .record({
    type: fc.constantFrom('begin', 'match', 'match', 'match', 'context', 'end', 'summary'),
    path,
    text,
    end: fc.constantFrom('\n', '\n', '\n', '', '\r\n'),
    number: fc.oneof(fc.nat(400), fc.constantFrom(null, -1, 1.5)),
    offset: fc.nat(9_999),
    spans: fc.array(span, { maxLength: 3 }),
    other: fc.constantFrom('', '', '', '', ' ', ',"x":1', '1e400'),
    nanos: fc.nat(2_000_000_000),
  })
  .map(({ type, path, text, end, number, offset, spans, other, nanos }) => {
    const bytes = Buffer.from(text);
    const data: Record<string, unknown> = { path: { text: path } };
    if (type === 'match' || type === 'context') {
      data.lines = { text: text + end };
      data.line_number = number;
      data.absolute_offset = offset;
      data.submatches = spans.map(([start, length]) => ({
        match: { text: bytes.toString('utf8', start, start + length) },
        start,
        end: start + length,
      }));
    }
    if (type === 'end') {
      data.binary_offset = offset % 9 === 0 ? offset : null;
      const elapsed = { secs: 0, nanos, human: `${(nanos / 1e9).toFixed(6)}s` };
      data.stats = {
        elapsed,
        searches: 1,
        searches_with_match: 1,
        bytes_searched: offset,
        bytes_printed: 9,
        matched_lines: 3,
        matches: 3,
      };
    }
    const line = JSON.stringify({ type, data });
    return other === '' ? line : line.slice(0, -1) + other;
  });

/** Messages in the order and with the sums of a real search. */
const search = fc
  .array(fc.tuple(path, fc.array(fc.tuple(text, span), { maxLength: 6 })), { minLength: 1, maxLength: 5 })
  .map(files =>
    files.flatMap(([name, found], file) => {
      let offset = 0;
      let printed = 0;
      const say = (type: string, data: object): string => {
        const line = JSON.stringify({ type, data: { path: { text: name }, ...data } });
        printed += Buffer.byteLength(line) + 1;
        return line;
      };
      const lines = [
        say('begin', {}),
        ...found.map(([said, [start, length]], at) => {
          const line = say('match', {
            lines: { text: `${said}\n` },
            line_number: at + 1,
            absolute_offset: offset,
            submatches: [
              {
                match: { text: Buffer.from(said).toString('utf8', start, start + length) },
                start,
                end: start + length,
              },
            ],
          });
          offset += Buffer.byteLength(said) + 1;
          return line;
        }),
      ];
      const elapsed = { secs: 0, nanos: file * 7_919, human: `${((file * 7_919) / 1e9).toFixed(6)}s` };
      const stats = { elapsed, searches: 1, searches_with_match: 1, bytes_searched: offset, bytes_printed: printed };
      return [
        ...lines,
        say('end', { binary_offset: null, stats: { ...stats, matched_lines: found.length, matches: found.length } }),
      ];
    }),
  );

describe.each([
  ['messages in any order', fc.array(message, { maxLength: 20 })],
  ['searches', search],
])('%s', (_name, texts) => {
  test('lead back to the text', () => {
    fc.assert(
      fc.property(texts, lines => {
        const whole = lines.join('\n');
        const result = rgJson.compress(whole, HINTS);
        expect(result === undefined ? whole : rgJson.decode(result)).toBe(whole);
      }),
      RUNS,
    );
  });
});

test('a form that was changed never decodes with a fault', () => {
  const change = fc.tuple(fc.nat(), fc.constantFrom('', ',', '@', '\n', ':', '-', '+', '9', '> '), fc.nat(2));
  fc.assert(
    fc.property(search, change, (lines, [place, inserted, removed]) => {
      const result = rgJson.compress(lines.join('\n'), HINTS);
      const form = `[${result?.about}; exact: tinyjuice decode]\n${result?.body}\n`;
      const at = place % form.length;
      expect(decodeForm(form.slice(0, at) + inserted + form.slice(at + removed))).toBeDefined();
    }),
    RUNS,
  );
});

test('a search is told by file, a quarter of what it was, and check reads it', async () => {
  const files = ['src/cart.ts', 'src/order/total.ts', 'src/user.ts'];
  const raw = `${files
    .flatMap(name => [
      JSON.stringify({ type: 'begin', data: { path: { text: name } } }),
      ...Array.from({ length: 8 }, (_, at) =>
        JSON.stringify({
          type: 'match',
          data: {
            path: { text: name },
            lines: { text: `  const a${at} = charsOf(b);\n` },
            line_number: at * 9 + 1,
            absolute_offset: at * 300,
            submatches: [{ match: { text: 'charsOf' }, start: 13, end: 20 }],
          },
        }),
      ),
    ])
    .join('\n')}\n`;
  const { text, report } = await reduce(raw, { command: 'rg --json charsOf' });
  expect(text.split('\n').slice(0, 4)).toEqual([
    '[rg json by file, 27 lines, line:column+length@place; exact: tinyjuice decode]',
    'src/cart.ts',
    '1:14+7@0:  const a0 = charsOf(b);',
    '10:14@300:  const a1 = charsOf(b);',
  ]);
  expect(report.compressor).toBe('rg-json');
  expect(text.length).toBeLessThan(raw.length / 4);
  expect(await checkTexts(raw, text)).toMatchObject({ isTrue: true });
  expect(await checkTexts(raw, text.replace('10:14', '10:15'))).toMatchObject({ isTrue: false });
});
