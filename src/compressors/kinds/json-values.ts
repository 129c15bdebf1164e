/** JSON objects one after the other, each over several lines, as `go list -json` and `jq` write them, as one table. */
import { BadForm, defineCompressor } from '../compressor.js';
import { findColumns, hasUsual, isObject } from '../json/columns.js';
import { readSequence } from '../json/read.js';
import { readHeader, readRow, writeHeader, writeOddRow, writeRow } from '../json/rows.js';
import { aboutRows } from '../json/tables.js';
import { areWritten, guessLayout, layoutOfLabel, writeJson } from '../json/write.js';

const MIN_ROWS = 3;
const ABOUT = /^json values as a table, (\d+) rows(?:, key: value in rows that say no other)?, (.+)$/;

export default defineCompressor({
  name: 'json-values',
  kinds: ['json'],
  forms: ['json values as a table'],
  about: 'Writes JSON objects that follow each other, each over several lines, as a table.',
  suits: ([first]) => first === '{',
  compress(text, { isLate }) {
    const layout = guessLayout(text);
    if (layout?.indent === undefined) return undefined;
    const rows = readSequence(text);
    if (rows === undefined || rows.length < MIN_ROWS || !rows.every(isObject) || isLate()) return undefined;
    if (!areWritten(text, rows, layout)) return undefined;
    const columns = findColumns(rows);
    if (columns === undefined) return undefined;
    const body = [
      writeHeader(columns.list, layout.colon),
      ...rows.map(row => writeRow(row, columns, layout.colon) ?? writeOddRow(row)),
    ].join('\n');
    const about = aboutRows(rows.length, hasUsual(columns.list));
    return { about: `json values as a table, ${about}, ${layout.name}`, body };
  },
  decode({ about, body }) {
    const [, count, name = ''] = ABOUT.exec(about) ?? [];
    const layout = layoutOfLabel(name);
    const [header = '', ...lines] = body.split('\n');
    const columns = readHeader(header, 1);
    if (lines.length !== Number(count))
      throw new BadForm(0, `the label says ${count} rows, but there are ${lines.length}`);
    return lines.map((line, index) => writeJson(readRow(line, columns, index + 2), layout)).join('\n');
  },
});
