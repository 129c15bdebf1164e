/** Statements that are shown below a place are quoted source. */
import { expect, test } from 'vitest';
import { openQuotes } from '../../src/text/quotes.js';

const calls = `
    tides_test.go:22:
        got:
          int(3)
        stack:
          /home/dev/tides/tides_test.go:14
>>            c.Assert(v, qt.Equals, expected)
          /home/dev/tides/tides_test.go:22
>>            run(
>>                func() int { return Turn() },
>>            )

              main.go: done
`;

const warnings = `
test_tides.py::test_turn
  /home/dev/tides/tides.py:14: DeprecationWarning: turn() is deprecated
>>    warnings.warn(

  /home/dev/tides/tides.py:20: UserWarning: these stations are unknown:
    Wye

  /home/dev/tides/tides.py:22: UserWarning: these stations are unknown, see below
    Wye
    warnings.warn(

/home/dev/tides/tides.py:31: ResourceWarning: unclosed file
>>  rows = open(name).read()
ok
`;

test.each([
  ['the calls of a test in Go', calls],
  ['the warnings of Python, where one line says them', warnings],
])('a statement is quoted below %s', (_name, text) => {
  const lines = text.split('\n');
  const quotes = openQuotes<string>(line => ({ text: line.replace('>>', ''), isWhole: true }));
  const judged = [...lines.flatMap(line => quotes.push(line)), ...quotes.end()];
  expect(judged.filter(({ isQuote }) => isQuote).map(({ item }) => item)).toEqual(
    lines.filter(line => line.startsWith('>>')),
  );
});
