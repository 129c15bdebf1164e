/** Delimited rows (CSV and its like), a line each. */

/** The cells of a row, quoted ones empty: a mark inside quotes parts nothing. */
export const cellsOf = (line: string, mark: string): readonly string[] =>
  line.replace(/"(?:[^"]|"")*"/g, '').split(mark);

/** Whether a first line holds nothing but names of columns. */
export const areNames = (line: string, mark: string): boolean =>
  line.split(mark).every(name => /^"?[\p{L}_][\p{L}\d_ ./-]*"?$/u.test(name));
