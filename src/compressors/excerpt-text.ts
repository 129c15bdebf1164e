/** An excerpt as it is written: its label, its body, and the footer that says how to get the original. */
import { formatMark } from '../text/marker.js';
import type { Taken } from './excerpt.js';

export function writeExcerpt({ about, body, omitted, total, unit }: Omit<Taken, 'ranges'>, token: string): string {
  const footer = formatMark({ kind: 'footer', omitted, total, unit, token });
  return `${formatMark({ kind: 'excerpt', about })}\n${body}\n${footer}\n`;
}
