/** Joins rows of patterns, so that data stays one row per form and a line is matched once or twice, not forty times. */

/**
 * Whether any of `rows` matches. Rows that start with `^` are joined apart from the others, because an engine tries a pattern only at
 * the start of the line when all of its alternatives are bound to it. Groups in the rows are not used.
 */
export function anyOf(rows: readonly RegExp[]): (text: string) => boolean {
  const groups = new Map<string, RegExp[]>();
  for (const row of rows) {
    const key = `${row.flags} ${row.source.startsWith('^')}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const joined = [...groups.values()].map(
    group => new RegExp(group.map(row => `(?:${row.source})`).join('|'), group[0]?.flags),
  );
  return text => joined.some(pattern => pattern.test(text));
}
