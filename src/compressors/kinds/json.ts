/** JSON without the white space between its tokens. */
import { BadForm, defineCompressor } from '../compressor.js';
import { readLaidOut } from '../json/document.js';
import { readJson } from '../json/read.js';
import { layoutOfLabel, writeFolded, writeJson } from '../json/write.js';

const ABOUT = /^json without indentation, (.+)$/;

/** The blank behind a colon stays where there was one: what is looked for as `"key": value` is found. */
export default defineCompressor({
  name: 'json',
  kinds: ['json'],
  forms: ['json without indentation'],
  about: 'Writes JSON without its indentation.',
  suits: ([first = '']) => /^\s*[[{]/.test(first),
  compress(text, hints) {
    const document = readLaidOut(text, hints);
    if (document === undefined) return undefined;
    const { value, layout } = document;
    return { about: `json without indentation, ${layout.name}`, body: writeFolded(value, layout.colon) };
  },
  decode({ about, body }) {
    const layout = layoutOfLabel(ABOUT.exec(about)?.[1] ?? '');
    const value = readJson(body);
    if (value === undefined) throw new BadForm(1, 'the text below the label is not JSON');
    return writeJson(value, layout);
  },
});
