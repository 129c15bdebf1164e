/** A file of JSON as its host and its user write it: with comments, a byte order mark, any ends of lines, any indentation. */
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { JuiceError } from '../../errors.js';

export interface Tree {
  readonly bom: string;
  /** Without its byte order mark: places in `root` count from its beginning. */
  readonly text: string;
  readonly root: Node;
  readonly eol: '\n' | '\r\n' | '\r';
  /** One step. */
  readonly indent: string;
}

const BOM = '﻿';

/**
 * Reads it; an empty file is an empty object.
 * @throws {JuiceError} BAD_USE where it is no object, or cannot be read for certain.
 */
export function parseFile(path: string, file: string): Tree {
  const bom = file.startsWith(BOM) ? BOM : '';
  const bare = file.slice(bom.length);
  const text = bare.trim() === '' ? '{}\n' : bare;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, disallowComments: false });
  const [first] = errors;
  if (root === undefined || first !== undefined)
    throw refusal(path, `it is no JSON from line ${lineAt(text, first?.offset ?? 0)} on`);
  if (root.type !== 'object') throw refusal(path, 'it is JSON, but no object');
  return { bom, text, root, eol: eolOf(text), indent: indentOf(text) };
}

export const refusal = (path: string, reason: string): JuiceError =>
  new JuiceError('BAD_USE', `${path}: ${reason}. Nothing was changed: mend the file, and run it again.`);

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const eolOf = (text: string): Tree['eol'] => (/\r\n|\n|\r/.exec(text)?.[0] ?? '\n') as Tree['eol'];

/** As the first line that is indented has it. */
const indentOf = (text: string): string => /[\n\r]([ \t]+)\S/.exec(text)?.[1] ?? '  ';

/** The value under a name. @throws {JuiceError} BAD_USE where the name stands twice: programs do not agree which one holds. */
export function memberOf(path: string, object: Node, name: string): Node | undefined {
  const found = (object.children ?? []).filter(({ children }) => children?.[0]?.value === name);
  if (found.length > 1) throw refusal(path, `"${name}" stands in it twice`);
  return found[0]?.children?.[1];
}

/** What a place in the text is changed to. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Makes changes that do not overlap. */
export const changed = (text: string, changes: readonly Change[]): string =>
  [...changes]
    .sort((a, b) => b.from - a.from)
    .reduce((result, { from, to, text: by }) => result.slice(0, from) + by + result.slice(to), text);

/** Where the next sign stands that is neither blank nor in a comment. */
export function nextSign(text: string, from: number): number {
  const blank = /(?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)*/y;
  blank.lastIndex = from;
  blank.exec(text);
  return blank.lastIndex;
}
