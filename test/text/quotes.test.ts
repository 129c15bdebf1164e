/** Which lines are source that is quoted below a place. */
import { describe, expect, test } from 'vitest';
import { type Judged, openQuotes } from '../../src/text/quotes.js';

interface Told {
  readonly text: string;
}

const open = () => openQuotes<Told>(({ text }) => ({ text, isWhole: true }));
const quotedOf = (judged: readonly Judged<Told>[]): readonly string[] =>
  judged.filter(({ isQuote }) => isQuote === true).map(({ item }) => item.text);

/** The quoted lines of a text. */
function quoted(lines: readonly string[]): readonly string[] {
  const quotes = open();
  return quotedOf([...lines.flatMap(text => quotes.push({ text })), ...quotes.end()]);
}

/** Lines of a text that begin with `>>` are to be found, and no others; all are read without it. */
const expectQuoted = (text: string): void => {
  const lines = text.split('\n').filter((line, at) => at > 0 || line !== '');
  const wanted = lines.filter(line => line.startsWith('>>')).map(line => line.slice(2));
  expect(quoted(lines.map(line => line.replace(/^>>/, '')))).toEqual(wanted);
};

describe('quoted source is found below a place', () => {
  test.each([
    [
      'around the line that an arrow points at, wherever the place is named',
      `
  ● tides › turns

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

>>       8 |   const turn = next(tide)
>>       9 |
    > 10 |   expect(turn).toBe(4)
>>         |                ^
>>      11 | })
>>      12 |

      at Object.toBe (test/tides.test.js:10:16)
`,
    ],
    [
      'around an arrow with a message at its point',
      `
Error: it does not parse
> 1 | let a =
    |        ^ an expression is missing
>>  2 | let b = 2
`,
    ],
    [
      'of rustc, where a label stands under the place itself',
      `
error[E0308]: mismatched types
 --> src/lib.rs:8:25
>>  |
>>8 |     depth as f32 - tide
  |                    ^^^^ expected \`f32\`, found \`i32\`
>>  |
  = help: the trait \`Sub<i32>\` is not implemented
help: convert it
>>  |
8 |     depth as f32 - tide as f32
>>  |                         ++++++
`,
    ],
    [
      'of GHC, below a message of several lines',
      `
src/Route.hs:9:9: error:
    • Couldn't match type ‘[Char]’ with ‘Int’
      Expected: Route -> Int
        Actual: [Leg] -> String
    • In an equation for ‘total’: total = sum . map legFrom
>>  |
>>9 | total = sum . map legFrom
>>  |         ^^^^^^^^^^^^^^^^^
`,
    ],
    [
      'of Python in a group of exceptions: only the marks',
      `
  + Exception Group Traceback (most recent call last):
  |   File "/srv/berth/ship.py", line 10, in check
  |     if bad: raise ExceptionGroup(f"{len(bad)} refused", bad)
>>  |             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  | ExceptionGroup: 1 refused (1 sub-exception)
  +-+---------------- 1 ----------------
    |   File "/srv/berth/order.py", line 1
    |     def f(:
    |           ^
    | SyntaxError: invalid syntax
    +------------------------------------
`,
    ],
    [
      'of Vite, but where only the position in a file of data is said',
      `
src/locale/en.json (1:14): Failed to parse JSON file, invalid JSON syntax found at position 14
file: /srv/app/src/locale/en.json:1:14

1: {"hello": "hi",}
                 ^
src/main.ts (2:7): Unexpected token
file: /srv/app/src/main.ts:2:7

>>1: import { a } from './a';
>>2: let b = ;
>>          ^
`,
    ],
    [
      'of tools without numbers: the line and the marks under it',
      `
lib/oven.rb:5:18: C: Style/OptionalArguments: Optional arguments should appear at the end.
>>  def bake(loaf, minutes = 30, steam, &block)
>>                 ^^^^^^^^^^^^
lib/oven.rb:9:5: W: Lint/UselessAssignment: Useless assignment to variable - x.
>>    x = 5
>>    ^
`,
    ],
    [
      'of mypy, whose message goes on',
      `
a.py:613: error: Argument 1 to "wrap" of "Lexer" has
incompatible type "int"; expected "str"  [arg-type]
>>        return self.wrap(stream)
>>                         ^~~~~~
`,
    ],
    [
      'of tsc, below a blank line',
      `
src/main.ts:2:14 - error TS2322: Type 'number' is not assignable to type 'string'.

>>2 export const name: string = 42;
>>               ~~~~
`,
    ],
    [
      'of Deno, which names the place below',
      `
TS2322 [ERROR]: Type 'string' is not assignable to type 'number'.
>>  let total: number = "0";
>>      ~~~~~
    at file:///srv/main.ts:3:7
`,
    ],
    [
      'of ShellCheck, where only the marks speak',
      `
In deploy.sh line 5:
>>  scp $f deploy@$host:/srv
      ^-- SC2086 (info): Double quote to prevent globbing.
                ^---^ SC2086 (info): Double quote to prevent globbing.
`,
    ],
    [
      'of oxlint, with its frame',
      `
  ! eslint(no-unused-vars): Identifier 'path' is imported but never used.
   ,-[src/index.js:2:8]
>> 1 | import fs from 'fs'
>> 2 | import path from 'path'
>>   :        ^^|^
   :          \`-- 'path' is imported here
>> 3 | 
>>   \`----
  help: Consider removing this import.
`,
    ],
    [
      'of svelte-check, up to a blank line',
      `
/srv/Tide.svelte:4:28
Error: Type 'string' is not assignable to type 'number'. (ts)
>>  export let station = 'north';
>>  let history: number[] = ['1', 2];

/srv/Tide.svelte:5:21
`,
    ],
    [
      'of a formatter: what a hunk repeats',
      `
--- src/load.py
+++ src/load.py
@@ -1,4 +1,4 @@
>> import json
>> 
-def load(path: str, cache={}):
+def load(path: str, cache = {}):
>>     pass
1 file would be reformatted
 not of the hunk
`,
    ],
  ])('%s', (_name, text) => expectQuoted(text));
});

describe('what says more stays', () => {
  test.each([
    [
      'lines that labels speak of in other places',
      `
error[E0502]: cannot borrow \`q\` as mutable
  --> src/main.rs:17:5
>>   |
16 |     let first = &q.items[0];
   |                  ------- immutable borrow occurs here
17 |     q.push(1);
   |     ^^^^^^^^^ mutable borrow occurs here
18 |     println!("{first}");
   |                ----- immutable borrow later used here
`,
    ],
    [
      'the line at a place without a column, and with no name of what was asked',
      `
src/Bad.java:4: error: incompatible types: String cannot be converted to int
        int x = "wide";
>>                ^
`,
    ],
    [
      'the line in which a program stopped',
      `
panels => ./sail.ts:5:6
error: RangeError: jib has an area of 0
  if (!(area > 0)) throw new RangeError(name);
>>                         ^
    at sail (file:///srv/sail.ts:3:9)
`,
    ],
    [
      'the source in a stack of Python, but not its marks',
      `
  File "/srv/a.py", line 7, in total
    return tariff[name]
>>           ~~~~~~^^^^^^
KeyError: 'Cora'
`,
    ],
    [
      'rows of a table below a time',
      `
2026-11-20T10:00:01 INFO query done
 1 | alice | 3
 2 | bob   | 4
`,
    ],
    [
      'lines that are evidence, or say that something passed',
      `
src/a.go:20:27: inline: cannot inline call
	b, err := ioutil.ReadFile(path)
>>	       ^
`,
    ],
    [
      'a table of which an arrow marks a row, with numbers that do not follow each other',
      `
  1 | Dee | 4
  3 | Tay | 2
> 7 | Wye | 9
`,
    ],
    [
      'values of a difference',
      `
src/a.test.js:4:5: kettle
+ actual - expected
+ 'kettle: 3 cups'
- 'kettle: 4 cups'
           ^
`,
    ],
  ])('%s', (_name, text) => expectQuoted(text));
});

test('what is given out too soon is not judged, and what follows is read on', () => {
  const quotes = open();
  const lines = ['a.rb:1:1: C: Style/X: y.', 'x = 5', '^'].map(text => ({ text }));
  const given = lines.slice(0, 2).flatMap(line => quotes.push(line));
  const released = quotes.release();
  expect([...given, ...released].map(({ isQuote }) => isQuote)).toEqual([undefined, undefined]);
  expect(quotes.push({ text: '^' })).toEqual([]);
});
