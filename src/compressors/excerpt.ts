/** Contract of what shows parts of a document as they are, and leaves out others: only where a caller names the kind. */
import type { LineRange } from '../line.js';

/** What the caller says of the text. */
export interface ExcerptHints {
  /** Its file's name or extension, and its MIME type, as far as they are known. */
  readonly file?: string | undefined;
  readonly mime?: string | undefined;
  /** What the reader looks for: it stays before others that may be left out. */
  readonly query?: string | undefined;
  /** The document has had its share of time: give up. To be asked every few thousand steps. */
  isLate(): boolean;
}

/** What is shown of a document, without the label above it and the footer below: the road writes those. */
export interface Taken {
  /** What the label says: `python outline, not editable`. */
  readonly about: string;
  /** Lines joined by LF, without one at the end: parts of the document as they stand, and marks where others stood. */
  readonly body: string;
  /** How much of the document is not there. */
  readonly omitted: number;
  readonly total: number;
  readonly unit: 'lines' | 'bytes';
  /** Lines of which nothing is shown. */
  readonly ranges: readonly LineRange[];
}

/** Why there is none, as a sentence for the user: `there is no grammar for kt`. */
export interface NotTaken {
  readonly why: string;
}

/** What `verify` finds: what is left out, or what is wrong in a line of the body, counted from 1. */
export type Verified =
  | { readonly omitted: number; readonly total: number; readonly unit: 'lines' | 'bytes' }
  | { readonly line: number; readonly message: string };

/** Some parts of a document, in their order. The text that it sees never holds a CR, and no LF at the end. */
export interface Excerpt {
  /** Equals the file name, and the kind that a caller names: `code`. */
  readonly name: string;
  /** One sentence for the README. */
  readonly about: string;
  /** What its labels match. */
  readonly labels: RegExp;
  /** Undefined: nothing of it may go, or it took too long. Deterministic. */
  take(text: string, hints: ExcerptHints): Promise<Taken | NotTaken | undefined>;
  /** Whether `body` below the label `about` is true to the text, whatever was looked for. */
  verify(text: string, about: string, body: string): Promise<Verified>;
}

/** Types an excerpt's definition. */
export function defineExcerpt(excerpt: Excerpt): Excerpt {
  return excerpt;
}
