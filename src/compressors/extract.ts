/** Contract of what makes less of a document for good: what it leaves out is in the store alone. Profile full. */
import type { Hints } from './compressor.js';

/** What is left of a document, without the label above it and the footer below: the road writes those. */
export interface Extracted {
  /** What the label says is not there: `7 scripts`, `1 style`. ASCII letters and digits. */
  readonly without: readonly string[];
  /** Lines joined by LF, without one at the end. */
  readonly body: string;
}

/**
 * What a document says, as plain text. Nothing in it is invented: each word stands in the document. Deterministic, so that
 * `check` can make it again. The text that it sees never holds a CR.
 */
export interface Extract {
  /** Equals the file name, and begins the label: `html as text`. */
  readonly name: string;
  /** One sentence for the README. */
  readonly about: string;
  /** The cheap gate: may a text that begins with these lines (of the first 16 KiB, rendered) be one of its kind? */
  suits(head: readonly string[]): boolean;
  /** Undefined: not surely its kind, or broken so that something might go missing. */
  extract(text: string, hints: Pick<Hints, 'isLate'>): Extracted | undefined;
}

/** Types an extract's definition. */
export function defineExtract(extract: Extract): Extract {
  return extract;
}
