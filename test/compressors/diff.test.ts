/** Diffs, logs of commits and blames: every form leads back, and lines of hunks stay as they are. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BadForm, type Hints } from '../../src/compressors/compressor.js';
import blame from '../../src/compressors/kinds/blame.js';
import diff from '../../src/compressors/kinds/diff.js';
import { recordings } from '../support/recordings.js';

const HINTS: Hints = { profile: 'light', shape: 'document', isLate: () => false };
const RUNS = { numRuns: Number(process.env.DIFF_RUNS ?? 500) };
const lines = (...each: readonly string[]): string => each.join('\n');

const HASHES = ['17e2c2b', '09b8d0d4'];
const [OLD, NEW] = HASHES;
const AUTHOR = 'Author: Ines Varga <ines@example.org>';
const commit = (digit: string, author: string, subject: string): readonly string[] => [
  `commit ${digit.repeat(40)}`,
  author,
  'Date:   Thu Nov 19 12:00:00 2026 +0100',
  '',
  `    ${subject}`,
  '',
];
const DIFF = [
  'diff --git a/src/cart.ts b/src/cart.ts',
  `index ${OLD}..${NEW} 100644`,
  '--- a/src/cart.ts',
  '+++ b/src/cart.ts',
  '@@ -1,3 +1,4 @@ total()',
  ' one | 12 +',
  ' two |  3 -',
  '-old',
  '+new',
  '+more',
];
const NEW_FILE = [
  'diff --git a/docs/a.md b/docs/a.md',
  'new file mode 100644',
  `index 0000000..${NEW}`,
  '--- /dev/null',
  '+++ b/docs/a.md',
  '@@ -0,0 +1 @@',
  '+first',
];
const GONE = [
  'diff --git a/b.md b/b.md',
  'deleted file mode 100644',
  `index ${OLD}..0000000`,
  '--- a/b.md',
  '+++ /dev/null',
  '@@ -1 +0,0 @@',
  '--- a/b.md',
];
const STAT = [
  ' src/cart.ts      |  12 +++---',
  ' src/orders/new.ts | 103 +++',
  ' 2 files changed, 109 insertions(+), 6 deletions(-)',
  '',
];
STAT[0] = ' src/cart.ts       |  12 +++---';

test('a file is named once, with what its header says besides', () => {
  expect(diff.compress(lines(...DIFF, ...NEW_FILE, ...GONE), HINTS)?.body.split('\n')).toEqual([
    `diff src/cart.ts index ${OLD}..${NEW} 100644`,
    ...DIFF.slice(4),
    `diff docs/a.md new file mode 100644 index 0000000..${NEW}`,
    ...NEW_FILE.slice(5),
    `diff b.md deleted file mode 100644 index ${OLD}..0000000`,
    ...GONE.slice(5),
  ]);
});

test('an author is named where the commit before has another one, and a table of files has no gaps', () => {
  const other = 'Author: Tomasz Zak <tomasz@example.org>';
  const log = lines(
    ...commit('a', AUTHOR, 'One'),
    ...STAT,
    ...commit('b', AUTHOR, 'Two'),
    ...commit('c', other, 'Three'),
  );
  expect(diff.compress(log, HINTS)?.body.split('\n')).toEqual([
    ...commit('a', AUTHOR, 'One'),
    ' src/cart.ts | 12 +++---',
    ' src/orders/new.ts | 103 +++',
    ...STAT.slice(2),
    ...commit('b', AUTHOR, 'Two').filter(line => line !== AUTHOR),
    ...commit('c', other, 'Three'),
  ]);
});

test('the times of diff -r stand without the names that are above them', () => {
  const text = lines(
    'diff -ru old/a.py new/a.py',
    '--- old/a.py\t2026-11-20 18:01:14.404010203 +0000',
    '+++ new/a.py\t2026-11-20 18:02:47.123456789 +0000',
    '@@ -1 +1 @@',
    '-x',
    '+y',
  );
  expect(diff.compress(text, HINTS)?.body.split('\n').slice(0, 3)).toEqual([
    'diff -ru old/a.py new/a.py',
    '---\t2026-11-20 18:01:14.404010203 +0000',
    '+++\t2026-11-20 18:02:47.123456789 +0000',
  ]);
});

test('what reads as a short header already is declined', () => {
  expect(diff.compress(lines(...DIFF, `diff src/x.ts index ${OLD}..${NEW}`), HINTS)).toBeUndefined();
});

test('a blame tells of a commit in its first line', () => {
  const told = ' (Ines Varga  2026-11-19 12:00:00 +0100';
  const text = lines(
    `48bd7c6f${told}   8) import secrets`,
    `48bd7c6f${told}   9) `,
    '^d68d317 (Tomasz Z.   2025-01-02 03:04:05 +0000  10) def total(cart):',
    `48bd7c6f${told}  11)     return (1) + 2`,
    `48bd7c6f${told}  12)`,
  );
  expect(blame.compress(text, HINTS)?.body.split('\n')).toEqual([
    `48bd7c6f${told}   8) import secrets`,
    '" 9) ',
    '^d68d317 (Tomasz Z.   2025-01-02 03:04:05 +0000  10) def total(cart):',
    '48bd7c6f 11)     return (1) + 2',
    '" 12)',
  ]);
});

describe.each([diff, blame])('$name', kind => {
  const leadsBack = (text: string): void => {
    const result = kind.compress(text, HINTS);
    if (result !== undefined) expect(kind.decode(result)).toBe(text);
  };
  const blamed = Array.from(
    { length: 12 },
    (_, at) => `48bd7c${at % 3} src/x (A B ${at % 4}0 9:00 ${at + 95}) code (${at}) 5)`,
  );
  const parts = [DIFF, NEW_FILE, GONE, STAT, commit('a', AUTHOR, 'x'), commit('b', AUTHOR, 'y'), blamed, blamed];
  const odd = fc.constantFrom(
    '',
    '"',
    '" 9) x',
    'Date: x',
    AUTHOR,
    'Merge: a b',
    '---\t1',
    '+++\t1',
    ' a | 1 +',
    ' a |  1 +',
    'diff -u a b',
  );

  test('leads back to generated texts of its kind, whatever is missing or stands twice', () => {
    const text = fc
      .tuple(
        fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(fc.nat(60), fc.nat(2), fc.option(odd)), { maxLength: 5 }),
      )
      .map(([some, edits]) => {
        const all = some.flat();
        for (const [at, removed, added] of edits)
          all.splice(at % all.length, removed, ...(added === null ? [] : [added]));
        return all.join('\n');
      });
    fc.assert(fc.property(text, leadsBack), RUNS);
  });

  test('leads back to every recording, or declines', () => {
    for (const { raw } of recordings) {
      const text = raw.toString('utf8').replaceAll('\r', '');
      if (text.length < 1_000_000) leadsBack(text.endsWith('\n') ? text.slice(0, -1) : text);
    }
  });

  test('reads any text or refuses it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(odd, fc.string()), { maxLength: 9 }), body => {
        try {
          expect(typeof kind.decode({ about: kind.forms[0] ?? '', body: body.join('\n') })).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(BadForm);
        }
      }),
      RUNS,
    );
  });
});

test('10,000 rows of a table whose widest ones are cut off take no more than a few seconds', () => {
  const row = (_: unknown, at: number): string => `${` src/a${at}.py`.padEnd(40)} |  ${(at % 90) + 10} ++--`;
  const text = Array.from({ length: 10_000 }, row).join('\n');
  const start = process.cpuUsage();
  expect(diff.compress(text, HINTS)?.body).toBe(text);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(3_000);
});

test('below rows that are none of it, a table is found', () => {
  const table = [' a.py         |   2 +-', ' src/long.py  |  12 ++', ' src/longer.p | 120 ++'];
  const text = lines(' x | 3', ...table.slice(0, 2), ' src/wide/name.py  |    5 +', ...table, ' 3 files changed');
  const body = diff.compress(text, HINTS)?.body;
  expect(body?.split('\n').slice(4)).toEqual([
    ' a.py | 2 +-',
    ' src/long.py | 12 ++',
    ' src/longer.p | 120 ++',
    ' 3 files changed',
  ]);
});
