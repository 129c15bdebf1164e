/**
 * The form of a table's rows, written as in Python's `str.format`: `{:>9}  2024-11-08 15:46   werkzeug/{}`. A row is then
 * no more than what goes into the holes, parted by blanks; the last hole takes the rest.
 */
import { BadForm } from '../compressor.js';
import { joinLevel } from './folders.js';

export interface Hole {
  /** Where the blanks go that fill it up: behind (`<`) or before (`>`). */
  readonly align: '' | '<' | '>';
  readonly width: number;
  /** What goes in stands below the folder of the last line that names one. */
  readonly isPath: boolean;
  /** What the row above has there is not said again. */
  readonly isDitto: boolean;
}

/** As in the row above; before the rest of a time: on the same day. */
export const DITTO = '"';
const DAY = /^\d{4}-\d\d-\d\d(?=[T ])/;

/** A search's hit up to its text: the file, where it is said, and the line. */
const HIT = /^(?:[^\s:]{0,1024}:)?\d{1,9}[:-](?=.)/;
const textOf = (hit: string): string => hit.slice(HIT.exec(hit)?.[0].length ?? hit.length);

/** What a row says where the one above says `above`. Of a hit in another line or file, it is the text that is the same. */
export function toDitto(part: string, above: string | undefined, { isPath }: Pick<Hole, 'isPath'>): string {
  if (isPath) {
    const text = textOf(part);
    return text.length > 1 && above !== undefined && text === textOf(above)
      ? part.slice(0, part.length - text.length) + DITTO
      : part;
  }
  if (part === above) return DITTO;
  const day = DAY.exec(part)?.[0];
  return day !== undefined && above?.startsWith(day) === true && DAY.test(above)
    ? DITTO + part.slice(day.length)
    : part;
}

/** A part that would be read as one that says less than it does. */
export const looksLikeDitto = (part: string, { isPath }: Pick<Hole, 'isPath'>): boolean =>
  isPath ? textOf(part) === DITTO : part.startsWith(DITTO);

/** @throws {BadForm} where the row above says nothing of the kind. */
function fromDitto(part: string, above: string | undefined, hole: Pick<Hole, 'isPath'>): string {
  if (!looksLikeDitto(part, hole)) return part;
  const said = hole.isPath ? textOf(above ?? '') : part === DITTO ? above : DAY.exec(above ?? '')?.[0];
  if (said === undefined || (hole.isPath && said === ''))
    throw new BadForm(0, `nothing stands above for ${part.slice(0, 80)}`);
  return hole.isPath ? part.slice(0, -1) + said : said + part.slice(1);
}

/** Text, and holes in it. */
export type Form = readonly (string | Hole)[];

/** Wider holes are not ours: no label may ask for a gigabyte of blanks. */
const MAX_WIDTH = 9_999;

const HOLE = /\{(\/?)("?)(?::([<>])(\d{1,4}))?\}|\{\{|\}\}|[^{}]+|[{}]/g;

export function formatForm(form: Form): string {
  return form
    .map(part => {
      if (typeof part === 'string') return part.replace(/[{}]/g, '$&$&');
      return `{${part.isPath ? '/' : ''}${part.isDitto ? DITTO : ''}${part.align === '' ? '' : `:${part.align}${part.width}`}}`;
    })
    .join('');
}

/** Undefined for a text that is no form. */
export function parseForm(text: string): Form | undefined {
  const form: (string | Hole)[] = [];
  let literal = '';
  for (const [found, slash, ditto, align, width] of text.matchAll(HOLE)) {
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
}

/** The line that the form makes of a row. @throws {BadForm} for a row with too few parts. */
export function fillForm(form: Form, row: string, { folder, between, above }: Filling): string {
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
    const end = left === 0 ? rest.length : rest.indexOf(between);
    if (end < 0) throw new BadForm(0, `the row has too few parts: ${row.slice(0, 80)}`);
    const cell = part.isDitto ? fromDitto(rest.slice(0, end), above[hole], part) : rest.slice(0, end);
    above[hole] = cell;
    hole += 1;
    line += padTo(part.isPath ? joinLevel(folder, cell) : cell, part);
    rest = rest.slice(end + between.length);
  }
  return line;
}
