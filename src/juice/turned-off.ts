/** Whether a text is of a kind that the user has turned off: then it passes as it is. */
import type { Classification } from '../classify/classify.js';
import type { TextKind } from '../classify/kinds.js';
import { looksLikeCode } from '../classify/looks/code.js';
import { isHit } from '../classify/looks/rows.js';
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
    code: () => kind === 'diff' || told === 'code' || (told === undefined && isCode(head)),
    html: () => isPageHead(head),
    json: () => isJsonHead(head),
  };
  return off.find(name => is[name]());
}

/** A page of a browser, by one of its first lines. */
export const isPageHead = (head: readonly string[]): boolean =>
  head.some(line => /^\s*<(?:!doctype html|html)\b/i.test(line));

/** Surer than what is said of a text in a report: what passes for it is not reduced at all. */
const SURELY_CODE = 0.8;

function isCode(head: readonly string[]): boolean {
  const lines = head.filter(line => line.trim() !== '');
  const share = (isSo: (line: string) => boolean): number => lines.filter(isSo).length / lines.length;
  if (isJsonHead(head) || share(isHit) > 0.5) return false;
  return looksLikeCode({ lines, share, first: lines[0] ?? '' }) >= SURELY_CODE;
}

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
