/** Contract of the document road: a compressor is a function from a whole text to a smaller one, with the way back. */
import type { Profile, Shape } from '../line.js';

/** A longer text takes the line road. */
export const MAX_DOCUMENT_BYTES = 2_097_152;

/** What a text may be that has another form. The totals of a run, and a log's records, are looked for as they were printed. */
export const FORM_SHAPES: readonly Shape[] = ['document', 'enumeration', 'unknown'];

/** What a compressor may know about the run. */
export interface Hints {
  readonly profile: Exclude<Profile, 'off'>;
  readonly shape: Shape;
  /** The document has had its share of time: give up. To be asked every few thousand steps. */
  isLate(): boolean;
}

/** A smaller form of a text, without the label above it: the road writes that. */
export interface Result {
  /**
   * What the label says: `json as a table, 500 rows`. Begins with one of the compressor's `forms`, then the end or a comma.
   * One line of ASCII without `;` and brackets, with all that `decode` needs to know besides the body.
   */
  readonly about: string;
  /** Lines joined by LF, without one at the end. Empty: there are none. */
  readonly body: string;
}

/**
 * A whole document made smaller. The text that it sees is rendered as a terminal would show it, its lines end with LF
 * alone, and the last one with nothing: the road remembers how they did. It never holds a CR.
 */
export interface Compressor {
  /** Equals the file name: `kinds/json-table.ts` is `json-table`. */
  readonly name: string;
  /** What it is for: `json`, `jsonl`, `table`, `listing`, `search`. */
  readonly kinds: readonly string[];
  /** What its labels begin with; no other compressor's may begin so. */
  readonly forms: readonly string[];
  /** One sentence for the README. */
  readonly about: string;
  /** What it may be asked for; `FORM_SHAPES` where it does not say. */
  readonly shapes?: readonly Shape[];
  /** It saves little: where noise with a name can be left out instead, the smaller of the two is taken. */
  readonly isSlight?: boolean;
  /** The cheap gate: may a text that begins with these lines (of the first 16 KiB, rendered) be one of its kinds? */
  suits(head: readonly string[]): boolean;
  /** Undefined: not its kind, or nothing to give. The road keeps a result only if `decode` gives exactly `text` again. */
  compress(text: string, hints: Hints): Result | undefined;
  /** The way back. @throws {BadForm} for what `compress` cannot have written. */
  decode(result: Result): string;
}

/** A form that is damaged, or was never written by us. */
export class BadForm extends Error {
  /** Line of the body, from 1; 0 is the label. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'BadForm';
    this.line = line;
  }
}

/** Types a compressor's definition. */
export function defineCompressor(compressor: Compressor): Compressor {
  return compressor;
}
