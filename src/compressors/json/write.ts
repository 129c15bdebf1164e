/** JSON values as text: in the layouts that programs write, and tightly. */
import { BadForm } from '../compressor.js';
import type { Json, Tree } from './read.js';

/** How the white space stands. */
export interface Layout {
  /** As the label says it. */
  readonly name: string;
  /** One level of it; undefined: all on one line. */
  readonly indent: string | undefined;
  readonly comma: string;
  /** Between the elements of a list that is the whole text, where they are parted otherwise. */
  readonly rowComma?: string;
  readonly colon: string;
  /** Between the brackets of what is empty. */
  readonly gap: string;
  /** Lists stand on the line on which they begin, with blanks inside, as Jackson writes them. */
  readonly hasFlatLists: boolean;
}

const INDENTED = { comma: ',', colon: ': ', gap: '', hasFlatLists: false };
const FLAT = { indent: undefined, gap: '', hasFlatLists: false };
/** No blanks at all. */
const TIGHT: Layout = { ...FLAT, name: 'tight', comma: ',', colon: ':' };

/**
 * What `JSON.stringify`, Python's `json.dumps`, `jq`, Go and PHP write; `spaced` is Elasticsearch's, `spaced lists` what
 * Jackson writes of itself, `tight rows` what `sqlite3 -json` and `aggregated rows` what PostgreSQL's `json_agg` writes.
 */
export const LAYOUTS: readonly Layout[] = [
  { ...INDENTED, name: 'indent 2', indent: '  ' },
  { ...INDENTED, name: 'indent 4', indent: '    ' },
  { ...INDENTED, name: 'indent tab', indent: '\t' },
  { ...INDENTED, name: 'indent 1', indent: ' ' },
  { ...INDENTED, name: 'indent 3', indent: '   ' },
  { ...INDENTED, name: 'indent 8', indent: '        ' },
  { ...FLAT, name: 'one line', comma: ', ', colon: ': ' },
  TIGHT,
  { ...TIGHT, name: 'tight rows', rowComma: ',\n' },
  { ...TIGHT, name: 'aggregated rows', rowComma: ', \n ' },
  { ...INDENTED, name: 'spaced', indent: '  ', colon: ' : ', gap: ' ' },
  { ...INDENTED, name: 'spaced lists', indent: '  ', colon: ' : ', gap: ' ', hasFlatLists: true },
];

/** Undefined for a word that names none. */
const layoutNamed = (name: string): Layout | undefined => LAYOUTS.find(layout => layout.name === name);

/** The layout that a label names. @throws {BadForm} where it names none. */
export function layoutOfLabel(name: string): Layout {
  const layout = layoutNamed(name);
  if (layout === undefined) throw new BadForm(0, 'the label names no layout that we write');
  return layout;
}

/** So much of a text shows its layout. */
const HEAD_CHARS = 4_096;

/** The only layout that the text may have; undefined where it has none of them. To be proved by writing it again. */
export function guessLayout(text: string): Layout | undefined {
  if (/^\[ [^\]]|" : /.test(text.slice(0, HEAD_CHARS)))
    return layoutNamed(/\[ [^\]]/.test(text.slice(0, HEAD_CHARS)) ? 'spaced lists' : 'spaced');
  if (text.startsWith('[{')) {
    const end = text.indexOf('\n');
    const rowComma = end < 0 ? undefined : /, ?$/.exec(text.slice(end - 2, end))?.[0];
    if (rowComma !== undefined) return layoutNamed(rowComma.length === 1 ? 'tight rows' : 'aggregated rows');
  }
  const indent = /^[[{]\n([ \t]+)/.exec(text)?.[1];
  if (indent !== undefined) return LAYOUTS.find(layout => layout.indent === indent);
  const colon = /"(?::|: )(?=\S)/.exec(text)?.[0];
  const isTight = colon === undefined ? !text.includes(', ') : colon === '":';
  return layoutNamed(isTight ? 'tight' : 'one line');
}

/** The value in a layout. */
export function writeJson(value: Json, layout: Layout): string {
  const parts: string[] = [];
  writeParts(value, layout, part => parts.push(part));
  return parts.join('');
}

/** Whether the text is the value in the layout. Writes nothing. */
export const isWritten = (text: string, value: Json, layout: Layout): boolean => areWritten(text, [value], layout);

/** Whether the text is these values in the layout, each on lines of its own. */
export function areWritten(text: string, values: readonly Json[], layout: Layout): boolean {
  let at = 0;
  let isSame = true;
  const compare = (part: string): void => {
    isSame &&= text.startsWith(part, at);
    at += part.length;
  };
  for (const [index, value] of values.entries()) {
    if (index > 0) compare('\n');
    writeParts(value, layout, compare);
  }
  return isSame && at === text.length;
}

/** The value on one line, without blanks. */
export const writeTight = (value: Json): string => (typeof value === 'string' ? value : writeJson(value, TIGHT));

/** Characters that `writeTight` would give. */
export function tightLength(value: Json): number {
  let chars = 0;
  writeParts(value, TIGHT, part => {
    chars += part.length;
  });
  return chars;
}

type Put = (part: string) => void;

function writeParts(whole: Json, layout: Layout, put: Put): void {
  /** Line ends with their indentation, by depth. */
  const lineEnds: string[] = [];
  const lineEnd = (depth: number): string => {
    if (layout.indent === undefined) return '';
    lineEnds[depth] ??= `\n${layout.indent.repeat(depth)}`;
    return lineEnds[depth];
  };
  const write = (value: Json, depth: number): void => {
    if (typeof value === 'string') {
      put(value);
      return;
    }
    const { keys, values } = value;
    if (values.length === 0) {
      put(keys === undefined ? `[${layout.gap}]` : `{${layout.gap}}`);
      return;
    }
    const isFlat = keys === undefined && layout.hasFlatLists;
    const inner = isFlat ? depth : depth + 1;
    put(keys === undefined ? '[' : '{');
    for (let i = 0; i < values.length; i += 1) {
      if (i > 0) put(depth === 0 && keys === undefined ? (layout.rowComma ?? layout.comma) : layout.comma);
      put(isFlat ? ' ' : lineEnd(inner));
      if (keys !== undefined) {
        put(keys[i] ?? '');
        put(layout.colon);
      }
      write(values[i] ?? '', inner);
    }
    put(isFlat ? ' ' : lineEnd(depth));
    put(keys === undefined ? ']' : '}');
  };
  write(whole, 0);
}

/** Longer values have a line for each of their parts. */
const MAX_LINE_CHARS = 200;

/** The value without indentation: short values on one line, so that each record of a list stands on its own. */
export function writeFolded(value: Json, colon: string): string {
  if (typeof value === 'string') return value;
  const { keys, values } = value;
  const parts = partsOf(value, colon);
  const chars = parts.reduce((sum, part) => sum + part.length + 1, 0);
  const isShort = chars <= MAX_LINE_CHARS && !parts.some(part => part.includes('\n'));
  const isPlainList = keys === undefined && values.every(each => typeof each === 'string');
  const inside = isShort ? parts.join(',') : `\n${(isPlainList ? filled(parts) : parts).join(',\n')}\n`;
  return keys === undefined ? `[${inside}]` : `{${inside}}`;
}

/** As many to a line as stand on one. */
function filled(parts: readonly string[]): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of parts) {
    if (line !== '' && line.length + part.length >= MAX_LINE_CHARS) {
      lines.push(line);
      line = part;
    } else line += line === '' ? part : `,${part}`;
  }
  return [...lines, line];
}

const partsOf = ({ keys, values }: Tree, colon: string): readonly string[] =>
  values.map((each, index) => (keys === undefined ? '' : keys[index] + colon) + writeFolded(each, colon));
