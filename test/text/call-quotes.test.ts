/** Statements that are shown below the calls of a test are quoted source. */
import { expect, test } from 'vitest';
import { openQuotes } from '../../src/text/quotes.js';

const text = `
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

test('what is set in below a place alone is, and nothing behind a blank line', () => {
  const lines = text.split('\n');
  const quotes = openQuotes<string>(line => ({ text: line.replace('>>', ''), isWhole: true }));
  const judged = [...lines.flatMap(line => quotes.push(line)), ...quotes.end()];
  expect(judged.filter(({ isQuote }) => isQuote).map(({ item }) => item)).toEqual(
    lines.filter(line => line.startsWith('>>')),
  );
});
