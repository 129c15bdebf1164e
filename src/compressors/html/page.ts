/** A page as a reader sees it: title, headings, text, links, lists, tables, code, forms. */
import { Parser } from 'htmlparser2';
import { evidenceOf } from '../../text/severity.js';
import { formText } from './forms.js';
import { closeLink, type Link, openLink } from './links.js';
import { linesOfRow } from './rows.js';
import { BLOCKS, CELLS, headingDepth, isElement, LISTS, PREFORMATTED, UNREAD } from './tags.js';
import { openTextLines, type TextLine, type TextLines } from './text-lines.js';

export interface Page {
  readonly lines: readonly TextLine[];
  /** Elements that the text does without, by what they are. */
  readonly left: ReadonlyMap<string, number>;
}

/** Fed piece by piece, so that a text that takes too long is given up. */
const PIECE_CHARS = 16_384;
/** No page is nested deeper. */
const MAX_DEPTH = 1_000;
/** A tag as long as this that holds others has a quote without an end. */
const MAX_TAG_CHARS = 1_000;
/** Signs that stand in an attribute's name where the quote before it had no end. */
const NO_NAME = /["'<]/;
const MAX_COMMENT_CHARS = 300;
/** No table that is read has more rows below one cell. */
const MAX_ROW_SPAN = 1_000;

/** Where the reader is: the page, or a cell of a table in it. */
interface Place {
  readonly out: TextLines;
  readonly links: Link[];
  /** Counters of the lists, innermost last; undefined: not numbered. */
  readonly lists: (number | undefined)[];
  /** Cells of the row that is open. */
  cells: (readonly TextLine[])[];
  /** By column, into how many more rows the cell above reaches. */
  readonly spans: number[];
}

/** Reads a page; undefined where it is broken, or takes too long. */
export function readPage(text: string, isLate: () => boolean): Page | undefined {
  const reader = openReader(text);
  const parser = new Parser(reader.handler, { decodeEntities: true, recognizeSelfClosing: false });
  reader.spanOf = () => [parser.startIndex, parser.endIndex + 1];
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    parser.write(text.slice(at, at + PIECE_CHARS));
    if (reader.isBroken() || isLate()) return undefined;
  }
  const unread = reader.unreadDepth();
  const end = parser.endIndex + 1;
  parser.end();
  // What an open quote or an open script holds at the end might be text.
  const isCut = unread > 0 || /<[\s\S]*[<>]/.test(text.slice(end));
  return reader.isBroken() || isCut ? undefined : reader.page();
}

function openReader(source: string) {
  const left = new Map<string, number>();
  const places: Place[] = [openPlace()];
  let depth = 0;
  let unread = 0;
  let exact = 0;
  let nav = 0;
  let isBroken = false;

  const place = (): Place => places[places.length - 1] as Place;
  const leave = (what: string): void => void left.set(what, (left.get(what) ?? 0) + 1);
  const breakLine = (): void => place().out.end();
  const state = (): void => {
    place().out.setExact(exact > 0);
    place().out.setNav(nav > 0);
  };
  const beginCell = (attributes: Attributes): void => {
    const { cells, spans } = place();
    // What spans several columns, or rows, moves what comes behind it, or below.
    for (; (spans[cells.length] ?? 0) > 0; cells.push([])) spans[cells.length] = (spans[cells.length] ?? 0) - 1;
    const rows = Math.min(MAX_ROW_SPAN, Number(attributes.rowspan) || 1) - 1;
    for (let span = Math.min(20, Number(attributes.colspan) || 1); span > 1; span -= 1) {
      spans[cells.length] = rows;
      cells.push([]);
    }
    spans[cells.length] = rows;
    places.push(openPlace());
    state();
  };
  const endCell = (): void => {
    if (places.length < 2) return;
    endRow();
    breakLine();
    const { out } = places.pop() as Place;
    place().cells.push(out.lines);
  };
  /** Before anything else stands in the place: nothing may be moved. */
  const endRow = (): void => {
    const here = place();
    if (here.cells.length === 0) return;
    for (const line of linesOfRow(here.cells, nav > 0)) here.out.push(line);
    for (let at = here.cells.length; at < here.spans.length; at += 1) here.spans[at] = (here.spans[at] ?? 0) - 1;
    here.cells = [];
  };
  const beginItem = (): void => {
    const { out, lists } = place();
    const count = lists[lists.length - 1];
    if (count !== undefined) lists[lists.length - 1] = count + 1;
    out.prefix('  '.repeat(Math.max(0, lists.length - 1)) + (count === undefined ? '- ' : `${count}. `));
  };
  const open = (name: string, attributes: Attributes): void => {
    const { out, links, lists } = place();
    if (!CELLS.has(name)) endRow();
    if (BLOCKS.has(name)) breakLine();
    if (name === 'br') exact > 0 ? out.add('\n') : out.end();
    if (isNavigation(name, attributes)) {
      nav += 1;
      if (nav === 1) leave('navigation');
    }
    if (PREFORMATTED.has(name)) exact += 1;
    state();
    if (name === 'table') place().spans.length = 0;
    if (LISTS.has(name)) lists.push(name === 'ol' ? Number(attributes.start ?? 1) || 1 : undefined);
    if (CELLS.has(name)) beginCell(attributes);
    if (name === 'li') beginItem();
    if (name === 'dd') out.prefix('  ');
    const heading = headingDepth(name);
    if (heading > 0 || name === 'title') out.prefix(`${'#'.repeat(heading || 1)} `);
    if (name === 'a') links.push(openLink(attributes, out));
    const words = formText(name, attributes);
    if (words !== '') out.put(words);
  };
  const close = (name: string): void => {
    const { links, lists } = place();
    if (name === 'a') closeLink(links.pop(), place().out);
    if (CELLS.has(name)) endCell();
    else {
      endRow();
      if (BLOCKS.has(name)) breakLine();
    }
    if (LISTS.has(name)) lists.pop();
  };
  /** Elements that are open, with what they have opened. */
  const stack: { readonly isUnread: boolean; readonly isExact: boolean; readonly isNav: boolean }[] = [];
  const reader = {
    spanOf: (): readonly [number, number] => [0, 0],
    isBroken: () => isBroken,
    unreadDepth: () => unread,
    page(): Page {
      endRow();
      breakLine();
      return { lines: place().out.lines, left };
    },
    handler: {
      onopentag(name: string, attributes: Attributes): void {
        depth += 1;
        const [from, to] = reader.spanOf();
        isBroken ||= isElement(name) && Object.keys(attributes).some(key => NO_NAME.test(key));
        isBroken ||=
          depth > MAX_DEPTH || (to - from > MAX_TAG_CHARS && /[^=]<\/?[a-z]/i.test(source.slice(from + 1, to)));
        const isUnread = UNREAD.has(name);
        stack.push({ isUnread, isExact: PREFORMATTED.has(name), isNav: isNavigation(name, attributes) });
        if (isUnread && unread === 0) {
          leave(name);
          const words = formText(name, attributes);
          if (words !== '') place().out.put(words);
        }
        if (isUnread) unread += 1;
        else if (unread === 0 && !isElement(name)) reader.handler.ontext(source.slice(from, to));
        else if (unread === 0) open(name, attributes);
      },
      onclosetag(name: string, isImplied: boolean): void {
        depth -= 1;
        const [from, to] = reader.spanOf();
        const element = stack.pop();
        if (element?.isUnread === true) unread -= 1;
        else if (unread === 0 && isElement(name)) close(name);
        else if (unread === 0 && !isImplied) reader.handler.ontext(source.slice(from, to));
        if (element?.isExact === true && unread === 0) exact -= 1;
        if (element?.isNav === true && unread === 0) nav -= 1;
        state();
      },
      ontext(text: string): void {
        if (unread > 0) return;
        if (text.trim() !== '') endRow();
        place().out.add(text);
      },
      oncomment(text: string): void {
        const comment = text.trim();
        if (unread > 0 || comment.length > MAX_COMMENT_CHARS || evidenceOf(comment) !== 'error') return;
        breakLine();
        place().out.add(`<!-- ${comment} -->`);
        breakLine();
      },
    },
  };
  return reader;
}

type Attributes = Readonly<Record<string, string>>;

const openPlace = (): Place => ({ out: openTextLines(), links: [], lists: [], cells: [], spans: [] });

const isNavigation = (name: string, { role }: Attributes): boolean => name === 'nav' || role === 'navigation';
