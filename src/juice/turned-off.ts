/** Whether a text is of a kind that the user has turned off: then it passes as it is. */
import type { Classification } from '../classify/classify.js';
import type { TextKind } from '../classify/kinds.js';
import type { Switch } from '../compressors/switches.js';
import type { BookRule } from '../rules/book.js';

/** The switch that stops the run; undefined: none does. `told`: what the caller says that the text is. */
export function switchThatStops(
  off: readonly Switch[],
  { shape, kind, told }: Pick<Classification<BookRule>, 'shape' | 'kind'> & { readonly told: TextKind | undefined },
  head: readonly string[],
): Switch | undefined {
  if (off.length === 0 || shape === 'verdict' || shape === 'stream') return undefined;
  const is: Readonly<Record<Switch, () => boolean>> = {
    search: () => shape === 'enumeration',
    code: () => kind === 'diff' || told === 'code',
    html: () => isPageHead(head),
    json: () => isJsonHead(head),
  };
  return off.find(name => is[name]());
}

/** A page of a browser, by one of its first lines. */
export const isPageHead = (head: readonly string[]): boolean =>
  head.some(line => /^\s*<(?:!doctype html|html)\b/i.test(line));

/** One value over several lines, a value in each line, or the beginning of a long one. */
function isJsonHead(head: readonly string[]): boolean {
  const [first = '', second = ''] = head.map(line => line.trim()).filter(line => line !== '');
  if (/^[[{]$/.test(first)) return /^(?:["[{\]}\d-]|true\b|false\b|null\b)/.test(second);
  if (!/^[[{]/.test(first)) return false;
  try {
    JSON.parse(first);
    return true;
  } catch {
    return second === '' && /^(?:\{\s*"|\[\s*[[{"\d-])/.test(first);
  }
}
