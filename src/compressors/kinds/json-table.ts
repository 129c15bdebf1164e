/** JSON with its lists of objects as tables. */
import { BadForm, defineCompressor } from '../compressor.js';
import { readLaidOut } from '../json/document.js';
import { type Json, readValue } from '../json/read.js';
import { frameTables, placeOf, unframeTables } from '../json/tables.js';
import { layoutOfLabel, writeFolded, writeJson } from '../json/write.js';

const isList = (value: Json): boolean => typeof value === 'object' && value.keys === undefined;

const ABOUT = /^json (?:as a table|with tables), (\d+) rows(?:, key: value in rows that say no other)?, (.+)$/;

/** A list of objects is the table itself; of another value the frame comes first, and says where which table belongs. */
export default defineCompressor({
  name: 'json-table',
  kinds: ['json'],
  forms: ['json as a table', 'json with tables'],
  about: 'Writes lists of objects in JSON as tables: the keys once, and a line for each object.',
  suits: ([first = '']) => /^\s*[[{]/.test(first),
  compress(text, hints) {
    const document = readLaidOut(text, hints);
    const framed =
      document === undefined ? undefined : frameTables(document.value, document.layout.colon, hints.isLate);
    if (document === undefined || framed === undefined) return undefined;
    const { frame, lines } = framed;
    const { layout } = document;
    if (typeof frame === 'string' && isList(document.value))
      return { about: `json as a table, ${framed.about}, ${layout.name}`, body: lines.join('\n') };
    const head = writeFolded(frame, layout.colon);
    return { about: `json with tables, ${framed.about}, ${layout.name}`, body: [head, ...lines].join('\n') };
  },
  decode({ about, body }) {
    const [, rows = '', name = ''] = ABOUT.exec(about) ?? [];
    const layout = layoutOfLabel(name);
    if (about.startsWith('json as a table')) return writeJson(unframeTables(placeOf(Number(rows)), body, 1), layout);
    const frame = readValue(body, 0);
    if (frame === undefined || body[frame.end] !== '\n') throw new BadForm(1, 'no JSON value with places for tables');
    const size = body.slice(0, frame.end).split('\n').length;
    return writeJson(unframeTables(frame.value, body.slice(frame.end + 1), size + 1), layout);
  },
});
