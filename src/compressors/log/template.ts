/** A template: what many records of a log have in common, with holes for what differs: `{} INFO berth {} is free`. */
import { BadForm } from '../compressor.js';
import { DITTO } from '../listing/dittos.js';

/** Texts between the holes: one more than there are holes. */
export type Template = readonly string[];

const PART = /\{\}|\{\{|\}\}|[^{}]+|[{}]/g;

export const formatTemplate = (template: Template): string =>
  template.map(text => text.replace(/[{}]/g, '$&$&')).join('{}');

/** Undefined for a text that is none. */
export function parseTemplate(text: string): Template | undefined {
  const template = [''];
  for (const [part] of text.matchAll(PART)) {
    if (part === '{' || part === '}') return undefined;
    if (part === '{}') template.push('');
    else template.push(`${template.pop()}${part === '{{' || part === '}}' ? part.charAt(0) : part}`);
  }
  return template;
}

/** What a row says: its values, those of the row above of this template left out. */
export const formatRow = (values: readonly string[], above: readonly string[] | undefined): string =>
  values.map((value, hole) => (value === above?.[hole] ? DITTO : value)).join(' ');

/** The values of a row, which is this line of the body. @throws {BadForm} where they do not fill the template. */
export function readRow(
  row: string,
  line: number,
  { length }: Template,
  above: readonly string[] | undefined,
): readonly string[] {
  const said = row === '' && length === 1 ? [] : row.split(' ');
  if (said.length !== length - 1)
    throw new BadForm(line, `the row has ${said.length} values, its template ${length - 1} holes`);
  return said.map((value, hole) => {
    if (value !== DITTO) return value;
    const before = above?.[hole];
    if (before === undefined) throw new BadForm(line, 'the row says that a value is as above, where none is');
    return before;
  });
}

/** The record that the values make. */
export const fillTemplate = (template: Template, values: readonly string[]): string =>
  template.map((text, at) => text + (values[at] ?? '')).join('');

/** The name of the template that came as the `index`th: `a` to `z`, `aa` and so on. */
export function nameOf(index: number): string {
  const last = String.fromCharCode(0x61 + (index % 26));
  return index < 26 ? last : nameOf(Math.floor(index / 26) - 1) + last;
}
