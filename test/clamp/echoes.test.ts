/** A long line that stands above already is not said twice; the mark and the line above give it back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEchoes } from '../../src/text/echo.js';
import { decodeLight } from '../support/light.js';
import { checkTexts, reduce } from '../support/run.js';

const long = (name: string): string =>
  `shipment = Shipment(ref='${name}', origin='DE', destination='NO', parcels=[Parcel(weight=2.5), Parcel(weight=9.1)])`;
const failure = (name: string, ref: string): string[] => [
  `___________________________ ${name} ___________________________`,
  '',
  long(ref),
  `known as ${name}`,
  '    def test(shipment):',
  `>       assert quote(shipment).total == ${name.length}`,
  `E       AssertionError: assert 1 == ${name.length}`,
  '',
  `tests/test_${name}.py:10: AssertionError`,
];
const raw = [
  '=================================== FAILURES ===================================',
  ...failure('alpha', 'FD-1'),
  ...failure('beta', 'FD-1'),
  ...failure('gamma', 'FD-1'),
  ...failure('delta', 'FD-2'),
  '=========================== short test summary info ============================',
  '4 failed in 0.10s',
  '',
].join('\n');

/** What stands below the header of a failure comes again as a whole. */
const trace = (name: string, line: number): string[] => [
  `___________________________ ${name} ___________________________`,
  '',
  '    return round(chart + tide_range / 2, 2)',
  '                         ^^^^^^^^^^^^^^^^^^',
  "E   TypeError: unsupported operand type(s) for /: 'str' and 'int'",
  '',
  'quayside/tides.py:6: TypeError',
  `seen from test_${name}.py:${line}`,
];
const traces = [
  '=================================== FAILURES ===================================',
  ...trace('alpha', 3),
  ...trace('beta', 14),
  ...trace('gamma', 15),
  '=========================== short test summary info ============================',
  '3 failed in 0.10s',
  '',
].join('\n');

/** Undoes the marks by the output alone. */
function decode(text: string): string {
  const lines = text.split('\n');
  return lines
    .flatMap((line, at) => {
      const [, count = '1', beginning] = /^\[again(?:, (\d+) lines)?: (.+)\.\.\.\]$/.exec(line) ?? [];
      if (beginning === undefined) return [line];
      const from = lines.slice(0, at).findLastIndex(each => each.startsWith(beginning));
      return lines.slice(from, from + Number(count));
    })
    .join('\n');
}

const MARK = /^\[again(?:, \d+ lines)?: .*\.\.\.\]$/gm;

test.each([
  ['full', raw],
  ['light', raw],
  ['full', traces],
  ['light', traces],
] as const)('in profile %s the output alone gives the lines back', async (profile, whole) => {
  const { text, report } = await reduce(whole, { profile, command: 'pytest' });
  expect(text.match(MARK)).toHaveLength(2);
  expect((await checkTexts(whole, text)).violation).toBeUndefined();
  if (profile === 'light') {
    expect(report.isLossy).toBe(false);
    expect(decode(text)).toBe(whole);
  }
});

test('a line that differs in one word stays', async () => {
  const { text } = await reduce(raw, { command: 'pytest' });
  expect(text).toContain(long('FD-2'));
});

test('a block is said to come again with what is evidence in it, and its first line tells which', async () => {
  const { text } = await reduce(traces, { profile: 'light', command: 'pytest' });
  expect(text.match(MARK)).toEqual(Array(2).fill('[again, 5 lines:     return round(chart + tide_ra...]'));
});

const CHANGES: readonly (readonly [string, (text: string) => string])[] = [
  ['a mark for what is not above', text => text.replace(/^(\[again\b.*: +\w)/m, '$1x')],
  ['a mark more', text => text.replace(/^(\[again\b.*)$/m, '$1\n$1')],
  ['a mark taken out', text => text.replace(/^\[again\b.*\n/m, '')],
  ['the line above changed', text => text.replace("origin='DE'", "origin='SE'").replace('2, 2)', '2, 3)')],
  [
    'a line more in a mark',
    text =>
      text.replace(/, 5 lines|again: shipment/, found =>
        found === ', 5 lines' ? ', 6 lines' : 'again, 2 lines: shipment',
      ),
  ],
];

test.each(CHANGES)('check refuses %s', async (_what, change) => {
  for (const whole of [raw, traces]) {
    const { text } = await reduce(whole, { profile: 'light', command: 'pytest' });
    expect(change(text)).not.toBe(text);
    expect((await checkTexts(whole, change(text))).violation).toBeDefined();
  }
});

test('a block that has come with other lines since is told by what it begins with, or stays', async () => {
  const start = 'opened the log of the harbour master at noon';
  const blocks = ['fog over the bar', 'wind from north-west', 'fog over the bar', 'wind from north-west'];
  const lines = blocks.flatMap((text, i) => [start, `${text}, as the log says below`, 'and the tide ran out', `${i}`]);
  const whole = `${raw}${lines.join('\n')}\n`;
  const { text } = await reduce(whole, { profile: 'light', command: 'pytest' });
  expect(decode(text)).toBe(whole);
  expect((await checkTexts(whole, text)).violation).toBeUndefined();
});

test('blocks of all kinds come back from the output alone', async () => {
  const line = fc.constantFrom(
    '',
    '---',
    'at the first lock the keeper waited for the tide',
    'at the first lock the keeper waited for the boat',
    'the second gate stood open since the early morning',
    'ERROR: the third gate does not open',
    '    at Gate.open (gate.ts:12:5)',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 12, maxLength: 60 }), async lines => {
      const whole = `${traces}${lines.join('\n')}\n`;
      const { text } = await reduce(whole, { command: 'pytest' });
      expect((await checkTexts(whole, text)).violation).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['shorter', (text: string) => text.slice(0, 60)],
  ['much longer', (text: string) => text + ' and more'.repeat(400)],
])('a mark means no %s line that begins alike and stands between', async (_what, change) => {
  const lines = [long('FD-1'), '', change(long('FD-1')), '', long('FD-1'), ''];
  const { text } = await reduce(`${raw.slice(0, 81)}${lines.join('\n')}\n1 failed in 0.10s\n`, {
    profile: 'light',
    command: 'pytest',
  });
  expect(decode(text).split('\n')).toEqual(expect.arrayContaining(lines));
  expect(decode(text).split(`${long('FD-1')}\n`)).toHaveLength(3);
});

test('what a runner has led is another line', async () => {
  const led = Array.from({ length: 12 }, (_, i) => `@app/api:test: ${i % 4 === 0 ? long(`FD-${i}`) : `step ${i}`}`);
  const text = ['• Running test in 2 packages', ...led, long('FD-4'), 'end', ' Tasks:    1 successful, 1 total', ''];
  const { text: out } = await reduce(text.join('\n'), { command: 'turbo run test' });
  expect((await checkTexts(text.join('\n'), out)).violation).toBeUndefined();
});

test('errors that come again stay whole', async () => {
  const error = `ERROR: the carrier refused the booking of ${'FD-1 '.repeat(12)}for lack of a customs number`;
  const { text } = await reduce(`${raw}${error}\nsomething else\n${error}\n`, { profile: 'light', command: 'pytest' });
  expect(text.split(error)).toHaveLength(3);
});

test('rows of a program that nobody knows stay whole', async () => {
  const row = 'rack 12   unit 4   switch sw-204   ports 48 of 48 in use   temperature 41.5 C   fan 3800 rpm';
  const lines = Array.from({ length: 20 }, (_, i) => (i % 3 === 0 ? row : `rack ${i} is empty since yesterday`));
  const { text } = await reduce(`${lines.join('\n')}\n`);
  expect(text.split(row)).toHaveLength(8);
});

test('what is said to have been shown has been, and nothing else that is remembered begins so', () => {
  const text = fc
    .tuple(fc.constantFrom('a', 'b', 'ab'), fc.constantFrom('x', 'y'), fc.nat(3))
    .map(([start, end, times]) => `${start.repeat(40)}${times > 2 ? '' : '-'.repeat(40)}${end.repeat(times + 1)}`);
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 30 }), texts => {
      const echoes = openEchoes();
      const shown: string[] = [];
      for (const each of texts) {
        const beginning = echoes.beginningOf(each);
        if (beginning !== undefined)
          expect(new Set(shown.filter(other => other.startsWith(beginning)))).toEqual(new Set([each]));
        echoes.show(each);
        shown.push(each);
      }
    }),
  );
});

/** Threads of a crash report: most wait in the same place. */
const stack = (base: number): string[] =>
  Array.from(
    { length: 12 },
    (_, i) =>
      `${String(i).padEnd(3)} libquay.dylib   \t0x${(base + i * 16).toString(16)} quay::wait_${base + i} + ${i * 8}`,
  );
const threads = (names: readonly string[], frames: (name: string) => readonly string[]): string =>
  names.flatMap(name => [`Thread ${name}:: tide-worker`, ...frames(name), '']).join('\n');

test('calls of one stack that come again are said once, in a crash report that no rule knows', async () => {
  const text = threads(['1', '2', '3', '4'], name => stack(name === '3' ? 0x2000000 : 0x1000000));
  const run = await reduce(text, { profile: 'light' });
  expect(run.text.match(/^\[again, 12 lines: .*\]$/gm)).toHaveLength(2);
  expect(decode(run.text)).toBe(text);
  expect((await checkTexts(text, run.text)).violation).toBeUndefined();
});

test('other lines of a text that no rule knows may come again as often as they like', async () => {
  const rack = Array.from({ length: 12 }, (_, i) => `unit ${i}: blank panel of the rack with brush strips, 1U`);
  const text = threads(['a', 'b', 'c'], () => rack);
  const run = await reduce(text, { profile: 'light' });
  expect(run.text).toBe(text);
});

test('a line that holds a line separator of Unicode is told again as any other', async () => {
  const number = '      "00": 9007199254740993';
  const rows = [
    `    {\n      "a": "",\n${number}\n    },`,
    '    {\n      "00": "\u2028",\n      "a": ""\n    },',
    `    {\n${number},\n      "a": ""\n    }`,
  ].join('\n');
  const text = `\n{\n  "items": [\n${rows}\n  ],\n  "other": [],\n  "more": [\n${rows}\n  ]\n}\nsrc/app.ts:0:7: error: 'auth' was not declared in this scope\ntest auth::case_0 ... ok\npkg/store.go:1:5: C: user-7 is not used\n  let user-7 = 1\n      ^^^^`;
  const run = await reduce(text, { profile: 'light' });
  expect(run.text).toMatch(/^\[again, \d lines: [^\n]*\u2028/m);
  expect(decodeLight(run.text)).toBe(text);
  expect((await checkTexts(text, run.text)).violation).toBeUndefined();
});
