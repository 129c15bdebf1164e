/** What a check finds. */

/** What the check found. Counts are lines. */
export interface Verdict {
  readonly isTrue: boolean;
  /** Line of OUT with the first violation, and what is wrong there; undefined where all is well. */
  readonly violation: { readonly line: number; readonly message: string } | undefined;
  readonly shown: number;
  readonly omitted: number;
}

/** OUT is not what RAW would make it, as its line says. */
export const fails = (line: number, message: string): Verdict => ({
  isTrue: false,
  violation: { line, message },
  shown: 0,
  omitted: 0,
});

const MAX_QUOTE_CHARS = 120;

/** A line as a message names it; undefined: there is none. */
export const quote = (line: string | undefined): string =>
  line === undefined
    ? 'nothing'
    : JSON.stringify(line.length > MAX_QUOTE_CHARS ? `${line.slice(0, MAX_QUOTE_CHARS)}…` : line);
