/**
 * Many patterns asked as one. Compiling a pattern takes longer than a short run has lines, so each is made only when a
 * text holds what it cannot do without.
 */

/**
 * A pattern, and what every text that it matches holds, in lower case: one of the words between `|`, of each set between
 * `&`. `^word`: it begins so, blanks left out; `^0`: with a digit. An empty text asks for nothing.
 */
export type Row = readonly [needs: string, pattern: RegExp];

interface Form {
  readonly needs: readonly (readonly string[])[];
  readonly pattern: RegExp;
}

/** Whether any of `rows` matches a text. Groups in the rows are not used. */
export function anyOf(rows: readonly Row[]): (text: string) => boolean {
  let forms: readonly Form[] | undefined;
  return text => {
    forms ??= rows.map(([needs, pattern]) => ({ needs: setsOf(needs), pattern }));
    const lower = text.toLowerCase();
    return forms.some(({ needs, pattern }) => holds(lower, needs) && pattern.test(text));
  };
}

/** Whether a text holds what a row needs. */
export const isWorthAsking = (text: string, needs: string): boolean => holds(text.toLowerCase(), setsOf(needs));

const setsOf = (needs: string): readonly (readonly string[])[] =>
  needs === '' ? [] : needs.split('&').map(set => set.split('|'));

const holds = (lower: string, needs: readonly (readonly string[])[]): boolean =>
  needs.every(set => set.some(word => (word.startsWith('^') ? begins(lower, word) : lower.includes(word))));

function begins(lower: string, word: string): boolean {
  const start = lower.trimStart();
  if (word !== '^0') return start.startsWith(word.slice(1));
  const code = start.charCodeAt(0);
  return code > 47 && code < 58;
}
