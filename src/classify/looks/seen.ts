/** The beginning of a text, as it is looked at. */
export interface Seen {
  /** Those that are not blank. */
  readonly lines: readonly string[];
  readonly first: string;
  /** Share of the lines that are so; 0 where that is less than `least`, for then the others need not be looked at. */
  share(isSo: (line: string) => boolean, least?: number): number;
}
