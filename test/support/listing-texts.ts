/** Generated tables, listings, hits and trees, with lines among them that look like anything. */
import fc from 'fast-check';
import { drawBranches, STYLES } from '../../src/compressors/tree/style.js';

/** What a form of ours might be confused by. */
export const ODD_LINES = [
  '[5 rows: {}]',
  '[4 rows, two blanks apart: {} {}]',
  '[4 rows, parted by |: {} | {}]',
  '[6 rows: {"} x {":<9}]',
  '[6 rows: {+} {+":<9} {/+} x]',
  'two  words "" "',
  '[~ {}]',
  '[~ x {}]',
  '=',
  '=whole',
  '" x "',
  '"T08:00:00Z 5',
  '~other',
  '^ %',
  './:',
  'src/:',
  'src/app/cart.ts:',
  'src/app/cart.ts:12:else:',
  'src/app/cart.ts-13-  x',
  'src/app/cart.ts:12:"',
  'src/app/cart.ts-13-"',
  'src/app.log:2026-11-20 08:15:00 up',
  '--',
  '',
  ' ',
  '\t',
  'a b  c   d',
  'tail   ',
  '{} {/} {{ }} {:>9}',
  '}',
  '漢字  表    x',
  '😀\ud800 half',
  'a|b | c |',
  '├── x',
  '│   └── y',
  '    deep',
  '[INFO] +- z',
] as const;

/** Enough to pay for a label. */
const many = <Each>(each: fc.Arbitrary<Each>): fc.Arbitrary<Each[]> =>
  fc.array(each, { minLength: 4, maxLength: 40, size: 'max' });

const mostlyNone = <Each>(each: fc.Arbitrary<Each>): fc.Arbitrary<Each | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: each });

const word = fc.constantFrom(
  'a',
  'bb',
  'name',
  'Running',
  '<none>',
  '0',
  '17',
  '1/1',
  '漢字',
  '{}',
  'x=1',
  '"q"',
  '(b)',
  '2026-11-20',
  '2026-11-20T08:15:00Z',
  '2026-11-20T09:30:00.250Z',
  '2026-11-21 09:30',
  '2026-11-21 10:45',
  '0000000000001f40',
  '00000000000000ff',
);
const unique = fc.stringMatching(/^[a-z0-9]{1,9}$/);
const name = fc.constantFrom('src', 'app', 'a.ts', 'b.test.ts', 'lib', 'node_modules', 'x', '.env', 'Makefile', 'ü');
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map(parts => parts.join('/'));
const cell = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 2, arbitrary: unique },
  { weight: 1, arbitrary: path },
  { weight: 1, arbitrary: fc.constantFrom('two words', 'three more words', '', '""', 'a | b', 'a  b') },
);

/** Rows that share most of what they hold, in columns filled up to the left or the right. */
const rowsText = fc
  .record({
    widths: fc.array(fc.integer({ min: -14, max: 14 }), { minLength: 2, maxLength: 6, size: 'max' }),
    gap: fc.constantFrom(' ', '  ', '   ', '\t', ' | ', '/'),
    edge: fc.constantFrom('', '  ', '| '),
    usual: fc.array(cell, { minLength: 6, maxLength: 6 }),
    rows: many(fc.array(mostlyNone(cell), { minLength: 6, maxLength: 6 })),
  })
  .map(({ widths, gap, edge, usual, rows }) =>
    rows.map(row => {
      const cells = widths.map((width, at) => {
        const text = row[at] ?? usual[at] ?? '';
        return width < 0 ? text.padStart(-width) : text.padEnd(width);
      });
      return edge + cells.join(gap) + edge.trimEnd();
    }),
  );

const base = fc.constantFrom('', './', '/', 'packages/storefront/src/', 'node_modules/@types/');

const pathsText = fc
  .tuple(fc.constantFrom('', 'M\t', '  12 ', '\tmodified:   '), base, many(path))
  .map(([before, folder, paths]) => paths.map(each => before + folder + each));

const hitsText = fc
  .tuple(
    base,
    fc.array(path, { minLength: 1, maxLength: 3 }),
    many(fc.tuple(fc.nat(2), fc.constantFrom(':', '-'), fc.nat(99), fc.constantFrom('', '5:', ' '), cell)),
  )
  .map(([folder, files, hits]) =>
    hits.map(
      ([at, mark, line, column, text]) => `${folder}${files[at % files.length]}${mark}${line}${mark}${column}${text}`,
    ),
  );

const treeText = fc
  .record({
    style: fc.constantFrom(...STYLES),
    steps: many(fc.tuple(fc.integer({ min: -3, max: 1 }), path)),
    cut: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
    lead: fc.constantFrom('', '[INFO] '),
  })
  .map(({ style, steps, cut, lead }) => {
    let depth = 0;
    const branches = steps.map(([step, text]) => {
      depth = Math.max(1, depth + step);
      return { depth, name: text };
    });
    return [`${lead}.`, ...drawBranches(branches, style, cut).map(line => lead + line)];
  });

/** Some lines are odd, some stand twice. */
const disturbed = (texts: fc.Arbitrary<string[]>): fc.Arbitrary<string> =>
  fc
    .tuple(
      texts,
      fc.array(fc.tuple(fc.nat(40), fc.constantFrom(...ODD_LINES)), { maxLength: 4 }),
      fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 3 }),
    )
    .map(([lines, odd, twice]) => {
      const all = [...lines];
      for (const [from, to] of twice) if (from < lines.length) all.splice(to, 0, lines[from] as string);
      for (const [at, line] of odd) all.splice(at, 0, line);
      return all.join('\n');
    });

/** By what they are. */
export const LISTING_TEXTS = {
  tables: disturbed(rowsText),
  paths: disturbed(pathsText),
  hits: disturbed(hitsText),
  trees: disturbed(treeText),
};
