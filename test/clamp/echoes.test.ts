/** A long line that stands above already is not said twice; the mark and the line above give it back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openEchoes } from '../../src/text/echo.js';
import { checkTexts, reduce } from '../support/run.js';

const long = (name: string): string =>
  `shipment = Shipment(ref='${name}', origin='DE', destination='NO', parcels=[Parcel(weight=2.5), Parcel(weight=9.1)])`;
const failure = (name: string, ref: string): string[] => [
  `___________________________ ${name} ___________________________`,
  '',
  long(ref),
  '',
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

/** Undoes the marks by the output alone. */
function decode(text: string): string {
  const shown: string[] = [];
  for (const line of text.split('\n')) {
    const beginning = /^\[again: (.+)\.\.\.\]$/.exec(line)?.[1];
    shown.push(beginning === undefined ? line : (shown.findLast(each => each.startsWith(beginning)) ?? line));
  }
  return shown.join('\n');
}

test.each(['full', 'light'] as const)('in profile %s the output alone gives the lines back', async profile => {
  const { text, report } = await reduce(raw, { profile, command: 'pytest' });
  expect(text.match(/^\[again: .*\.\.\.\]$/gm)).toHaveLength(2);
  expect(text).toContain(long('FD-2'));
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
  if (profile === 'light') {
    expect(report.isLossy).toBe(false);
    expect(decode(text)).toBe(raw);
  }
});

test.each([
  ['a mark for what is not above', (text: string) => text.replace('[again: shipment', '[again: shipmemt')],
  ['a mark more', (text: string) => text.replace(/^(\[again: .*)$/m, '$1\n$1')],
  ['a mark taken out', (text: string) => text.replace(/^\[again: .*\n/m, '')],
  ['the line above changed', (text: string) => text.replace("origin='DE'", "origin='SE'")],
])('check refuses %s', async (_what, change) => {
  const { text } = await reduce(raw, { profile: 'light', command: 'pytest' });
  expect(change(text)).not.toBe(text);
  expect((await checkTexts(raw, change(text))).violation).toBeDefined();
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
