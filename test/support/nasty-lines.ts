/** Lines of 100 kB that make a careless pattern try again and again. */

const BYTES = 100_000;

const SHAPES: readonly (readonly [string, string])[] = [
  ['blanks', ' '],
  ['"a"', 'a'],
  ['"a "', 'a '],
  ['digits', '1'],
  ['digits and blanks', '1 '],
  ['brackets', '['],
  ['bracket pairs', '()[]'],
  ['"a:1:"', 'a:1:'],
  ['"a/"', 'a/'],
  ['"="', '='],
  ['"_ "', '_ '],
  ['"a, "', '1 failed, '],
];

const fill = (unit: string): string => unit.repeat(Math.ceil(BYTES / unit.length)).slice(0, BYTES);

/** Names and texts: common shapes, and lines built from the words of the pattern itself. */
export function nastyLines(source: string): readonly (readonly [string, string])[] {
  const own = exampleOf(source);
  const words = [...new Set(own.split(/\s+/).filter(word => word !== ''))].slice(0, 6);
  const lines: (readonly [string, string])[] = SHAPES.map(([name, unit]) => [name, fill(unit)] as const);
  if (own.trim() !== '') lines.push([`"${own}"`, fill(own)]);
  for (const word of words) {
    lines.push([`"${word}"`, fill(word)], [`"${word} "`, fill(`${word} `)], [`" ${word}"`, fill(`   ${word}`)]);
  }
  // The beginning of the pattern is met, then comes what goes on for ever and never ends right.
  for (const [name, unit] of SHAPES) lines.push([`"${own}" and ${name}`, `${own}${fill(unit)}\u0001`]);
  for (const [name, unit] of SHAPES.slice(0, 5))
    for (const word of words.slice(0, 2)) lines.push([`"${word}" and ${name}`, `${word}${fill(unit)}\u0001`]);
  return lines;
}

/** Text that the pattern's literal parts spell: classes become a letter or a digit, of alternatives all are taken. */
function exampleOf(source: string): string {
  return source
    .replace(/\(\?(?:[:=!]|<[=!]|<\w+>)/g, '(')
    .replace(/\\d(?:[+*?]|\{[^}]*\})?/g, '1')
    .replace(/\\[wS](?:[+*?]|\{[^}]*\})?/g, 'a')
    .replace(/\\s(?:[+*?])?/g, ' ')
    .replace(/\\b/g, '')
    .replace(/\[\^?(?:\\.|[^\]\\])+\](?:[+*?]|\{[^}]*\})?/g, 'a')
    .replace(/(?<!\\)\.(?:[+*?])?/g, 'x')
    .replace(/(?<!\\)\|/g, ' ')
    .replace(/(?<!\\)(?:[\^$()+*?]|\{[\d,]+\})/g, '')
    .replace(/\\(.)/g, '$1');
}
