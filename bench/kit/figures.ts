/** The figures that tables are made of. */

/** The middle one; of an even number, the mean of the middle two. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = sorted.length >> 1;
  const upper = sorted[at] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[at - 1] ?? Number.NaN)) / 2;
}

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const mean = (values: readonly number[]): number => sum(values) / values.length;

/** `part` of `whole` in percent; undefined where there is no whole. */
export const percent = (part: number, whole: number): number | undefined =>
  whole > 0 ? (100 * part) / whole : undefined;

/** Whether a target is met. */
export const yesNo = (isMet: boolean): string => (isMet ? 'yes' : 'NO');
