/**
 * The form of a table's rows, written as in Python's `str.format`: `{:>9}  2024-11-08 15:46   werkzeug/{}`. A row is then
 * no more than what goes into the holes, parted by blanks; the last hole takes the rest.
 */
import { BadForm } from '../compressor.js';
import { DITTO, fromDitto } from './dittos.js';
import { joinLevel } from './folders.js';

export interface Hole {
  /** Where the blanks go that fill it up: behind (`<`) or before (`>`). */
  readonly align: '' | '<' | '>';
  readonly width: number;
  /** What goes in stands below the folder of the last line that names one. */
  readonly isPath: boolean;
  /** What goes in may hold blanks, and ends where two stand together. */
  readonly isWordy: boolean;
  /** What the row above has there is not said again. */
  readonly isDitto: boolean;
}

/** Text, and holes in it. */
export type Form = readonly (string | Hole)[];

/** Wider holes are not ours: no label may ask for a gigabyte of blanks. */
const MAX_WIDTH = 9_999;

const HOLE = /\{(\/?)(\+?)("?)(?::([<>])(\d{1,4}))?\}|\{\{|\}\}|[^{}]+|[{}]/g;

export function formatForm(form: Form): string {
  return form
    .map(part => {
      if (typeof part === 'string') return part.replace(/[{}]/g, '$&$&');
      return `{${part.isPath ? '/' : ''}${part.isWordy ? '+' : ''}${part.isDitto ? DITTO : ''}${part.align === '' ? '' : `:${part.align}${part.width}`}}`;
    })
    .join('');
}

/** Undefined for a text that is no form. */
export function parseForm(text: string): Form | undefined {
  const form: (string | Hole)[] = [];
  let literal = '';
  for (const [found, slash, plus, ditto, align, width] of text.matchAll(HOLE)) {
    if (found === '{' || found === '}') return undefined;
    if (found.charAt(0) !== '{' || found === '{{') {
      literal += found === '{{' || found === '}}' ? found.charAt(0) : found;
      continue;
    }
    if (literal !== '') form.push(literal);
    literal = '';
    form.push({
      align: (align ?? '') as Hole['align'],
      width: Math.min(Number(width ?? 0), MAX_WIDTH),
      isPath: slash === '/',
      isWordy: plus === '+',
      isDitto: ditto === DITTO,
    });
  }
  if (literal !== '') form.push(literal);
  return form.some(part => typeof part !== 'string') ? form : undefined;
}

export const padTo = (text: string, { align, width }: Pick<Hole, 'align' | 'width'>): string =>
  align === '<' ? text.padEnd(width) : align === '>' ? text.padStart(width) : text;

export interface Filling {
  /** What paths stand below: empty, or with a slash at its end. */
  readonly folder: string;
  /** What parts one part of the row from the next. */
  readonly between: string;
  /** What the last row of this form said in its holes: will be what this one says. */
  readonly above: string[];
  /** Line of the body that the row is. */
  readonly at: number;
}

/** What parts a row's part for this hole from the next. */
const endOf = ({ isWordy }: Pick<Hole, 'isWordy'>, between: string): string => (isWordy ? '  ' : between);

/** The row that has these parts. Undefined: it would be read otherwise. */
export function joinParts(
  parts: readonly string[],
  holes: readonly Pick<Hole, 'isWordy'>[],
  between: string,
): string | undefined {
  let row = '';
  for (const [at, part] of parts.entries()) {
    if (at === parts.length - 1) return row + part;
    const end = endOf(holes[at] as Hole, between);
    if (part.includes(end)) return undefined;
    row += part + end;
  }
  return row;
}

/** The line that the form makes of a row. @throws {BadForm} for a row with too few parts. */
export function fillForm(form: Form, row: string, { folder, between, above, at }: Filling): string {
  let hole = 0;
  let left = form.reduce((count, part) => (typeof part === 'string' ? count : count + 1), 0);
  let rest = row;
  let line = '';
  for (const part of form) {
    if (typeof part === 'string') {
      line += part;
      continue;
    }
    left -= 1;
    const ending = endOf(part, between);
    const end = left === 0 ? rest.length : rest.indexOf(ending);
    if (end < 0) throw new BadForm(at, `the row has too few parts: ${row.slice(0, 80)}`);
    const said = rest.slice(0, end);
    const cell = part.isDitto ? fromDitto(said, above[hole], part, at) : said;
    above[hole] = cell;
    hole += 1;
    line += padTo(part.isPath ? joinLevel(folder, cell) : cell, part);
    rest = rest.slice(end + ending.length);
  }
  return line;
}
