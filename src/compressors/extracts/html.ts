import { isOwnMark } from '../../text/marker.js';
import { evidenceOf } from '../../text/severity.js';
import { defineExtract } from '../extract.js';
import { readPage } from '../html/page.js';
import type { TextLine } from '../html/text-lines.js';

const BEGINNING = /^\s*(?:<\?xml [^>]*\?>\s*)?(?:<!doctype html\b|<html\b)/i;
/** What `curl -v` and `curl -i` write above a page. */
const OF_CURL = /^(?:[*<>{}](?: |$)|HTTP\/\d|[A-Za-z][\w-]*: |\s*$|\s+% Total|\s+Dload |\s*\d+ .*--:--)/;
/** Lines above the page. */
const MAX_LINES_ABOVE = 80;
/** A template is the source of pages. */
const TEMPLATE = /<%|<\?php|\{%|\{\{/;
/** Of a page's characters at least so many stand in tags. */
const MIN_TAG_SHARE = 0.03;
/** Fewer characters are no page to be read: a script would write it. */
const MIN_TEXT_CHARS = 80;
/** A navigation goes only where more than so many characters are left for each of its own. */
const MIN_MAIN_SHARE = 1;

/** What an HTML page says to its reader. Words keep their order; addresses, rows and code stand where they stood. */
export default defineExtract({
  name: 'html',
  about: 'Shows what an HTML page says: headings, text, links, lists, tables, code, forms.',
  suits: head => beginningOf(head) >= 0,
  extract(text, { isLate }) {
    const lines = text.split('\n');
    const start = beginningOf(lines);
    const html = lines.slice(start).join('\n');
    const end = /<\/html\s*>[ \t]*(?:\n|$)/i.exec(html);
    const cut = end === null ? html.length : end.index + end[0].length;
    if (start < 0 || TEMPLATE.test(html) || !isMostlyTags(html)) return undefined;
    const page = readPage(html.slice(0, cut), isLate);
    if (page === undefined) return undefined;
    const main = page.lines.filter(({ isOfNav, text: line }) => !isOfNav || evidenceOf(line) === 'error');
    const isNavLeft =
      main.length < page.lines.length && charsOf(main) > MIN_MAIN_SHARE * (charsOf(page.lines) - charsOf(main));
    const shown = isNavLeft ? main : page.lines;
    if (charsOf(shown) < MIN_TEXT_CHARS) return undefined;
    const rest = html
      .slice(cut)
      .split('\n')
      .filter(line => line.trim() !== '');
    const above = lines.slice(0, start).filter(line => line.trim() !== '');
    const body = [...above, ...fenced(shown), ...rest];
    if (body.some(isOwnMark)) return undefined;
    const left = [...page.left].filter(([what]) => isNavLeft || what !== 'navigation');
    return { without: left.map(([what, count]) => `${count} ${what}${count > 1 ? 's' : ''}`), body: body.join('\n') };
  },
});

/** The line where the page begins; -1 where other text stands above it. */
function beginningOf(lines: readonly string[]): number {
  for (let at = 0; at < Math.min(lines.length, MAX_LINES_ABOVE); at += 1) {
    const line = lines[at] ?? '';
    if (BEGINNING.test(line) || (/^\s*<\?xml /.test(line) && BEGINNING.test(lines[at + 1] ?? ''))) return at;
    if (!OF_CURL.test(line) && !/^\s*<!--.*-->\s*$/.test(line)) return -1;
  }
  return -1;
}

const charsOf = (lines: readonly TextLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);

function isMostlyTags(html: string): boolean {
  let chars = 0;
  for (const tag of html.matchAll(/<[a-z/!][^<>]*>/gi)) chars += tag[0].length;
  return chars >= html.length * MIN_TAG_SHARE;
}

/** Lines that stand as they stood, several in a row, between fences. */
function fenced(lines: readonly TextLine[]): readonly string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; ) {
    let end = at;
    while (lines[end]?.isExact === true) end += 1;
    const block = lines.slice(at, end).map(({ text }) => text);
    while (block.length > 0 && block[block.length - 1]?.trim() === '') block.pop();
    while (block.length > 0 && block[0]?.trim() === '') block.shift();
    if (block.length > 1) {
      const fence = block.some(text => text.includes('```')) ? '~~~~' : '```';
      out.push(fence, ...block, fence);
    } else out.push(...block);
    if (end === at) out.push(lines[end++]?.text ?? '');
    at = end;
  }
  return out;
}
