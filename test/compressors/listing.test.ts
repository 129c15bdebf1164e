/** Tables, listings, hits and trees: every form leads back, and a row reads as it should. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BadForm, type Hints } from '../../src/compressors/compressor.js';
import listing from '../../src/compressors/kinds/listing.js';
import tree from '../../src/compressors/kinds/tree.js';
import type { Shape } from '../../src/line.js';
import { LISTING_TEXTS, ODD_LINES } from '../support/listing-texts.js';
import { recordings } from '../support/recordings.js';

const hints = (shape: Shape): Hints => ({ profile: 'light', shape, isLate: () => false });
const RUNS = { numRuns: Number(process.env.LISTING_RUNS ?? 500) };
const SHAPES: readonly Shape[] = ['enumeration', 'unknown', 'document'];
const kinds = [listing, tree];

describe.each(kinds)('$name', kind => {
  const leadsBack = (text: string): void => {
    for (const shape of SHAPES) {
      const result = kind.compress(text, hints(shape));
      if (result === undefined) continue;
      expect(kind.decode(result)).toBe(text);
      expect(result.about).toMatch(/^[a-z][ -:<-Z^-~]*$/);
      expect(kind.forms.some(form => result.about === form || result.about.startsWith(`${form},`))).toBe(true);
    }
  };

  test.each(Object.entries(LISTING_TEXTS))('leads back to generated %s, or declines', (_name, texts) => {
    fc.assert(fc.property(texts, leadsBack), RUNS);
  });

  test('leads back to every recording, or declines', () => {
    for (const { raw } of recordings) {
      const text = raw.toString('utf8').replaceAll('\r', '');
      if (text.length < 1_000_000) leadsBack(text.endsWith('\n') ? text.slice(0, -1) : text);
    }
  });

  test('reads any text or refuses it', () => {
    const about = fc.constantFrom(...kind.forms, `${kind.forms[0]}, cut at level 1 2`, `${kind.forms[0]}, behind INFO`);
    const body = fc.array(fc.oneof(fc.constantFrom(...ODD_LINES), fc.string()), { maxLength: 12 });
    fc.assert(
      fc.property(about, body, (label, lines) => {
        try {
          expect(typeof kind.decode({ about: label, body: lines.join('\n') })).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(BadForm);
        }
      }),
      RUNS,
    );
  });
});

const bodyOf = (lines: readonly string[], shape: Shape = 'enumeration'): readonly string[] | undefined =>
  listing.compress(lines.join('\n'), hints(shape))?.body.split('\n');

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

describe('a table', () => {
  test('says once what its rows have in common, and keeps a row that differs whole', () => {
    const rows = numbers(9).map(
      at => `-rw-r--r-- 1 dev dev ${String(at * 97).padStart(4)} Nov 20 08:00 file-${at}.txt`,
    );
    rows[4] = 'drwxr-x--- 2 dev dev 4096 Dec 31  1999 private';
    expect(bodyOf(['total 44', ...rows])).toEqual([
      'total 44',
      '[9 rows: -rw-r--r-- 1 dev dev {:>4} Nov 20 08:00 {}]',
      '97 file-1.txt',
      '194 file-2.txt',
      '291 file-3.txt',
      '388 file-4.txt',
      '=drwxr-x--- 2 dev dev 4096 Dec 31  1999 private',
      '582 file-6.txt',
      '679 file-7.txt',
      '776 file-8.txt',
      '873 file-9.txt',
    ]);
  });

  test('with bars keeps cells that are empty or hold blanks', () => {
    const rows = numbers(9).map(at => {
      const note = ['', 'two words', `no ${at}`][at % 3] ?? '';
      return ` ${String(at).padStart(3)} | ${note.padEnd(11)} | heap   | permanent  | 16 kB`;
    });
    const head = [
      ' id  |    name     |  am    | persistence | size',
      '-----+-------------+--------+------------+------',
    ];
    expect(bodyOf([...head, ...rows])?.slice(2)).toEqual([
      '[9 rows, parted by |:  {:>3} | {:<11} | heap   | permanent  | 16 kB]',
      ...numbers(9).map(at => `${at} | ${['', 'two words', `no ${at}`][at % 3]}`),
    ]);
  });

  test('whose last column holds numbers, below a heading that is filled up behind', () => {
    const rows = numbers(9).map(
      at => ` ${`berth ${at}`.padEnd(10)} | moored at the pier | ${String(at * 70).padStart(9)}`,
    );
    const head = [' berth      |       state        | min_depth ', '------------+--------------------+-----------'];
    expect(bodyOf([...head, ...rows])?.slice(2, 4)).toEqual([
      '[9 rows, parted by |:  {:<10} | moored at the pier | {:>9}]',
      'berth 1 | 70',
    ]);
  });

  test('with titles keeps cells that are empty or hold blanks in their columns', () => {
    const rows = numbers(30).map(at => [
      `web-${at * at}`,
      `${at + 10} ${at % 2 === 0 ? 'hours' : 'days'} ago`,
      at % 3 === 0 ? '' : `80${at}`,
      `${at * 7}%`,
      at % 4 === 0 ? '' : 'rw',
      `10.0.0.${at}`,
      `${at}.5`,
      'registry.local/shop/web:4.29.0',
      `v${at}`,
    ]);
    const widths = [12, 16, 8, 8, 6, 14, 6, 34, 0];
    const titles = ['NAME', 'SINCE', 'PORT', 'LOAD', 'MODE', 'ADDRESS', 'RATE', 'IMAGE', 'TAG'];
    const lines = [titles, ...rows].map(row => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(''));
    expect(bodyOf(lines)?.slice(1, 5)).toEqual([
      '[30 rows: {:<11} {:<2} {+:<12} {:<7} {:<7} {:<5} {:<13} {:<5} registry.local/shop/web:4.29.0    {}]',
      'web-1 11 days ago  801 7% rw 10.0.0.1 1.5 v1',
      'web-4 12 hours ago  802 14% rw 10.0.0.2 2.5 v2',
      'web-9 13 days ago   21% rw 10.0.0.3 3.5 v3',
    ]);
  });

  test('says as above what the row above says, and a time without its day', () => {
    const rows = numbers(9).map(at => {
      const [place, day] = at < 5 ? ['Port of Dover', '2026-05-04'] : ['Newhaven, east pier', '2026-05-05'];
      return ` ${String(at).padStart(2)} | ${place.padEnd(20)} | ${day} 0${at}:15:00+02 | ${String(at * 7).padStart(5)} | `;
    });
    expect(bodyOf(rows)?.slice(0, 7)).toEqual([
      '[9 rows, parted by |:  {:>2} | {":<20} | {":<22} | {:>5} | ]',
      '1 | Port of Dover | 2026-05-04 01:15:00+02 | 7',
      '2 | " | " 02:15:00+02 | 14',
      '3 | " | " 03:15:00+02 | 21',
      '4 | " | " 04:15:00+02 | 28',
      '5 | Newhaven, east pier | 2026-05-05 05:15:00+02 | 35',
      '6 | " | " 06:15:00+02 | 42',
    ]);
  });

  test('has columns where each row has as many words, but words of a sentence stay', () => {
    const rows = numbers(9).map(
      at => `lib-${at}/stable 1.${at}.0-2 ${at % 2 ? 'amd64' : 'all'} [upgradable from: 1.0.${at}]`,
    );
    expect(bodyOf(rows)?.slice(0, 3)).toEqual([
      '[9 rows: {}/stable {} {} [upgradable from: {}]]',
      'lib-1 1.1.0-2 amd64 1.0.1',
      'lib-2 1.2.0-2 all 1.0.2',
    ]);
    expect(bodyOf(numbers(9).map(at => `${'x'.repeat(at)} is already installed`))).toBeUndefined();
  });

  test('is said without what fills up its last column, and without zeros before numbers', () => {
    const rows = numbers(9).map(
      at => `00000000000${(at * 4096).toString(16).padStart(5, '0')} T ${`f${at}`.padEnd(9)}`,
    );
    expect(bodyOf(rows)?.slice(0, 3)).toEqual(['[9 rows: 000000000000{} {} {:<9}]', '1000 T f1', '2000 T f2']);
  });

  test('that nobody has called one, and that looks like sentences, is left alone', () => {
    const rows = numbers(20).map(at => `shelf ${at} holds ${at * 3} bolts where ${at * 5} were booked`);
    expect(bodyOf(rows, 'unknown')).toBeUndefined();
  });
});

describe('paths', () => {
  test('stand below a line that names their folder', () => {
    const names = ['c.ts', 'd.ts', 'e.ts', 'f.ts', 'g.ts'];
    const deep = names.map(name => `./packages/shop/src/checkout/payment/${name}`);
    const paths = ['./packages/shop/src/a.ts', './packages/shop/src/b.ts', ...deep, './packages/shop/src/z.ts'];
    expect(bodyOf(paths)).toEqual([
      '[8 rows: ./packages/shop/src/{/}]',
      'a.ts',
      'b.ts',
      'checkout/payment/:',
      ...names,
      '=./packages/shop/src/z.ts',
    ]);
  });

  test('that are few in each folder stay one below the other', () => {
    const paths = numbers(6).map(at => `./packages/shop/src/${'abc'.charAt(at % 3)}${at}/index-${at}.ts`);
    expect(bodyOf(paths)).toEqual([
      '[6 rows: ./packages/shop/src/{}]',
      ...paths.map(path => path.slice('./packages/shop/src/'.length)),
    ]);
  });

  test('of hits whose text is that of the hit above do not say it again', () => {
    const todo = '// TODO: what stands here is said in several places, and is as long';
    expect(
      bodyOf([
        `lib/a/one.js:12:  ${todo}`,
        `lib/a/one.js:40:  ${todo}`,
        `lib/a/one.js:41:"`,
        `lib/b/two.js:7:  ${todo}`,
        `lib/b/two.js:9:  ${todo}, but not quite`,
        `lib/c/two.js:9:  ${todo}, but not quite`,
      ]),
    ).toEqual([
      '[6 rows: lib/{/"}]',
      'a/one.js:',
      `12:  ${todo}`,
      '40:"',
      '=lib/a/one.js:41:"',
      'b/two.js:',
      '7:"',
      `9:  ${todo}, but not quite`,
      './:',
      'c/two.js:9:"',
    ]);
  });

  test('of hits stand below their file, with the lines around them', () => {
    const lines = ['src/app/cart.ts', 'src/app/order.ts'].flatMap(file => [
      `${file}-11-  try {`,
      `${file}:12:    total(cart, 5);`,
      `${file}-13-  } catch {`,
      '--',
    ]);
    expect(bodyOf(lines, 'unknown')).toEqual([
      '[7 rows: src/app/{/}]',
      'cart.ts:',
      '11-  try {',
      '12:    total(cart, 5);',
      '13-  } catch {',
      '=--',
      'order.ts:',
      '11-  try {',
      '12:    total(cart, 5);',
      '13-  } catch {',
      '--',
    ]);
  });
});

test('a tree that was cut leads back too', () => {
  const text = ['.', '├── src', '│   ├── app', '│   │   ├── a.ts', '│   │   └── b.ts', '│   ├── lib'].join('\n');
  const result = tree.compress(text, hints('enumeration'));
  expect(result).toEqual({
    about: 'tree, a blank for each level, drawn as by cargo, cut at level 1 2',
    body: '.\n src\n  app\n   a.ts\n   b.ts\n  lib',
  });
  expect(tree.decode(result ?? { about: '', body: '' })).toBe(text);
});

test.each([
  [
    'rows',
    (at: number) => `-rw-r--r--   1 dev  dev  ${String(at * 37).padStart(8)} Nov ${10 + (at % 20)} 08:00 f-${at}.txt`,
  ],
  ['paths', (at: number) => `./src/a${at % 50}/b${Math.floor(at / 100)}/file${at}.ts`],
  ['hits', (at: number) => `src/a${Math.floor(at / 500)}/b.ts:${at}:  const x = foo(${at});`],
  ['long words', (at: number) => `${'ab,c/'.repeat(4_000)}${at}`],
])('50,000 %s take no more than a few seconds', (name, line) => {
  const text = numbers(name === 'long words' ? 100 : 50_000)
    .map(line)
    .join('\n');
  const start = process.cpuUsage();
  listing.compress(text, hints('enumeration'));
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(10_000);
});
