/**
 * JSON as TOON (https://toonformat.dev), where the user has turned it on. A part of its own: the package is loaded for
 * nothing else. What JSON.parse or TOON would not give back exactly is declined: numbers beyond 2^53, `1.0`, `1e400`,
 * keys that stand twice or like numbers, escapes of other programs, halves of characters.
 */
import { decode, encode } from '@toon-format/toon';
import { hasLoneSurrogate } from '../../text/lone-surrogate.js';
import { BadForm, defineCompressor } from '../compressor.js';
import { readLaidOut } from '../json/document.js';
import type { Json } from '../json/read.js';
import { isWritten, layoutOfLabel, writeJson } from '../json/write.js';

const OPTIONS = { indentSize: 1 };
/** A key that is none in the objects of JavaScript, and half a character, at which TOON fails. */
const HOSTILE = /__proto__|\\u[dD][89A-Fa-f]/;
const ABOUT = /^json as toon, (.+)$/;

export const toon = defineCompressor({
  name: 'toon',
  kinds: ['json'],
  forms: ['json as toon'],
  about: 'Writes JSON as TOON, where that is turned on.',
  suits: ([first = '']) => /^\s*[[{]/.test(first),
  compress(text, hints) {
    const document = readLaidOut(text, hints);
    if (document === undefined || HOSTILE.test(text) || hints.isLate()) return undefined;
    const { layout } = document;
    const value = parsed(text);
    if (value === undefined || hints.isLate() || !isWritten(text, treeOf(value), layout)) return undefined;
    const body = encode(value, OPTIONS);
    if (hasLoneSurrogate(body) || body.includes('\r') || hints.isLate()) return undefined;
    // Rows whose keys stand in another order come back in that of the first.
    if (!isWritten(text, treeOf(decode(body, OPTIONS)), layout)) return undefined;
    return { about: `json as toon, ${layout.name}`, body };
  },
  decode({ about, body }) {
    const layout = layoutOfLabel(ABOUT.exec(about)?.[1] ?? '');
    let value: unknown;
    try {
      value = decode(body, OPTIONS);
    } catch (error) {
      throw new BadForm(1, `it is no TOON: ${error instanceof Error ? error.message : String(error)}`);
    }
    return writeJson(treeOf(value), layout);
  },
});

/** Undefined for what is JSON to nobody but us, such as `NaN`. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // it is left as it is
  }
}

function treeOf(value: unknown): Json {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return { keys: undefined, values: value.map(treeOf) };
  const entries = Object.entries(value);
  return { keys: entries.map(([key]) => JSON.stringify(key)), values: entries.map(([, each]) => treeOf(each)) };
}
