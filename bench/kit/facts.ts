/** Which facts of a recording an output still holds. */
import type { Fact } from './recordings.js';

const CONTROL_CODES =
  /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|[\x00-\x08\x0b\x0c\x0e-\x1f]/g;

/** Control codes out, white space collapsed: what a fact is looked for in. */
const plain = (text: string): string => text.replace(CONTROL_CODES, '').replace(/\s+/g, ' ');

/** The facts of which a part is missing. */
export function lostFacts(output: string, facts: readonly Fact[]): readonly Fact[] {
  const text = plain(output);
  return facts.filter(({ parts }) => !parts.every(part => isKept(text, plain(part).trim())));
}

/** A part is kept if it stands there, or, for a path or a place in a file, if its pieces do: grouping by file is fair. */
function isKept(text: string, part: string): boolean {
  if (text.includes(part)) return true;
  const colon = /^(.*?[^\s:]):(\d+(?::\d+)?):?$/.exec(part);
  const [, file = '', place = ''] = colon ?? [];
  if (/[./]/.test(file)) return hasFile(text, file) && hasWord(text, place);
  const [, inBrackets = '', line, column] = /^(\S+)\((\d+),(\d+)\)$/.exec(part) ?? [];
  if (inBrackets !== '')
    return hasFile(text, inBrackets) && (text.includes(`${line},${column}`) || text.includes(`${line}:${column}`));
  return hasPath(text, part);
}

const hasFile = (text: string, file: string): boolean => text.includes(file) || hasPath(text, file);

function hasPath(text: string, path: string): boolean {
  if (!/^\.?\/?[^\s/]+(?:\/[^\s/]+)+\/?$/.test(path)) return false;
  const folders = path.replace(/\/$/, '').split('/');
  const name = folders.pop() ?? '';
  return hasWord(text, name) && folders.every(folder => folder === '.' || text.includes(folder));
}

const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?:^|[^\\w.-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:$|[^\\w-])`).test(text);
