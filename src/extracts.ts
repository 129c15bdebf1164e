/** What makes text of documents: loaded only where a text looks like one of them. */
import type { Hints } from './compressors/compressor.js';
import type { Extracted } from './compressors/extract.js';
import { extracts } from './generated/extracts.js';
import { HEAD_SIZE } from './text/head.js';

/** What a document says, and by whose reading. */
export interface NamedExtract {
  readonly name: string;
  readonly extracted: Extracted;
}

/** The text of a document, as a terminal would show it, in words alone; undefined where it is of no kind that is known. */
export function extractOf(text: string, { isLate }: Pick<Hints, 'isLate'>): NamedExtract | undefined {
  const whole = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const head = whole.slice(0, HEAD_SIZE).split('\n');
  for (const extract of extracts) {
    const extracted = extract.suits(head) ? extract.extract(whole, { isLate }) : undefined;
    if (extracted !== undefined) return { name: extract.name, extracted };
  }
  return undefined;
}
