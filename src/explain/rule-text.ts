/** What a rule says, in lines for a person. */
import { linePatterns } from '../rules/patterns.js';
import type { RuleBody, RuleHead } from '../rules/rule.js';
import { printable } from '../text/printable.js';

/** By which commands and which output a rule knows its tool. */
export function matchText({ match }: RuleHead): string {
  const commands = (match.command ?? []).map(({ program, args }) =>
    args === undefined ? program.join(', ') : `${program.join(', ')} with arguments like ${args}`,
  );
  const { signatures = {}, atLeast = 1 } = match.output ?? {};
  const names = Object.keys(signatures);
  const outputs = names.length === 0 ? [] : [`output that shows ${atLeast} of: ${names.join(', ')}`];
  return printable([...commands.map(text => `command ${text}`), ...outputs].join('; ') || 'any output', 400);
}

/** Its patterns, one a line, those of the wanted kinds (`drop`, `keep`, `benign`, `start`, `end`). */
export function patternLines(body: RuleBody, kinds: readonly string[]): readonly string[] {
  const wanted = linePatterns(body).filter(({ key }) => {
    const [first = '', , third] = key.split('.');
    return kinds.includes(first === 'sections' ? (third ?? '') : first);
  });
  const width = Math.max(0, ...wanted.map(({ key }) => key.length));
  return wanted.map(({ key, source }) => `${printable(key.padEnd(width))}  ${printable(source, 400)}`);
}
