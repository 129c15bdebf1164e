/** A marked block in a text that others write too. */
import { refusal } from './json-tree.js';

const BEGIN = '<!-- tinyjuice:begin -->';
const END = '<!-- tinyjuice:end -->';

/** The text with the block in it once: where it stood, or at the end. @throws {JuiceError} BAD_USE where its marks do not match. */
export function withBlock(path: string, file: string, text: string): string {
  const eol = file.includes('\r\n') ? '\r\n' : '\n';
  const block = [BEGIN, ...text.trimEnd().split('\n'), END].join(eol);
  const place = placeOf(path, file);
  if (place !== undefined) return file.slice(0, place.from) + block + file.slice(place.to);
  const gap = file === '' ? '' : file.endsWith('\n') ? eol : eol + eol;
  return `${file}${gap}${block}${eol}`;
}

/** The text without the block, and without the blank line that was put before it. */
export function withoutBlock(path: string, file: string): string {
  const place = placeOf(path, file);
  if (place === undefined) return file;
  const before = file.slice(0, place.from).replace(/(^|\n)\r?\n$/, '$1');
  return before + file.slice(place.to).replace(/^\r?\n/, '');
}

/** The block as it stands there, without its marks. */
export function blockOf(path: string, file: string): string | undefined {
  const place = placeOf(path, file);
  if (place === undefined) return undefined;
  return file
    .slice(place.from + BEGIN.length, place.to - END.length)
    .replaceAll('\r\n', '\n')
    .trim();
}

function placeOf(path: string, file: string): { readonly from: number; readonly to: number } | undefined {
  const [from, last] = [file.indexOf(BEGIN), file.lastIndexOf(BEGIN)];
  const [end, lastEnd] = [file.indexOf(END), file.lastIndexOf(END)];
  if (from < 0 && end < 0) return undefined;
  if (from < 0 || end < from || from !== last || end !== lastEnd)
    throw refusal(path, `the marks ${BEGIN} and ${END} do not stand in it once each, in this order`);
  return { from, to: end + END.length };
}
