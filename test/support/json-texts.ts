/** Generated JSON as text: what parsers change, what separators mean, and rows that are nearly alike. */
import fc from 'fast-check';
import type { Json, Tree } from '../../src/compressors/json/read.js';
import { LAYOUTS, writeJson } from '../../src/compressors/json/write.js';

/** Tokens that a parser would change, or that look like something else in a table. */
const HARD_SCALARS = [
  '9007199254740993',
  '-0',
  '1.0',
  '1e400',
  '1E+2',
  '0.1000',
  'NaN',
  '-Infinity',
  'true',
  'null',
  '"true"',
  '"null"',
  '"NaN"',
  '"12"',
  '"1e5"',
  '""',
  '" "',
  '"a,b"',
  '"a b "',
  '"\\ud800"',
  '"\\u00e9"',
  '"é 日本 😀"',
  '"a\\tb\\nc"',
  '"\\""',
  '"\\\\"',
  '"> x"',
  '"+a=1"',
  '"{"',
  '"[1]"',
  '"<3 rows>"',
  '"[json as a table, 3 rows, tight; exact: tinyjuice decode]"',
  '"a=b"',
  '"#"',
  '"\u2028"',
];
const HARD_KEYS = [
  '"a"',
  '"b"',
  '"c.d"',
  '"a.b"',
  '"0"',
  '"1"',
  '"__proto__"',
  '"constructor"',
  '""',
  '"k e y"',
  '"a=b"',
  '"+a"',
  '"\\u0061"',
  '"x,y"',
  '"ключ"',
  '"id"',
  '"name"',
  '"key"',
  '"value"',
];

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...HARD_SCALARS),
  fc.integer().map(String),
  fc.string({ maxLength: 12 }).map(text => JSON.stringify(text.replace(/[\x7f-\x9f]/g, ''))),
);
const key = fc.oneof(
  fc.constantFrom(...HARD_KEYS),
  fc.string({ maxLength: 4 }).map(text => JSON.stringify(text.replace(/[\x7f-\x9f]/g, ''))),
);

const treeOf = (keys: readonly string[] | undefined, values: readonly Json[]): Tree => ({
  keys: keys === undefined ? undefined : [...keys],
  values: [...values],
});

/** Any value; equal keys too. */
export const anyJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 5 }).map(values => treeOf(undefined, values)),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map(entries =>
      treeOf(
        entries.map(([name]) => name),
        entries.map(([, value]) => value),
      ),
    ),
  ),
})).value;

/** One key of a row: what it is called, what stands there, and in how many rows. */
const field = fc.record({
  key,
  values: fc.array(fc.oneof({ weight: 3, arbitrary: scalar }, { weight: 1, arbitrary: anyJson }), {
    minLength: 1,
    maxLength: 4,
  }),
  share: fc.constantFrom(1, 1, 1, 0.9, 0.5, 0.1),
  /** Nearly all rows say the same. */
  isUsual: fc.boolean(),
  /** The value is a list of so many objects. */
  inList: fc.constantFrom(0, 0, 0, 2, 6, 40),
});

/** Objects of nearly the same keys, in nearly the same order. */
export const rows: fc.Arbitrary<readonly Tree[]> = fc
  .tuple(
    fc.array(field, { minLength: 1, maxLength: 6 }),
    fc.array(fc.nat(1_000), { minLength: 3, maxLength: 24 }),
    fc.array(anyJson, { maxLength: 1 }),
  )
  .map(([fields, seeds, odd]) => [
    ...seeds.map((seed, row) => {
      const here = fields.filter(({ share }, index) => ((seed + index * 37) % 100) / 100 < share);
      const inOrder = seed % 11 === 0 ? [...here].reverse() : here;
      return treeOf(
        inOrder.map(({ key }) => key),
        inOrder.map(({ values, isUsual, inList, key }, index) => {
          const value = values[isUsual && seed % 9 !== 0 ? 0 : (seed + row + index) % values.length] ?? 'null';
          if (inList === 0) return value;
          return treeOf(
            undefined,
            Array.from({ length: seed % 13 === 0 ? seed % inList : inList }, (_, at) =>
              treeOf([key, '"at"'], [value, String(at)]),
            ),
          );
        }),
      );
    }),
    ...odd.filter((each): each is Tree => typeof each === 'object' && each.keys !== undefined),
  ]);

/** A text in a layout that programs write. */
export const inLayout = (value: fc.Arbitrary<Json>): fc.Arbitrary<string> =>
  fc.tuple(value, fc.constantFrom(...LAYOUTS)).map(([each, layout]) => writeJson(each, layout));

/** Lists of such objects: alone, or among others. */
export const tableText: fc.Arbitrary<string> = inLayout(
  fc.tuple(rows, anyJson, fc.boolean()).map(([list, other, isAlone]) => {
    const table = treeOf(undefined, list);
    return isAlone
      ? table
      : treeOf(['"items"', '"other"', '"more"'], [table, other, treeOf(undefined, list.slice(0, 4))]);
  }),
);

/** An object whose members are such objects, or many scalars. */
export const memberText: fc.Arbitrary<string> = inLayout(
  fc
    .tuple(
      rows,
      fc.array(key, { minLength: 1, maxLength: 40 }),
      fc.array(scalar, { minLength: 1, maxLength: 9 }),
      fc.nat(20),
    )
    .map(([list, keys, scalars, more]) =>
      treeOf(
        ['"hosts"', '"times"'],
        [
          treeOf(
            list.map((_, at) => keys[at] ?? `"k${at}"`),
            list,
          ),
          treeOf(
            Array.from({ length: 90 + more }, (_, at) => keys[at] ?? `"k${at}"`),
            Array.from({ length: 90 + more }, (_, at) => scalars[at % scalars.length] as Json),
          ),
        ],
      ),
    ),
);

/** A line for each object; some lines are something else. */
export const linesText: fc.Arbitrary<string> = fc
  .tuple(
    rows,
    fc.constantFrom(...LAYOUTS.filter(({ indent }) => indent === undefined)),
    fc.array(fc.constantFrom('', '> x', '{', 'started', '[1,2]', '{"a" :1}', '{}'), { maxLength: 3 }),
  )
  .map(([list, layout, odd]) =>
    [
      ...list.slice(0, 2).map(row => writeJson(row, layout)),
      ...odd,
      ...list.slice(2).map(row => writeJson(row, layout)),
    ].join('\n'),
  );

/** Objects over several lines, one after the other. */
export const sequenceText: fc.Arbitrary<string> = fc
  .tuple(rows, fc.constantFrom(...LAYOUTS.filter(({ indent }) => indent !== undefined)))
  .map(([list, layout]) => list.map(row => writeJson(row, layout)).join('\n'));
