/** Figures for a person. */

const numbers = new Intl.NumberFormat('en-US');

/** `1,234`. */
export const figure = (value: number): string => numbers.format(value);

/** `33.3 %`; `-` of nothing. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`;

/** `1 call`, `2 calls`. */
export const times = (value: number, what: string): string => `${figure(value)} ${what}${value === 1 ? '' : 's'}`;

/** Rows with their cells one below the other: the first ones, and `words` of them, to the left, others to the right. */
export function alignRows(rows: readonly (readonly string[])[], words = 1): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)));
  return rows.map(row =>
    row
      .map((cell, column) => (column < words ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}
