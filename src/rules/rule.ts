/** What a rule file says (rules/schema.json is the same for editors). */
import type { Shape } from '../line.js';

/** Patterns by name, so that an error can point at one. */
export type Patterns = Readonly<Record<string, string>>;

export interface CommandMatch {
  /** Names of the program, without folder and `.exe`. */
  readonly program: readonly string[];
  /** Pattern over the arguments, joined by blanks; any arguments where it is not given. */
  readonly args?: string;
}

export interface OutputMatch {
  /** Patterns over whole lines of the first 16 KiB; `^` and `$` stand for the ends of a line. */
  readonly signatures: Patterns;
  /** How many different ones must be seen; 1 where it is not given. */
  readonly atLeast?: number;
}

export interface RuleSection {
  readonly start: string;
  readonly end?: string;
  readonly drop?: Patterns;
  readonly keep?: Patterns;
}

/** A fixture of a rule lives in `fixtures/<name>/` (raw.txt, meta.json, out.txt). */
export interface Rule {
  readonly $schema?: string;
  readonly title: string;
  readonly family: string;
  readonly shape: Shape;
  /** Shapes that go before this rule where the text looks so: a log is a log, though `cat` printed it. */
  readonly yields?: readonly Shape[];
  /** Where the tool's output is documented. */
  readonly source: readonly string[];
  readonly match: { readonly command?: readonly CommandMatch[]; readonly output?: OutputMatch };
  readonly drop?: Patterns;
  /** So many lines of each kind in `drop` are shown before the others go; none where it is not given. */
  readonly spare?: number;
  readonly keep?: Patterns;
  readonly benign?: Patterns;
  readonly sections?: Readonly<Record<string, RuleSection>>;
  readonly fixtures: readonly string[];
}

/** A rule with its id (its path without `.json`). */
export interface NamedRule {
  readonly id: string;
  readonly rule: Rule;
  /** By signature: strings, one of which stands in every text that shows it. Not there: nobody has worked them out. */
  readonly needs?: Readonly<Record<string, readonly string[]>>;
}
