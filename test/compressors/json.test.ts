/** Another form leads back to its text, byte for byte, whatever that is; and nothing else is taken for a form. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Hints } from '../../src/compressors/compressor.js';
import { readJson } from '../../src/compressors/json/read.js';
import { LAYOUTS, writeJson } from '../../src/compressors/json/write.js';
import { decodeForm, formOf, isForm } from '../../src/forms.js';
import { compressors } from '../../src/generated/compressors.js';
import { anyJson, inLayout, linesText, memberText, sequenceText, tableText } from '../support/json-texts.js';

const HINTS: Hints = { profile: 'full', shape: 'document', isLate: () => false };
const RUNS = { numRuns: Number(process.env.JSON_RUNS ?? 400) };
/** For what looks at each text with all compressors, or with one that is for other texts. */
const FEWER_RUNS = { numRuns: Math.ceil(RUNS.numRuns / 4) };

const TEXTS = {
  'any JSON': inLayout(anyJson),
  tables: tableText,
  members: memberText,
  lines: linesText,
  sequences: sequenceText,
};

const formFor = (text: string) =>
  formOf(text, {
    hints: HINTS,
    head: text.split('\n').slice(0, 200),
    onFault: (name, error) => {
      throw new Error(`${name}: ${String(error)}`);
    },
  });

/** A list whose table is much smaller. */
const people = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    name: `n${id}`,
    role: 'admin',
    tags: ['a', 'b'],
    at: { x: id, y: null },
  }));

describe.each(Object.entries(TEXTS))('generated %s', (_name, texts) => {
  test.each(compressors)('$name leads back to the text, or declines', compressor => {
    fc.assert(
      fc.property(texts, text => {
        const result = compressor.compress(text, { ...HINTS });
        if (result === undefined) return;
        expect(compressor.decode(result)).toBe(text);
        expect(result.about).toMatch(/^[a-z][ -:<-Z^-~]*$/);
        expect(compressor.forms.some(form => result.about.startsWith(form))).toBe(true);
      }),
      compressor.name.startsWith('json') ? RUNS : FEWER_RUNS,
    );
  });

  test('a form with any line ends leads back to the text', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom('', '\n', '\n\n', '\r\n'), (text, end) => {
        const whole = end === '\r\n' ? `${text}\n`.replaceAll('\n', '\r\n') : text + end;
        const form = formFor(whole);
        if (form === undefined) return;
        expect(decodeForm(form.text)).toEqual({ original: whole });
        expect(isForm(form.text, whole)).toBe(true);
      }),
      FEWER_RUNS,
    );
  });
});

describe('a form that was changed', () => {
  test('never decodes with a fault, and is never taken for the form of its text', () => {
    const change = fc.tuple(
      fc.nat(),
      fc.constantFrom('', ',', '"', ' ', '\n', '{', ':', '>', '=', 'x', '0', '.'),
      fc.nat(2),
    );
    fc.assert(
      fc.property(tableText, change, (text, [place, inserted, removed]) => {
        const form = formFor(text)?.text;
        if (form === undefined) return;
        const at = place % form.length;
        const changed = form.slice(0, at) + inserted + form.slice(at + removed);
        if (changed === form) return;
        const decoded = decodeForm(changed);
        expect('original' in decoded && isForm(changed, text)).toBe(false);
      }),
      FEWER_RUNS,
    );
  });

  test.each(['json as a table, 2 rows', 'json as a table', 'json lines as a table, 3 rows, tight', 'nothing of ours'])(
    'a label that says %s is refused',
    about => {
      expect(decodeForm(`[${about}; exact: tinyjuice decode]\na,b\n1,2\n`)).toMatchObject({ line: expect.any(Number) });
    },
  );

  test('a missing row, cell or line end is said with its line', () => {
    const form = formFor(JSON.stringify(people(20), undefined, 2))?.text ?? '';
    const lines = form.split('\n');
    expect(decodeForm(form.slice(0, -1))).toMatchObject({ line: 1 });
    expect(decodeForm([...lines.slice(0, 5), ...lines.slice(6)].join('\n'))).toMatchObject({ line: 22 });
    expect(decodeForm(form.replace('\n"id": 3,n3', '\n"id": 3,n3,n3,n3,n3,n3'))).toEqual({
      line: 6,
      message: 'there are more cells than columns',
    });
  });
});

describe('bad input', () => {
  const text = JSON.stringify(people(12), undefined, 2);

  test('JSON cut at any place has a form that leads back, or none', () => {
    for (let at = 0; at < text.length; at += 1) {
      const form = formFor(text.slice(0, at));
      if (form !== undefined) expect(decodeForm(form.text)).toEqual({ original: text.slice(0, at) });
    }
  });

  test.each([
    ['text behind it', `${text}\ndone`],
    ['text before it', `result:\n${text}`],
    ['a layout of its own', text.replace('"id": 3', '"id":  3')],
    ['a trailing comma', text.replace('\n]', ',\n]')],
    ['single quotes', text.replaceAll('"', "'")],
    ['nesting of 100,000', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['nesting of 100,000 objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['a string that does not end', `["${'x'.repeat(100_000)}`],
    ['nothing', ''],
  ])('%s is declined', (_name, bad) => {
    expect(formFor(bad)).toBeUndefined();
  });

  test.each([
    ['objects under one key twice', '{"a": {"x": 1}, "a": {"y": 2}, "b": "c"}'],
    ['an empty one first', '{"a": {}, "a": {"x": 1}, "b": "c"}'],
    ['a scalar first', '{"a": null, "a": {"x": 1}, "b": "c"}'],
    ['the other way round', '{"a": {"x": 1}, "a": null, "b": "c"}'],
    ['within an object', '{"o": {"a": {}, "a": {"x": []}}, "b": "c"}'],
    ['lists of them', '{"l": [{"a": 1, "a": 2}, {"a": 3}], "l": [{"a": 4}], "b": "c"}'],
  ])('equal keys: %s', (_name, odd) => {
    const usual = '{"a": {"x": 7, "y": 8}, "b": "c", "o": {"a": {"x": 9}}, "l": [{"a": 5}]}';
    for (const rows of [
      [odd, odd, odd, odd],
      [usual, odd, usual, odd, usual, usual],
      [...Array(9).fill(usual), odd],
    ])
      for (const text of [`[${rows.join(', ')}]`, rows.join('\n')])
        for (const { compress, decode } of compressors) {
          const result = compress(text, { ...HINTS });
          if (result !== undefined) expect(decode(result)).toBe(text);
        }
  });

  test('a key named __proto__ is a key as any other', () => {
    const rows = Array.from({ length: 9 }, (_, i) => `{"__proto__": {"polluted": ${i}}, "constructor": "c"}`);
    const form = formFor(`[${rows.join(', ')}]`);
    expect(form?.text.split('\n').slice(1, 3)).toEqual(['"__proto__"."polluted","constructor": "c"', '0']);
    expect(decodeForm(form?.text ?? '')).toEqual({ original: `[${rows.join(', ')}]` });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('what a reader sees', () => {
  const tableOf = (rows: unknown, indent?: number): readonly string[] =>
    (formFor(JSON.stringify(rows, undefined, indent))?.text ?? '').split('\n').slice(0, -1);

  test('a key that few rows have stands in those rows by its name', () => {
    const rows = people(30).map((row, i) => (i === 17 ? { ...row, reason: 'left, in June' } : row));
    expect(tableOf(rows)[19]).toBe('"id":17,n17,["a","b"],17,"reason":"left, in June"');
  });

  test('what every row says stands in the header, and a key is named in each row', () => {
    expect(tableOf(people(9)).slice(0, 3)).toEqual([
      '[json as a table, 9 rows, key: value in rows that say no other, tight, no line end at the end; exact: tinyjuice decode]',
      '"id","name","role":"admin","tags","at"."x","at"."y":null',
      '"id":0,n0,["a","b"],0',
    ]);
  });

  test('what few rows say otherwise stands in those rows with its key, and so does what is out of the ordinary', () => {
    const rows = people(30).map(row => ({ ...row, name: 'Ada', at: { x: 1, y: 2 } }));
    const odd = rows.map((row, i) => {
      if (i === 11) return { ...row, role: 'guest' };
      if (i === 12) return { ...row, at: null };
      return i === 13 ? { ...row, id: -13 } : row;
    });
    const table = tableOf(odd, 2);
    expect(table[1]).toBe('"id","name": "Ada","role": "admin","tags","at"."x": 1,"at"."y": 2');
    expect(table.slice(12, 17)).toEqual([
      '10,["a","b"]',
      '11,"role": "guest",["a","b"]',
      '12,["a","b"],"at": null',
      '"id": -13,["a","b"]',
      '14,["a","b"]',
    ]);
  });

  test('short lists of like objects are columns, and what all of them say stands in the header', () => {
    const at = (hour: number): string => `2026-11-20T0${hour}:00:00Z`;
    const rows = Array.from({ length: 9 }, (_, id) => ({
      id,
      kw: [0, 1, 2].map(hour => ({ t: at(hour), v: id * hour })),
    }));
    rows[4] = { id: 4, kw: [] };
    expect(tableOf(rows).slice(1, 8)).toEqual([
      `"id",${[0, 1, 2].map(hour => `"kw".${hour}."t":"${at(hour)}","kw".${hour}."v"${hour === 0 ? ':0' : ''}`).join(',')}`,
      '0,0,0',
      '1,1,2',
      '2,2,4',
      '3,3,6',
      '4,"kw":[]',
      '5,5,10',
    ]);
  });

  test('objects of one list say their keys once, in the first of them', () => {
    const rows = Array.from({ length: 9 }, (_, id) => ({
      file: `src/${id}.ts`,
      found: Array.from({ length: id }, (_, at) => ({ rule: `no-${at}`, line: at * 7, fix: at === 2 ? [1] : {} })),
    }));
    expect(tableOf(rows).slice(1, 5)).toEqual([
      '"file","found"',
      'src/0.ts,[]',
      'src/1.ts,[{"rule":"no-0","line":0,"fix":{}}]',
      'src/2.ts,[{"rule":"no-0","line":0,"fix":{}},["no-1",7,{}]]',
    ]);
    const odd = rows.map((row, id) => (id === 4 ? { ...row, found: [{ rule: 'x' }, ['y']] } : row));
    expect(tableOf(odd)[6]).toBe('{"file":"src/4.ts","found":[{"rule":"x"},["y"]]}');
  });

  test('an object of like objects is a table by its keys, and one of many scalars a table of pairs', () => {
    const hosts = Object.fromEntries(people(9).map(row => [`host-${row.id}`, { ...row, kind: 'virtual machine' }]));
    expect(tableOf({ hosts, total: 9 }).slice(1, 4)).toEqual([
      '{"hosts":<9 rows by key>,"total":9}',
      '"key","id","name","role":"admin","tags","at"."x","at"."y":null,"kind":"virtual machine"',
      'host-0,0,n0,["a","b"],0',
    ]);
    const times = Object.fromEntries(people(120).map(({ id }) => [`1.${id}.0`, `2026-11-20T08:00:00.${id + 100}Z`]));
    expect(tableOf({ name: 'shop', times }, 2).slice(1, 4)).toEqual([
      '{"name": "shop","times": <120 pairs>}',
      '"key","value"',
      '1.0.0,2026-11-20T08:00:00.100Z',
    ]);
  });

  test('an absent key is nothing, and null, true, numbers and strings are told apart', () => {
    const rows = [
      { a: 'x', b: null },
      { b: true },
      { a: '1', b: 'null' },
      { a: '', b: 1.5 },
      { a: 'two words', b: '-' },
    ];
    expect(tableOf([...rows, ...rows]).slice(1, 7)).toEqual([
      '"a","b"',
      'x,null',
      ',true',
      '"1","null"',
      '"",1.5',
      'two words,-',
    ]);
  });

  test('a row in another order stands as it is', () => {
    const rows = people(9).map((row, i) => (i === 4 ? { name: row.name, id: row.id } : row));
    expect(tableOf(rows)[6]).toBe('{"name":"n4","id":4}');
  });

  test('lines of another kind stand in their place', () => {
    const lines = people(9).map(row => JSON.stringify(row));
    lines.splice(3, 0, 'listening on 8080');
    const form = formFor(`${lines.join('\n')}\n`)?.text.split('\n') ?? [];
    expect(form[0]).toBe(
      '[json lines as a table, 9 rows, key: value in rows that say no other, tight; exact: tinyjuice decode]',
    );
    expect(form[5]).toBe('> listening on 8080');
  });

  test('a list within an object stands below it', () => {
    const form = tableOf({ kind: 'List', items: people(20), total: 20 }, 2);
    expect(form[1]).toBe('{"kind": "List","items": <20 rows>,"total": 20}');
    expect(form[2]).toBe('"id","name","role": "admin","tags","at"."x","at"."y": null');
  });
});

test('every layout is known by its looks', () => {
  const whole = JSON.stringify({ a: [1, { b: 'x, y' }], c: {}, d: [], e: people(3) });
  for (const layout of LAYOUTS) {
    const value = readJson(layout.rowComma === undefined ? whole : `[${whole},${whole}]`);
    const text = writeJson(value ?? '', layout);
    const result = compressors.find(({ name }) => name === 'json')?.compress(text, HINTS);
    expect(result?.about).toBe(`json without indentation, ${layout.name}`);
  }
});
