/** What the outlet is asked to do, and what it asks for. */
import type { Bundle, Line } from '../line.js';
import type { Gap } from './gap.js';
import type { HitsOf } from './hits-of.js';
import type { Item } from './item.js';

export interface OutletContext {
  /** A limit that the caller has set: nothing may pass it. */
  readonly hardChars: number | undefined;
  /** Fewer characters without noise are not worth a gap. */
  readonly minGapChars: number;
  readonly hitsOf: HitsOf;
  /** Write-ahead: true once every raw byte seen so far is stored. False: nothing may be left out any more. */
  accept(): boolean;
  /** A line is gone for good, or a bundle. */
  forget(line: Line): void;
  /** Tokens that notes about the gap's lines will cost at the end. */
  noteTokens(lines: readonly Line[]): number;
}

export interface Outlet {
  /** From here on every line stays: the store has failed, or the input is our own output. */
  readonly isOpen: boolean;
  /** Lines to be left out, right above the next one. */
  readonly gap: Gap | undefined;
  /** Characters that a hard limit leaves for the next line; infinite without one. */
  readonly charsLeft: number;
  /** Lines kept since the last one that was dropped: how far a block may refer back. */
  readonly keptAbove: number;
  keep(line: Line): void;
  /** Lines of so many characters will be kept next: under a hard limit nothing else may take their room. */
  promise(chars: number): void;
  drop(line: Line): void;
  /** Drops the lines of a bundle. */
  dropBundle(line: Line, bundle: Bundle): void;
  /** Shows all that is in hand, and all that comes. */
  open(): void;
  /** Gives out what a person should not wait for. */
  idle(): void;
  /** Takes the lines back that end a gap at the end of the stream. A run that ended there is one of them if `withNoise`. */
  takeTail(chars: number, withNoise: boolean): readonly Line[];
  /** Decides what is left. */
  close(): void;
  /** Takes what has been decided. */
  flush(): readonly Item[];
}
