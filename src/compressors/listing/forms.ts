/** Which forms the rows of a table are best written by: what most of them have in common goes into the form. */
import { commonEnd, commonStart } from '../../text/beginning.js';
import { estimateTokens } from '../../tokens/estimate.js';
import { areDittos, areHitDittos } from './dittos.js';
import { type Form, type Hole, padTo } from './form.js';
import type { Cells, Column, Layout } from './layout.js';

/** A form, and which rows are of it. */
export interface Plan {
  /** What a row of this form begins with: nothing for the form that most rows have. */
  readonly mark: string;
  readonly form: Form;
  /** What the columns hold that went into the form; undefined: a hole. */
  readonly fixed: readonly (string | undefined)[];
  readonly holes: readonly HolePlan[];
}

interface HolePlan {
  readonly column: number;
  /** What every row has there before and behind what differs. */
  readonly prefix: string;
  readonly suffix: string;
  /** What differs holds no blank, unless all of the cell does. */
  readonly isOneWord: boolean;
  readonly isPath: boolean;
  readonly isWordy: boolean;
  /** What the row above has is not said again. */
  readonly isDitto: boolean;
}

/** A column of paths, and the folders that are in the form. */
export interface PathColumn {
  readonly column: number;
  readonly prefix: string;
  /** They are places of a search's hits. */
  readonly areHits: boolean;
}

/** Several forms for few rows each, rather one for most, or one for as good as all, in which a row says what is not as above. */
export type Breadth = 'narrow' | 'wide' | 'whole';

/** Rows that are looked at for the choice. */
const MAX_SAMPLES = 2_000;
/** What rows of the second form and of others begin with. */
const MARKS = ['', '~', '^', '%'];
/** What a line begins with that is of no form. */
export const WHOLE = '=';
/** A form must save so many tokens over what it costs itself. */
const MIN_SAVED_TOKENS = 8;
/** Of a label, besides the form. */
const LABEL_TOKENS = 5;

/** Of what a row of the form saves, what one of the next form is taken to save. */
const OTHERS_SHARE = 0.7;

/** A form of fewer rows says more of them than of the table. */
const MIN_ROWS_SHARE = 0.08;

/** Rows that a form for as good as all is of. */
const WHOLE_SHARE = 0.96;

/** What stands between two cells that differ, as in `proc on /proc`, `812 ? S`: costs nothing, and parts them for the reader. */
const LINKING_WORD = /^(?:\p{L}{1,4}|\S)$/u;
/** That stand before numbers of one width. */
const ZEROS = /^(?:0x)?0{4,}/;
const PLAIN_WORD = /^\p{L}+$/u;
/** A word that a row begins with, as the user of a process or the state of a package: what stands right behind it is read together with it. */
const LEADING_WORD = /^[A-Za-z_]\w{1,11}$/;

/**
 * The forms, best first, by their breadth; empty where none pays. What does not hang on the breadth is found out once.
 */
export function openPlans(
  rows: readonly Cells[],
  { columns: layout, tail, isByCount }: Layout,
  paths: PathColumn | undefined,
): (breadth: Breadth) => readonly Plan[] {
  const step = Math.max(1, Math.ceil(rows.length / MAX_SAMPLES));
  const some = step === 1 ? rows : rows.filter((_, at) => at % step === 0);
  const all = paths === undefined ? some : some.filter(cells => cells[paths.column]?.startsWith(paths.prefix));
  const leastRows = all.length * MIN_ROWS_SHARE;
  const firstNarrowings = openNarrowings(all, layout, isByCount);
  return breadth => {
    let left = all;
    const plans: Plan[] = [];
    for (const mark of MARKS) {
      const narrowings = left === all ? firstNarrowings : openNarrowings(left, layout, isByCount);
      const fixed = fixedOf(left, layout, { step, mark, breadth, narrowings });
      if (fixed === undefined) break;
      const matched = left.filter(cells => matches(cells, fixed));
      // Rows that are all the same would show nothing of themselves.
      const isOne = matched.every(cells => cells.every((cell, at) => cell === matched[0]?.[at]));
      if (isOne || matched.length < leastRows) break;
      plans.push(planOf(matched, layout, { mark, fixed, paths, tail, mayDitto: breadth === 'whole' }));
      left = left.filter(cells => !matches(cells, fixed));
      if (left.length === 0) break;
    }
    return plans;
  };
}

/** Values that are fixed, and the rows that have them all. */
interface Narrowing {
  readonly fixed: readonly (string | undefined)[];
  readonly matched: readonly Cells[];
}

/** None fixed, then one more each time; undefined from where there is none to fix. */
function openNarrowings(
  rows: readonly Cells[],
  layout: readonly Column[],
  isByCount: boolean,
): (at: number) => Narrowing | undefined {
  const known: (Narrowing | undefined)[] = [{ fixed: layout.map(() => undefined), matched: rows }];
  return at => {
    while (known.length <= at) {
      const last = known[known.length - 1];
      const next = last === undefined ? undefined : nextFixed(last.matched, last.fixed, isByCount);
      known.push(next === undefined ? undefined : { ...next, matched: matchedBy(last, next.fixed) });
    }
    return known[at];
  };
}

const matchedBy = (last: Narrowing | undefined, fixed: Narrowing['fixed']): readonly Cells[] =>
  last?.matched.filter(cells => matches(cells, fixed)) ?? [];

const matches = (cells: Cells, fixed: readonly (string | undefined)[]): boolean =>
  fixed.every((value, column) => value === undefined || value === cells[column]);

interface FixedOptions {
  readonly step: number;
  readonly mark: string;
  readonly breadth: Breadth;
  readonly narrowings: (at: number) => Narrowing | undefined;
}

/** The values that are worth a form of their own; undefined where none are. */
function fixedOf(
  rows: readonly Cells[],
  layout: readonly Column[],
  { step, mark, breadth, narrowings }: FixedOptions,
): Narrowing['fixed'] | undefined {
  const markTokens = mark === '' ? 0 : 1;
  const gaps = layout.filter(({ before, align }) => align !== '' || before.length > 1).length * 0.7;
  const leastRows = rows.length * (breadth === 'whole' ? WHOLE_SHARE : MIN_ROWS_SHARE);
  let best: Narrowing['fixed'] | undefined;
  // The first form may pay by its paths alone.
  let bestSaving = mark === '' ? Number.NEGATIVE_INFINITY : MIN_SAVED_TOKENS;
  for (let at = 0; ; at += 1) {
    const narrowing = narrowings(at);
    if (narrowing === undefined || (at > 0 && narrowing.matched.length < leastRows)) break;
    const { fixed, matched } = narrowing;
    const gain = gainOf(fixed, layout) + gaps - markTokens;
    const other = breadth === 'narrow' && mark !== MARKS.at(-1) ? gain * OTHERS_SHARE : -1;
    const rowsSave = matched.length * gain + (rows.length - matched.length) * other;
    const saving = rowsSave * step - formTokens(fixed, layout);
    if (saving > bestSaving) [best, bestSaving] = [fixed, saving];
  }
  return best === undefined ? undefined : withoutLinks(best);
}

const gainOf = (fixed: readonly (string | undefined)[], layout: readonly Column[]): number =>
  fixed.reduce((sum, value, column) => sum + (value === undefined ? 0 : cellTokens(value, layout, column)), 0);

const cellTokens = (value: string, layout: readonly Column[], column: number): number =>
  estimateTokens(` ${value}`) * 0.9 + (column === 0 && layout[0]?.align === '>' ? 1 : 0);

const formTokens = (fixed: readonly (string | undefined)[], layout: readonly Column[]): number =>
  LABEL_TOKENS +
  layout.reduce((sum, { align }, column) => sum + estimateTokens(fixed[column] ?? (align === '' ? '{}' : '{:<20}')), 0);

/** Fixes the column that costs the fewest rows for what it gains. At least one column stays a hole. */
function nextFixed(
  rows: readonly Cells[],
  fixed: readonly (string | undefined)[],
  isByCount: boolean,
): { readonly fixed: readonly (string | undefined)[] } | undefined {
  if (fixed.filter(value => value === undefined).length < 2) return undefined;
  let best: { column: number; value: string; worth: number } | undefined;
  for (let column = 0; column < fixed.length; column += 1) {
    if (fixed[column] !== undefined) continue;
    const counts = new Map<string, number>();
    let value = '';
    let most = 1;
    for (const cells of rows) {
      const cell = cells[column] as string;
      const count = (counts.get(cell) ?? 0) + 1;
      counts.set(cell, count);
      if (count > most) [value, most] = [cell, count];
    }
    const worth = most / rows.length;
    if (isByCount && PLAIN_WORD.test(value)) continue;
    if (most > 1 && (best === undefined || worth > best.worth)) best = { column, value, worth };
  }
  if (best === undefined) return undefined;
  const { column, value } = best;
  return { fixed: fixed.map((each, at) => (at === column ? value : each)) };
}

/** A lone short word between two holes stays where it stands, and so does one before the first hole. */
const withoutLinks = (fixed: readonly (string | undefined)[]): readonly (string | undefined)[] =>
  fixed.map((value, column) => {
    const isLone =
      column > 0 && column < fixed.length - 1 && fixed[column - 1] === undefined && fixed[column + 1] === undefined;
    const isLeading = column === 0 && fixed[1] === undefined;
    const isWord = (isLone ? LINKING_WORD : LEADING_WORD).test(value ?? '');
    return (isLone || isLeading) && isWord ? undefined : value;
  });

interface PlanParts {
  readonly mark: string;
  readonly fixed: readonly (string | undefined)[];
  readonly paths: PathColumn | undefined;
  readonly tail: string;
  readonly mayDitto: boolean;
}

function planOf(
  rows: readonly Cells[],
  layout: readonly Column[],
  { mark, fixed, paths, tail, mayDitto }: PlanParts,
): Plan {
  const form: (string | Hole)[] = [];
  const holes: HolePlan[] = [];
  const say = (text: string): void => {
    const last = form[form.length - 1];
    if (typeof last === 'string') form[form.length - 1] = last + text;
    else if (text !== '') form.push(text);
  };
  for (const [column, { before, align, width, isWordy = false }] of layout.entries()) {
    say(before);
    const value = fixed[column];
    if (value !== undefined) {
      say(padTo(value, { align, width }));
      continue;
    }
    const isPath = paths?.column === column;
    const cells = rows.map(row => row[column] as string);
    const isText = cells.some(cell => cell.includes(' '));
    const prefix = isPath ? paths.prefix : align === '>' || isText ? '' : prefixOf(commonStart(cells));
    // A name at the end of a path is cut off only where all rows have it.
    const isKept = align === '<' || isText || (isPath && mark !== '');
    const suffix = isKept ? '' : closersOf(commonEnd(cells), prefix, cells);
    const areHits = isPath && paths.areHits;
    const isDitto = areHits ? areHitDittos(cells) : mayDitto && !isPath && areDittos(cells);
    holes.push({ column, prefix, suffix, isOneWord: !areHits, isPath, isWordy, isDitto });
    say(prefix);
    form.push({ align, width: Math.max(0, width - prefix.length - suffix.length), isPath, isWordy, isDitto });
    say(suffix);
  }
  say(tail);
  return { mark, form, fixed, holes };
}

/** Folders, or what fills up a number. */
function prefixOf(start: string): string {
  const zeros = ZEROS.exec(start)?.[0] ?? '';
  return zeros === '' ? foldersOf(start) : zeros;
}

/** A package's name is one word, its owner's with it. */
const foldersOf = (text: string): string => (text.startsWith('@') ? '' : text.slice(0, text.lastIndexOf('/') + 1));

/** What ends all cells from a slash on, or closes them: a key is never cut. */
function closersOf(text: string, prefix: string, cells: readonly string[]): string {
  const slash = text.indexOf('/');
  const suffix = slash >= 0 ? text.slice(slash) : (/[)\]}>,;]+$/.exec(text)?.[0] ?? '');
  const isLoose = cells.every(cell => cell.length > prefix.length + suffix.length && !/[([{<]/.test(cell));
  return isLoose ? suffix : '';
}

/** What the row puts into the holes of the form; undefined where it is of another. */
export function partsOf(plan: Plan, cells: Cells): string[] | undefined {
  if (!matches(cells, plan.fixed)) return undefined;
  const parts: string[] = [];
  for (const { column, prefix, suffix, isOneWord } of plan.holes) {
    const cell = cells[column] as string;
    if (isOneWord && prefix + suffix !== '' && cell.includes(' ')) return undefined;
    const length = cell.length - prefix.length - suffix.length;
    if (!cell.startsWith(prefix) || !cell.endsWith(suffix) || length < 0 || (length === 0 && cell !== ''))
      return undefined;
    parts.push(cell.slice(prefix.length, cell.length - suffix.length));
  }
  return parts;
}
