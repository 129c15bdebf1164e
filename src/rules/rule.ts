/** What a rule file says (rules/schema.json is the same for editors). */
import type { DocumentKind, Shape } from '../line.js';

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
  /** A line that stands nowhere else: where it comes before any start, the text was cut off above it and begins in here. */
  readonly inside?: string;
  readonly drop?: Patterns;
  readonly keep?: Patterns;
}

/** What is noise once a run has failed: the passed rest is no longer what it is about. */
export interface RuleOnFailure {
  /** Lines that say that it has. */
  readonly seen: Patterns;
  /** Totals of what passed may go too; errors and warnings stay. */
  readonly drop: Patterns;
}

/** A fixture of a rule lives in `fixtures/<name>/` (raw.txt, meta.json, out.txt). */
export interface Rule {
  readonly $schema?: string;
  /** The path says it; where the file does too, it says the same. */
  readonly id?: string;
  readonly title: string;
  readonly family: string;
  readonly shape: Shape;
  /** Shapes that go before this rule where the text looks so: a log is a log, though `cat` printed it. */
  readonly yields?: readonly Shape[];
  /** What it prints is read byte for byte, as a file is: it gets no other form, even one that loses nothing. */
  readonly exact?: boolean;
  /**
   * What the tool prints, where it prints documents of which something may be left out; others are read as they are. Of a
   * tool that judges: it says what is wrong as such a document.
   */
  readonly kind?: DocumentKind;
  /** Where the tool's output is documented. */
  readonly source: readonly string[];
  readonly match: { readonly command?: readonly CommandMatch[]; readonly output?: OutputMatch };
  readonly drop?: Patterns;
  /** So many lines of each kind in `drop` are shown before the others go; none where it is not given. */
  readonly spare?: number;
  readonly keep?: Patterns;
  readonly benign?: Patterns;
  readonly sections?: Readonly<Record<string, RuleSection>>;
  /** Names of suites, scenarios and steps: noise where nothing below them stays. */
  readonly headings?: Patterns;
  readonly onFailure?: RuleOnFailure;
  /** The same for a run that shows something else: that it has results, say, beside which empty ones are noise. */
  readonly once?: RuleOnFailure;
  readonly fixtures: readonly string[];
}

/** A rule file's content with its id (its path without `.json`). */
export interface NamedRule {
  readonly id: string;
  readonly rule: Rule;
}

/** What tells whether a rule is the one: all that is read of most rules. */
export interface RuleHead {
  readonly id: string;
  readonly family: string;
  readonly shape: Shape;
  readonly yields?: readonly Shape[];
  readonly exact?: boolean;
  readonly kind?: DocumentKind;
  readonly match: Rule['match'];
  /** By signature: strings, one of which stands in every text that shows it. Not there: nobody has worked them out. */
  readonly needs?: Readonly<Record<string, readonly string[]>>;
}

/** What a rule does with the lines of a text that is its own. */
export type RuleBody = Pick<
  Rule,
  'drop' | 'spare' | 'keep' | 'benign' | 'sections' | 'headings' | 'onFailure' | 'once'
>;

/** The head of a rule file's content. */
export const headOf = (id: string, { family, shape, yields, kind, exact, match }: Rule): RuleHead => ({
  id,
  family,
  shape,
  ...(yields === undefined ? {} : { yields }),
  ...(exact === undefined ? {} : { exact }),
  ...(kind === undefined ? {} : { kind }),
  match,
});

/** The body of a rule file's content. */
export function bodyOf({ drop, spare, keep, benign, sections, headings, onFailure, once }: Rule): RuleBody {
  const body = { drop, spare, keep, benign, sections, headings, onFailure, once };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** Who a rule comes from. A later one replaces an earlier one of the same id. */
export const ORIGINS = ['built-in', 'user', 'project'] as const;
export type Origin = (typeof ORIGINS)[number];

/** A pattern that can be asked. */
export interface Tester {
  test(text: string): boolean;
}

/** What runs a rule's patterns. */
export interface PatternEngine {
  /** `flags`: `mu` for a text of many lines. Does not throw for a pattern of a rule that was checked. */
  compile(source: string, flags: 'u' | 'mu'): Tester;
}

/** A rule that a run may ask. */
export interface LoadedRule {
  readonly head: RuleHead;
  readonly origin: Origin;
  readonly engine: PatternEngine;
  /** Read when first asked for. */
  body(): RuleBody;
  /** Whether a line that `benign` fits is shown by a recording; all are, where it is not given. */
  isShownBenign?(text: string): boolean;
}
