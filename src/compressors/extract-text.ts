/** An extract as it is written: its label, its body, and the footer that says how to get the original. */
import { formatMark } from '../text/marker.js';
import type { Extracted } from './extract.js';

/** What `writeExtract` needs to know of the original. */
export interface Original {
  readonly token: string;
  readonly bytes: number;
}

/** @param name the extract's name. */
export function writeExtract(name: string, { without, body }: Extracted, { token, bytes }: Original): string {
  const omitted = Math.max(0, bytes - Buffer.byteLength(body));
  const footer = formatMark({ kind: 'footer', omitted, total: bytes, unit: 'bytes', token });
  return `${formatMark({ kind: 'extract', of: name, without })}\n${body}\n${footer}\n`;
}
