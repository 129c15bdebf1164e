/** Lines of JSON objects as one table. */
import { BadForm, defineCompressor } from '../compressor.js';
import { type Columns, findColumns, hasUsual } from '../json/columns.js';
import { readJson, type Tree } from '../json/read.js';
import { readHeader, readRow, writeHeader, writeOddRow, writeRow } from '../json/rows.js';
import { aboutRows } from '../json/tables.js';
import { guessLayout, isWritten, type Layout, layoutOfLabel, writeJson } from '../json/write.js';

const MIN_ROWS = 3;
/** So many of the lines may be something else. */
const MAX_ODD_SHARE = 0.2;
/** Before a line that is no object, or is laid out in another way: it stands as it is. */
const AS_IT_IS = '> ';

const ABOUT = /^json lines as a table, (\d+) rows(?:, key: value in rows that say no other)?, (.+)$/;

/** A line: an object in the layout of all, or its text. */
type Entry = Tree | string;

export default defineCompressor({
  name: 'jsonl-table',
  kinds: ['jsonl'],
  forms: ['json lines as a table'],
  about: 'Writes lines of JSON objects as a table; other lines stand in their place.',
  suits: lines => lines.filter(line => line.startsWith('{')).length >= MIN_ROWS,
  compress(text, { isLate }) {
    const lines = text.split('\n');
    const first = lines.find(line => line.startsWith('{')) ?? '';
    const layout = guessLayout(first);
    if (layout === undefined || layout.indent !== undefined) return undefined;
    const entries = lines.map(line => readEntry(line, layout));
    const rows = entries.filter(entry => typeof entry !== 'string');
    if (rows.length < MIN_ROWS || lines.length - rows.length > lines.length * MAX_ODD_SHARE) return undefined;
    const columns = isLate() ? undefined : findColumns(rows);
    if (columns === undefined) return undefined;
    const body = [
      writeHeader(columns.list, layout.colon),
      ...entries.map(entry => writeEntry(entry, columns, layout.colon)),
    ].join('\n');
    return {
      about: `json lines as a table, ${aboutRows(rows.length, hasUsual(columns.list))}, ${layout.name}`,
      body,
    };
  },
  decode({ about, body }) {
    const [, count, name = ''] = ABOUT.exec(about) ?? [];
    const layout = layoutOfLabel(name);
    const [header = '', ...lines] = body.split('\n');
    const columns = readHeader(header, 1);
    const rows = lines.filter(line => !line.startsWith(AS_IT_IS)).length;
    if (rows !== Number(count)) throw new BadForm(0, `the label says ${count} rows, but there are ${rows}`);
    return lines
      .map((line, index) => {
        if (line.startsWith(AS_IT_IS)) return line.slice(AS_IT_IS.length);
        return writeJson(readRow(line, columns, index + 2), layout);
      })
      .join('\n');
  },
});

function readEntry(line: string, layout: Layout): Entry {
  const value = line.startsWith('{') ? readJson(line) : undefined;
  return typeof value === 'object' && isWritten(line, value, layout) ? value : line;
}

const writeEntry = (entry: Entry, columns: Columns, colon: string): string =>
  typeof entry === 'string' ? AS_IT_IS + entry : (writeRow(entry, columns, colon) ?? writeOddRow(entry));
