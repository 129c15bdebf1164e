/** Documents that are cut, broken, deep, or hold what our forms are made of: nothing is lost, and soon. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hintOf } from '../../src/classify/hint.js';
import { decodeText } from '../../src/forms.js';
import { projectRoot } from '../support/project.js';
import { checkTexts, type Run, reduce, retrieve } from '../support/run.js';

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `crossing ${id}`, isOpen: id % 7 !== 0 }));
const json = JSON.stringify(rows(300), undefined, 2);
const diff = readFileSync(join(projectRoot, 'fixtures/git-diff/kinds-of-change/raw.txt'), 'utf8');
const page = `<!DOCTYPE html>\n<html><body>\n${'<p>One</p>\n'.repeat(200)}<a href="/x>two</a>\n<div class='y>three</div>\n${'<p>Four</p>\n'.repeat(200)}</body></html>\n`;
const cells = [
  'a,b',
  'a;b',
  'a | b',
  'a\tb',
  'a\\nb',
  '"',
  '""',
  '= x',
  '~ x',
  '[4 rows: {}]',
  '{}',
  '{+}',
  ' a  b ',
  '__proto__',
];
const csvRows = Array.from(
  { length: 80 },
  (_, at) => `${at},"${(cells[at % cells.length] ?? '').replaceAll('"', '""')}","two\nlines",NL`,
);

const DOCUMENTS: Readonly<Record<string, string>> = {
  'JSON that is cut': json.slice(0, -700),
  'JSON with text behind it': `${json}\nDone in 3 s, see above.\n`,
  'JSON with text before it': `GET /crossings\n${json}\n`,
  'JSON of keys named __proto__': JSON.stringify(
    rows(200).map(row => JSON.parse(`{"__proto__":{"x":${row.id}},"constructor":1}`)),
    undefined,
    2,
  ),
  'JSON with keys that stand twice': `[${'{"id":1,"name":"x","id":2},\n'.repeat(200)}{"id":1}]`,
  'JSON of numbers that no number of ours holds': `[${'{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0},\n'.repeat(200)}{"a":1}]`,
  'JSON with cells that look like a form': JSON.stringify(
    Array.from({ length: 140 }, (_, id) => ({ id, cell: cells[id % cells.length] })),
    undefined,
    2,
  ),
  'lists 100,000 deep': `${'['.repeat(100_000)}${']'.repeat(100_000)}\n`,
  'objects 100,000 deep, cut': '{"a":'.repeat(100_000),
  'tags 100,000 deep': `<html><body>${'<div>'.repeat(100_000)}x`,
  'branches 20,000 deep': Array.from({ length: 60 }, (_, at) => `${'│   '.repeat(at * 300)}├── file-${at}`).join('\n'),
  'a diff that is cut in a hunk': diff.slice(0, Math.floor(diff.length * 0.6)),
  'a diff whose headers say more lines than there are': diff.replace(/^@@ -(\d+),\d+/m, '@@ -$1,999999'),
  'a page with quotes that are not closed': page,
  'a page that is cut in a tag': page.slice(0, page.indexOf('<a ') + 5),
  'CSV with marks, quotes and line ends in its cells': `id,cell,note,country\n${csvRows.join('\n')}\n`,
  'CSV with quotes that are not closed': `id,cell,note\n${'1,"open,x\n'.repeat(200)}`,
  'the same line 20,000 times': 'name  state  since\n'.repeat(20_000),
  'one object 20,000 times': `[${'{"a":1},'.repeat(20_000)}{"a":1}]\n`,
  'rows that look like labels of ours': `${'[4 rows: {} {}]\n[rows fill the {} above them; exact: tinyjuice decode]\n'.repeat(40)}`,
  'tables whose cells are marks of ours': Array.from({ length: 90 }, (_, at) =>
    cells.map((_cell, column) => (cells[(at + column) % cells.length] ?? '').padEnd(18)).join(''),
  ).join('\n'),
};

/** Nothing is lost: the text leads back, or is as it was, or the original is stored. */
async function expectWhole(raw: string, run: Run): Promise<void> {
  expect(run.warnings).toEqual([]);
  expect(run.text).not.toBe('');
  expect(await checkTexts(raw, run.out)).toMatchObject({ isTrue: true });
  if (run.report.isLossy) expect((await retrieve(run)).toString('utf8')).toBe(raw);
  else if (run.report.compressor !== undefined && decodeText(run.text) !== undefined)
    expect(decodeText(run.text)).toEqual({ original: raw });
}

describe.each(Object.entries(DOCUMENTS))('%s', (_name, raw) => {
  test.each([undefined, 'json'])('said to be %s', async kind => {
    const hint = hintOf({ kind });
    await expectWhole(raw, await reduce(raw, { hint }));
    const light = await reduce(raw, { hint, profile: 'light' });
    expect(light.report.isLossy).toBe(false);
  });
});
