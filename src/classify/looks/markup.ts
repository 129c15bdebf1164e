/** Whether a text is a page, or XML. */
import type { Seen } from './seen.js';

const TAG = /^\s*<(?:\/?[A-Za-z][\w:.-]*(?:[\s/>]|$)|!--|!\[CDATA\[|\?)/;
const PAGE = /^\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|html)\b/i;
const XML =
  /^\s*(?:<\?xml\b|<!DOCTYPE (?!html)\w|<(?:svg|rss|feed|plist|project|testsuites?|manifest|configuration|xs:schema)\b)/;
const OF_PAGES =
  /<\/?(?:div|span|p|a|ul|ol|li|table|tr|td|th|head|body|script|style|link|meta|section|header|footer|nav|img|br|h[1-6]|form|input|button|main|article|template)\b/i;

/** What a template's language does, before the page that it is of. */
const TEMPLATE = /^\s*(?:\{[%{#].*[%}#]\}|<%.*%>)\s*$/;

export function looksLikeHtml({ lines, share }: Seen): number {
  const first = lines.find(line => !TEMPLATE.test(line)) ?? '';
  const head = lines.slice(0, 6).join('\n');
  if (PAGE.test(head) || (/^\s*<\?xml\b/.test(first) && /<html\b/i.test(head))) return 1;
  if (!TAG.test(first)) return 0;
  const isPageLike = share(line => OF_PAGES.test(line)) >= 0.4;
  return isPageLike ? Math.min(0.94, share(line => TAG.test(line) || TEMPLATE.test(line)) + 0.2) : 0;
}

export function looksLikeXml({ lines, share, first }: Seen): number {
  if (XML.test(lines.slice(0, 3).join('\n'))) return 1;
  return TAG.test(first) ? Math.min(0.94, share(line => TAG.test(line)) + 0.1) : 0;
}
