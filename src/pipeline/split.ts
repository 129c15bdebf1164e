/** The line splitter on a stream: split2 finds the line feeds. */
import split2 from 'split2';
import { type LinesOptions, openLines, type Split } from './lines.js';
import { type LinkTransform, linkTransform } from './transform.js';

/** The Transform from Buffers to arrays of `Line`, see `openLines`. */
export function createLines(options: LinesOptions = {}): LinkTransform {
  return linkTransform(openLines(openSplit2, options), { takes: 'bytes', gives: 'batches' });
}

/** The mapper takes each line and gives split2 nothing to push, which saves a stream event a line. */
const openSplit2 = (take: (line: string) => void): Split => split2('\n', take, { decodeStrings: false });
