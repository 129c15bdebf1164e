/** The document road beside the line road: the same however the bytes are cut, and never where it does not belong. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeForm, decodeText } from '../../src/forms.js';
import { renderWhole } from '../../src/pipeline/render-whole.js';
import { linesText, tableText } from '../support/json-texts.js';
import { checkTexts, reduce } from '../support/run.js';
import { expectUrgentAtOnce } from '../support/urgent.js';

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `crossing ${id}`, isOpen: id % 7 !== 0, draught: id / 4 }));

const small = `${JSON.stringify(rows(12), undefined, 2)}\n`;
const large = `${JSON.stringify(rows(600), undefined, 2)}\n`;

describe('the same form however the bytes are cut', () => {
  test('at any place of a small text', async () => {
    const whole = await reduce(small);
    expect(whole.report.compressor).toBe('json-table');
    const bytes = Buffer.from(small);
    for (let at = 1; at < bytes.length; at += 1)
      expect((await reduce([bytes.subarray(0, at), bytes.subarray(at)])).text).toBe(whole.text);
  });

  test('at any two places of a large one', async () => {
    const whole = await reduce(large);
    expect(whole.report.compressor).toBe('json-table');
    const bytes = Buffer.from(large);
    const place = fc.nat(bytes.length);
    await fc.assert(
      fc.asyncProperty(place, place, async (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const parts = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
        expect((await reduce(parts.filter(part => part.length > 0))).text).toBe(whole.text);
      }),
      { numRuns: 20 },
    );
  });
});

test('generated texts: what comes out leads back, holds, and stays as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(tableText, linesText), fc.constantFrom('full', 'light'), async (raw, profile) => {
      const once = await reduce(raw, { profile });
      expect(once.warnings).toEqual([]);
      if (once.report.compressor === undefined) return;
      expect(once.report).toMatchObject({ isLossy: false, omitted: [], recovery: undefined });
      expect(decodeForm(once.text)).toEqual({ original: raw });
      expect(await checkTexts(raw, once.out)).toMatchObject({ isTrue: true, violation: undefined });
      expect((await reduce(once.out)).text).toBe(once.text);
    }),
    { numRuns: 200 },
  );
});

test('colours are rendered first, and what decode gives is the rendered text', async () => {
  const coloured = small.replaceAll('true', '\x1b[32mtrue\x1b[0m');
  const run = await reduce(coloured);
  expect(run.report.compressor).toBe('json-table');
  expect(decodeForm(run.text)).toEqual({ original: small });
  expect((await checkTexts(coloured, run.out)).isTrue).toBe(true);
  expect(renderWhole(Buffer.from(coloured))).toBe(small);
});

describe('left to the line road', () => {
  test.each([
    ['less than 512 bytes', JSON.stringify(rows(4), undefined, 2)],
    [
      'JSON of a test runner',
      `${'{"Time":"2026-11-21T12:06:35Z","Action":"run","Package":"a/b","Test":"TestX"}\n'.repeat(20)}`,
    ],
    ['JSON that is cut', large.slice(0, -20)],
    [
      'a log whose records are JSON',
      Array.from({ length: 40 }, (_, i) => `{"ts": ${1795262203.5 + i}, "level": "info", "msg": "m${i}"}`).join('\n'),
    ],
  ])('%s', async (_name, raw) => {
    expect((await reduce(raw)).report.compressor).toBeUndefined();
  });

  test.each([
    'cat x.json',
    'jq . x',
    'sed -n 1,400p x',
    'git show HEAD:x.json',
    ['bat', 'x.json'],
    'cat a && tail b',
    'x | awk 1',
  ])('what %s reads on purpose: not one byte is other', async command => {
    expect((await reduce(large, { command })).text).toBe(large);
  });

  test.each([
    'curl -s http://localhost/x',
    'kubectl get pods -o json',
    'python report.py',
    './list --json',
    'aws ec2 describe-instances',
  ])('but not what %s prints', async command => {
    expect((await reduce(large, { command })).report.compressor).toBe('json-table');
  });
});

describe('JSON among other lines', () => {
  const word = fc.constantFrom(
    'starting',
    'fetched 40 rows',
    'error: row 7 is not active',
    '',
    '  at main',
    '{',
    '}',
    '[',
    '}',
  );
  const json = fc.oneof(tableText, linesText);
  const mixed = fc
    .array(fc.oneof({ weight: 3, arbitrary: word }, { weight: 2, arbitrary: json }), { minLength: 1, maxLength: 8 })
    .map(parts => ['output of the tool:', ...parts, 'done'].join('\n'));

  test('each part gets another form where it stands, and all of it can be had back', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(mixed, async raw => {
        const run = await reduce(raw, { profile: 'light' });
        expect(run.warnings).toEqual([]);
        expect(await checkTexts(raw, run.out)).toMatchObject({ isTrue: true, violation: undefined });
        expect(
          (await reduce([Buffer.from(raw.slice(0, 700)), Buffer.from(raw.slice(700))], { profile: 'light' })).text,
        ).toBe(run.text);
        if (!/^\[next \d+ lines: /m.test(run.text)) return;
        found += 1;
        expect((await reduce(run.out, { profile: 'light' })).text).toBe(run.text);
        if (!/ \[x\d+\]$|^\[\d+ lines /m.test(run.text)) expect(decodeText(run.text)).toEqual({ original: raw });
      }),
      { numRuns: 40 },
    );
    expect(found).toBeGreaterThan(8);
  });

  const script = `fetching\n${JSON.stringify(rows(40), undefined, 2)}\nerror: row 7 is not open\n`;

  test('the lines around it stay as they are, and the report says which are not', async () => {
    const run = await reduce(script);
    const lines = run.text.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'fetching',
      '[next 41 lines: json as a table, 40 rows, key: value in rows that say no other, indent 2; exact: tinyjuice decode]',
      '"id","name","isOpen": true,"draught"',
      '0,crossing 0,"isOpen": false,0',
    ]);
    expect(lines.slice(-2)).toEqual(['error: row 7 is not open', '']);
    expect(run.report).toMatchObject({ isLossy: false, omitted: [], recovery: undefined });
    expect(run.report.trace).toContain('lines 2-243 in another form');
  });

  test('check rejects a part that says something else, or ends too soon', async () => {
    const { text } = await reduce(script);
    for (const changed of [
      text.replace('3,crossing 3', '3,crossing 4'),
      text.replace('3,crossing 3', '3,"crossing 3'),
      text.replace(/\n3,crossing 3,.*/, ''),
      text.replace('next 41', 'next 40'),
      text.replace('next 41', 'next 99'),
      text.replace('indent 2', 'indent 4'),
    ])
      expect((await checkTexts(script, changed)).isTrue).toBe(false);
  });

  test('a fault in it lets all lines through', async () => {
    const run = await reduce(script, { provoke: 'parts' });
    expect(run.text).toBe(script);
    expect(run.warnings).toHaveLength(1);
  });

  test('what a command reads on purpose stays as it is', async () => {
    expect((await reduce(script, { command: 'cat notes.txt' })).text).toBe(script);
  });
});

test('a line that a CI service acts on does not wait for the end of a document, wherever it stands', async () => {
  const row = (i: number): string => `{"id":${i},"name":"berth ${i}","length":${i % 30}}\n`;
  await expectUrgentAtOnce(Array.from({ length: 900 }, (_, i) => row(i)).join(''), 2_000);
});
