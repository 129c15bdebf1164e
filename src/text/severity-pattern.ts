/** Joins rows of patterns, so that data stays one row per form and a line is matched once. */

/** One pattern that matches where any of `rows` does. All rows must have the same flags; groups in them are not used. */
export function anyOf(rows: readonly RegExp[]): RegExp {
  const flags = rows[0]?.flags ?? '';
  return new RegExp(rows.map(row => `(?:${row.source})`).join('|'), flags);
}
