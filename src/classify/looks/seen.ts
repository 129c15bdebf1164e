/** The beginning of a text, as it is looked at. */
export interface Seen {
  /** Those that are not blank. */
  readonly lines: readonly string[];
  readonly first: string;
  /** Share of the lines that are so. */
  share(isSo: (line: string) => boolean): number;
}
