/** Links as `[text](address)`. */
import type { TextLines } from './text-lines.js';

/** A link that is open. */
export interface Link {
  /** Empty where it leads nowhere else. */
  readonly href: string;
  /** What it is called where it has no text. */
  readonly label: string;
  /** It leads to a place in this page. */
  readonly isInside: boolean;
  /** Where it begins in its line. */
  readonly at: number;
  /** Lines above it. */
  readonly linesAbove: number;
}

/** Signs that a heading or a line links to itself with. */
const ANCHOR = /^\s*[¶#§]\s*$/;

/** Begins where the line that grows ends. */
export function openLink(attributes: Readonly<Record<string, string>>, out: TextLines): Link {
  const href = (attributes.href ?? '').trim();
  const isInside = href.startsWith('#');
  const leadsOn = href !== '' && !isInside && !/^(?:javascript|data):/i.test(href);
  const label = attributes['aria-label'] ?? attributes.title ?? '';
  return {
    href: leadsOn ? href.replace(/\s/g, '%20') : '',
    label,
    isInside,
    at: out.length,
    linesAbove: out.lines.length,
  };
}

/** Writes the address behind the link's text. */
export function closeLink(link: Link | undefined, out: TextLines): void {
  if (link === undefined) return;
  const at = out.lines.length > link.linesAbove ? 0 : Math.min(link.at, out.length);
  const text = out.from(at);
  if (link.isInside && ANCHOR.test(text)) out.replace(at, '');
  if (link.href === '' || text.includes(link.href)) return;
  const inner = text.trim();
  const blank = text.startsWith(' ') ? ' ' : '';
  const name = inner === '' ? link.label.trim().replace(/\s+/g, ' ') : inner;
  out.replace(at, `${blank}${name === '' ? `<${link.href}>` : `[${name}](${link.href})`}${/ $/.test(text) ? ' ' : ''}`);
}
