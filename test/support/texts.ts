/** Texts such as tools write: what the properties of the invariants are tried on. */
import fc from 'fast-check';

const word = fc.constantFrom('auth', 'cache', 'order', 'payment', 'naïve', 'größe', '日本', 'user-7', 'db.pool', 'q9x');
const path = fc.constantFrom('src/app.ts', 'lib/money.rs', 'tests/test_cart.py', 'pkg/store/store.go', 'a b/ü.c');
const number = fc.nat({ max: 20_000 });
const clock = fc.nat({ max: 86_399 }).map(second => new Date(second * 1000).toISOString().slice(11, 19));

const logLine = fc
  .tuple(clock, fc.constantFrom('INFO', 'DEBUG', 'WARN', 'ERROR', 'INFO', 'INFO'), word, number)
  .map(([time, level, name, n]) => `2026-11-20T${time}Z ${level} ${name}: request ${n} took ${n % 97} ms`);
const testLine = fc
  .tuple(fc.constantFrom('ok', 'FAILED', 'ok', 'ok', 'ignored'), word, number)
  .map(([state, name, n]) => `test ${name}::case_${n} ... ${state}`);
const tick = fc
  .tuple(fc.constantFrom('✓', '✓', '✗', '×'), word, number)
  .map(([sign, name, n]) => `  ${sign} ${name} adds ${n} (${n % 9} ms)`);
const errorLine = fc
  .tuple(path, number, word)
  .chain(([file, n, name]) =>
    fc.constantFrom(
      `${file}:${n}:7: error: '${name}' was not declared in this scope`,
      `error[E0308]: mismatched types: ${name}`,
      `E   AssertionError: assert ${n} == '${name}'`,
      `warning: unused variable: \`${name}\``,
      `npm ERR! code E${n}`,
      `Caused by: ${name} refused (${n})`,
      `panicked at ${file}:${n}:5:`,
      `    at ${name} (/srv/app/node_modules/${name}/index.js:${n}:3)`,
      `    at handle (/srv/app/${file}:${n}:3)`,
      `  File "${file}", line ${n}, in ${name}`,
      `    raise ValueError(${n})`,
      `test result: FAILED. ${n} passed; 2 failed; 0 ignored`,
      `Tests:       ${n} passed, ${n} total`,
      `... ${n} more items`,
    ),
  );
/** Findings with the source that compilers and linters quote below them, in several forms. */
const quoting = fc
  .tuple(fc.constantFrom('src/app.ts', 'lib/oven.rb', 'pkg/store.go'), fc.nat(40), word)
  .chain(([file, n, name]) =>
    fc.constantFrom<readonly string[]>(
      [`${file}:${n}:5: C: ${name} is not used`, `  let ${name} = ${n}`, '      ^^^^'],
      [` --> ${file}:${n}:5`, '   |', `${n} | let ${name} = 1;`, '   |     ^^^^^', '   |'],
      [` --> ${file}:${n}:5`, '   |', `${n} | let ${name} = 1;`, `   |     ^^^^^ not ${name}`, '   |', '   = note: so'],
      [`${file}:${n}:1 - error TS1: ${name}`, '', `${n} const error: ${name}`, '      ~~~~~', ''],
      ['help: use it', '   |', `${n} + let _${name} = 1;`, '   |     +', ''],
      [`Diff in /srv/${name}.rs:${n}:`, ' fn main() {', `-  ${name} ( )`, `+  ${name}()`, ' }'],
      [`  File "${file}", line ${n}, in ${name}`, `    raise ${name}`, '    ^^^^^'],
      [`In ${file} line ${n}:`, `rm $${name}`, '   ^-- SC2086 (info): Double quote it.'],
      ['^^^^', `${n} | ok ${name}`, '   |'],
    ),
  );
/** Lines that look like marks of ours, some in every detail. */
const markLike = fc
  .tuple(number, number)
  .chain(([a, b]) =>
    fc.constantFrom(
      `retry [x${a}]`,
      `[x${a}]`,
      `[3 lines above x${a}]`,
      `[... lines ${a}-${b}]`,
      `[... line ${a}]`,
      `[x${a} lines ${a}-${b}] lost`,
      `[counted: ${a} "ok"]`,
      `[${a} of ${b} lines omitted: tinyjuice retrieve tj_0123456789]`,
      '[... alternate screen]',
      `build [x${a} lines ${a}-${b} .. 12]`,
      '[quoted source left out below]',
      `[quoted source shown from line ${a}]`,
    ),
  );
const plainLine = fc.tuple(word, number, word).map(([a, n, b]) => `step ${n}: ${a} and ${b} went on as before`);
const blank = fc.constantFrom('', '', '   ', '\t');
const longLine = fc
  .tuple(word, fc.integer({ min: 300, max: 9_000 }))
  .map(([name, length]) => `${name}=`.padEnd(length, 'x7 y, '));
const unicode = fc.string({ unit: 'grapheme', maxLength: 30 }).map(text => text.replace(/[\p{Cc}\u2028\u2029]/gu, '?'));
const row = fc.tuple(word, number, word).map(([a, n, b]) => `${a.padEnd(12)}  ${String(n).padStart(8)}  ${b}`);
const redraw = fc
  .tuple(word, fc.integer({ min: 1, max: 6 }))
  .map(([name, times]) =>
    Array.from({ length: times }, (_, i) => `${name} ${Math.round((100 * (i + 1)) / times)}%`).join('\r'),
  );
const coloured = fc
  .tuple(fc.constantFrom('31', '1;32', '0'), word, number)
  .map(([code, name, n]) => `\x1b[${code}m${name}\x1b[0m ${n}\x1b[K`);
const cursor = fc
  .tuple(fc.constantFrom('\x1b[1A\x1b[2K', '\x1b[2K\r', '\b\b', '\x1b]0;title\x07', 'row\x0b', 'row\x0c'), word)
  .map(([code, name]) => `${code}${name} done`);

const anyLine = fc.oneof(
  logLine,
  testLine,
  tick,
  errorLine,
  plainLine,
  blank,
  longLine,
  unicode,
  row,
  redraw,
  coloured,
  cursor,
);

/** One line, many equal ones, a run of one shape, or a block that comes again. */
const passage = (line: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.array(line, { minLength: 1, maxLength: 12 }) },
    { weight: 2, arbitrary: fc.array(quoting, { minLength: 1, maxLength: 9 }).map(parts => parts.flat()) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(line, fc.integer({ min: 2, max: 200 }))
        .map(([text, times]) => Array<string>(times).fill(text)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.array(line, { minLength: 2, maxLength: 5 }), fc.integer({ min: 2, max: 12 }))
        .map(([block, times]) => Array.from({ length: times }, () => block).flat()),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(word, fc.integer({ min: 3, max: 300 }), number)
        .map(([name, times, from]) =>
          Array.from({ length: times }, (_, i) => `fetched page ${from + i} of ${name} in ${(i * 7) % 100} ms`),
        ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(word, fc.integer({ min: 3, max: 400 }), fc.constantFrom('INFO', 'WARN', 'ERROR'))
        .map(([name, times, level]) =>
          Array.from(
            { length: times },
            (_, i) => `2026-11-20 10:${String(i % 60).padStart(2, '0')}:01 ${level} ${name} attempt ${i} failed over`,
          ),
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .integer({ min: 3, max: 300 })
        .map(times => Array.from({ length: times }, (_, i) => `test suite::case_${i} ... ok`)),
    },
  );

const joined = (line: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(passage(line), { maxLength: 12 }), fc.constantFrom('\n', '\n', '\r\n'), fc.boolean())
    .map(([parts, end, hasLast]) => {
      const lines = parts.flat();
      return lines.join(end) + (hasLast && lines.length > 0 ? end : '');
    });

/** Output as a program writes it. Holds no line that only we write. */
export const programText: fc.Arbitrary<string> = joined(anyLine);

/** The same, with lines in it that look like our own marks. */
export const markedText: fc.Arbitrary<string> = joined(
  fc.oneof({ weight: 8, arbitrary: anyLine }, { weight: 1, arbitrary: markLike }),
);

/** What a caller may ask for. */
export const asked = fc.record(
  {
    exitCode: fc.constantFrom(0, 1),
    maxChars: fc.constantFrom(0, 200, 1_000, 5_000),
    command: fc.constantFrom('cargo test', 'pytest -q', 'npm test', 'python x.py', 'git status', 'eslint .', 'tsc'),
  },
  { requiredKeys: [] },
);

/** About 4 kB with characters of several bytes, CRLF, progress by CR, escapes, folds, runs, errors and no last newline. */
export const hostileSample: Buffer = Buffer.from(
  [
    'héllo wörld 😀 日本語\r\n',
    'progress 10%\rprogress 55%\rprogress 100% ✓\n',
    '\x1b[1;31merror\x1b[0m: größe 3 ≠ 4 at src/über.ts:10:5\r\n',
    '\x1b]0;title 😀\x07\x1b[2Kafter the title\n',
    'one\ntwo\nthree\x1b[2A\rTWO\x1b[K\x1b[1B\n\n',
    ...Array.from({ length: 6 }, () => 'the same line, again and again\n'),
    ...Array.from({ length: 4 }, () => 'begin of the block ä\r\nend of the block ö\r\n'),
    ...Array.from({ length: 60 }, (_, i) => `fetched page ${i} of 59 in ${(i * 7) % 90} ms\n`),
    'Traceback (most recent call last):\n  File "/srv/app/main.py", line 3, in <module>\n    main()\nValueError: naïve\n',
    'retry [x3]\n\n\n\b\b\b\ttabbed\tcells\there\n',
    'abc\b\b\bXYZ\x1b[1D!\x1b(0q\x1b(B\n',
    'no newline at the end: 終',
  ].join(''),
);
