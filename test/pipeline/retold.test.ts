/** Two values that the message above them has said in full need not be said again. */
import { expect, test } from 'vitest';
import { checkTexts, reduce } from '../support/run.js';

const sum = 'a7f3c1d9e0b24658'.repeat(4);
const other = '90bb61f2c7d34e15'.repeat(4);

/** What mocha prints of one failed test. */
const failure = (at: number, message: string, actual: string, expected: string): string => `  ${at}) Ledger
       totals page ${at}:

      ${message}
      + expected - actual

      -${actual}
      +${expected}
      
      at Context.<anonymous> (test/ledger-test.js:${at * 10}:5)
      at process.processImmediate (node:internal/timers:483:21)

`;
const run = (failures: string): string => `

  Ledger
    1) totals page 1
    2) totals page 2


  4 passing (46ms)
  2 failing

${failures}
`;
const reduceRun = (raw: string) => reduce(raw, { command: 'mocha', exitCode: 2 });

test('values that the message has said go, and the message stays', async () => {
  const message = `AssertionError: expected '${sum}' to equal '${other}'`;
  const raw = run(failure(1, message, sum, other) + failure(2, message, sum, other));
  const { text } = await reduceRun(raw);
  expect(text).toContain(message);
  expect(text).not.toContain(`-${sum}`);
  expect(text).not.toContain('+ expected - actual');
  expect(text).toContain('at Context.<anonymous> (test/ledger-test.js:20:5)');
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
});

const gtest = (names: readonly string[]): string =>
  [
    ...names.map(name => `[ RUN      ] ${name}\ntides.cc:9: Failure\nValue of: ${name}\n[  FAILED  ] ${name} (0 ms)\n`),
    `[==========] ${names.length} tests from 1 test suite ran. (0 ms total)\n[  PASSED  ] 0 tests.\n`,
    `[  FAILED  ] ${names.length} tests, listed below:\n`,
    ...names.map(name => `[  FAILED  ] ${name}\n`),
    `\n ${names.length} FAILED TESTS\n`,
  ].join('');

test('tests that are listed again at the end go, where they stand above', async () => {
  const names = ['Tides.Turn', 'Tides.Rise', 'Tides.Fall', 'All/Tides.Height/0, where GetParam() = 4', 'Tides.Ebb'];
  const raw = gtest(names);
  const { text } = await reduce(raw, { command: './tides-test', exitCode: 1 });
  for (const name of names) {
    expect(text).toContain(`[  FAILED  ] ${name} (0 ms)`);
    expect(text).not.toContain(`[  FAILED  ] ${name}\n`);
  }
  expect(text).toContain('[  FAILED  ] 5 tests, listed below:');
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
});

test('a test that only the list names stays', async () => {
  const raw = gtest(['Tides.Turn', 'Tides.Rise', 'Tides.Fall', 'Tides.Flow', 'Tides.Ebb']);
  const cut = raw.slice(raw.indexOf('[  FAILED  ] Tides.Rise'));
  const { text } = await reduce(cut, { command: './tides-test | tail', exitCode: 1 });
  expect(text).toContain('[  FAILED  ] Tides.Turn\n');
  expect((await checkTexts(cut, text)).violation).toBeUndefined();
});

test('a place alone goes where the line below says it, folder and all', async () => {
  const said = (at: number, row: string): string =>
    `    tides_test.go:${at}: \n        \t${row}\n        \tError:      \tNot equal: \n        \t            \tactual  : ${at}\n        \tTest:       \tTestTides\n`;
  const traced = Array.from({ length: 12 }, (_, at) => 4 * at)
    .map(at => said(at, `Error Trace:\t/home/dev/tides/tides_test.go:${at}`))
    .join('');
  const raw = `--- FAIL: TestTides (0.00s)\n${traced}${said(44, 'got: 4')}FAIL\nFAIL\ttides\t0.01s\n`;
  const { text } = await reduce(raw, { command: 'go test ./...', exitCode: 1 });
  expect(text).toContain('Error Trace:\t/home/dev/tides/tides_test.go:20');
  expect(text).not.toContain('    tides_test.go:20:');
  expect(text).toContain('    tides_test.go:44:');
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
});

test.each([
  ['the message was cut', `AssertionError: expected '${sum.slice(0, 37)}…' to equal '${other}'`, sum, other],
  ['the message says one of them', `AssertionError: ${sum} is no page`, sum, other],
  ['a value has more lines', `AssertionError: expected '${sum}' to equal '${other}'`, sum, `${other}\n      +more`],
  ['a value is nothing', `AssertionError: expected '${sum}' to equal ''`, sum, ''],
])('they stay where %s', async (_why, message, actual, expected) => {
  const raw = run(failure(1, message, actual, expected) + failure(2, message, actual, expected));
  const { text } = await reduceRun(raw);
  expect(text).toContain(`      -${actual}\n      +${expected}`);
  expect((await checkTexts(raw, text)).violation).toBeUndefined();
});
