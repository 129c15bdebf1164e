/** The rows of a table: a label with the form, then what each row puts into it. And the way back. */
import { BadForm } from '../compressor.js';
import { looksLikeDitto, toDitto } from './dittos.js';
import { formatHeading, isHeading, levelsOf, parseHeading, placePaths } from './folders.js';
import { type Form, fillForm, formatForm, joinParts, parseForm } from './form.js';
import { type PathColumn, type Plan, partsOf, WHOLE } from './forms.js';
import type { Cells } from './layout.js';

const LABEL = /^\[(\d{1,7}) rows(, two blanks apart|, parted by \|)?: (.+)\]$/;
const OTHER_LABEL = /^\[([~^%]) (.+)\]$/;
/** What the label says of what parts the cells. */
const APART: Readonly<Record<string, string>> = { ' ': '', '  ': ', two blanks apart', ' | ': ', parted by |' };

/** Characters of the form in it. */
const MAX_WHOLE_CHARS = 40;

/** A line that would be taken for one of ours. */
export const looksLikeLabel = (line: string): boolean => line.charCodeAt(0) === 0x5b && LABEL.test(line);

/** A line, and its row. */
export interface Row {
  readonly line: string;
  /** Undefined: no form fits. */
  readonly plan: Plan | undefined;
  readonly parts: string[];
  /** Which of the parts is the path. */
  readonly pathAt: number;
}

/** How the rows are written. */
export interface Table {
  readonly plans: readonly Plan[];
  readonly between: string;
  readonly areHits: boolean;
}

/** The line as a row of the first form that it is of. */
export function rowOf(
  line: string,
  cells: Cells | undefined,
  { plans, between }: Table,
  paths: PathColumn | undefined,
): Row {
  if (cells !== undefined)
    for (const plan of plans) {
      const parts = partsOf(plan, cells);
      if (parts === undefined || !isExact(plan, parts, { line, between })) continue;
      const pathAt = plan.holes.findIndex(({ column }) => column === paths?.column);
      return { line, plan, parts, pathAt };
    }
  return { line, plan: undefined, parts: [], pathAt: -1 };
}

/** The row reads back as the line, and as nothing else. */
function isExact(
  { mark, form, holes }: Plan,
  parts: readonly string[],
  { line, between }: { line: string; between: string },
): boolean {
  if (parts.some((part, at) => isFalseDitto(part, holes[at]))) return false;
  const row = joinParts(parts, holes, between);
  return (
    row !== undefined && !isMarked(mark, row) && fillForm(form, row, { folder: '', between, above: [], at: 0 }) === line
  );
}

const isFalseDitto = (part: string, hole: Plan['holes'][number] | undefined): boolean =>
  hole?.isDitto === true && looksLikeDitto(part, hole);

const isMarked = (mark: string, row: string): boolean => mark === '' && (/^[=~^%]/.test(row) || OTHER_LABEL.test(row));

/** The label and the rows below it. */
export function writeRows(rows: readonly Row[], { plans, between, areHits }: Table): readonly string[] {
  const levels = levelsFor(rows, areHits);
  const hasLevels = levels.some(level => level !== undefined && level !== '');
  const used = plans.filter(plan => plan.mark === '' || rows.some(row => row.plan === plan));
  const [main, ...others] = used.map(({ form }) => formatForm(hasLevels ? form : withoutPaths(form)));
  const label = `[${rows.length} rows${APART[between] ?? ''}: ${main}]`;
  const out = [label, ...others.map((form, at) => `[${used[at + 1]?.mark} ${form}]`)];
  let level = '';
  const aboves = new Map<Plan, readonly string[]>();
  for (const [at, { line, plan, parts, pathAt }] of rows.entries()) {
    const below = levels[at];
    if (plan === undefined || (pathAt >= 0 && below === undefined)) {
      out.push(WHOLE + line);
      continue;
    }
    if (below !== undefined) {
      if (below !== level) out.push(formatHeading(below));
      level = below;
      parts[pathAt] = (parts[pathAt] as string).slice(level.length);
    }
    const above = aboves.get(plan);
    const said = parts.map((part, hole) => dittoFor(part, above?.[hole], plan.holes[hole]));
    const row = joinParts(said, plan.holes, between) ?? '';
    // Cut off its file, a line around a hit may read as a ditto.
    const isSaid = pathAt < 0 || !isFalseDitto(parts[pathAt] as string, plan.holes[pathAt]);
    const isClear = isSaid && !isMarked(plan.mark, row) && !isHeading(plan.mark + row);
    out.push(isClear ? plan.mark + row : WHOLE + line);
    if (isClear) aboves.set(plan, parts);
  }
  return out;
}

const dittoFor = (part: string, above: string | undefined, hole: Plan['holes'][number] | undefined): string =>
  hole?.isDitto === true ? toDitto(part, above, hole) : part;

const withoutPaths = (form: Form): Form =>
  form.map(part => (typeof part === 'string' || part.isDitto ? part : { ...part, isPath: false }));

/** A whole line costs less than the lines before and behind it that would say that its path stands below nothing. */
const isCheapWhole = ({ line, parts }: Row): boolean =>
  line.length - parts.reduce((sum, part) => sum + part.length + 1, 0) < MAX_WHOLE_CHARS;

/** What each row's path stands below; undefined where it has none, or is a lone one that stands below nothing. */
function levelsFor(rows: readonly Row[], areHits: boolean): readonly (string | undefined)[] {
  const paths = rows.map(({ parts, pathAt }) => parts[pathAt]);
  const levels = paths.map(path => (path === undefined ? undefined : levelsOf(path, areHits)));
  const isLow = levels.map(each => each !== undefined && each.length > 0);
  let isSeen = false;
  const placedAt: number[] = [];
  for (const [at, path] of paths.entries()) {
    isSeen ||= isLow[at] === true;
    const isLone = isLow[at] !== true && (isLow[at - 1] !== false || isLow[at + 1] !== false);
    const isWhole = isSeen && isLone && isCheapWhole(rows[at] as Row);
    if (path !== undefined && !isWhole) placedAt.push(at);
  }
  const placed = placePaths(
    placedAt.map(at => paths[at] as string),
    placedAt.map(at => levels[at] as readonly string[]),
  );
  const all: (string | undefined)[] = new Array(rows.length);
  for (const [index, at] of placedAt.entries()) all[at] = placed[index];
  return all;
}

/** Reads the lines of a body back. */
export function decodeLines(body: readonly string[]): readonly string[] {
  const out: string[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const label = LABEL.exec(body[at] as string);
    if (label === null) {
      out.push(body[at] as string);
      continue;
    }
    const forms = new Map<string, Form>([['', formOf(label[3] as string, at + 1)]]);
    for (
      let other = OTHER_LABEL.exec(body[at + 1] ?? '');
      other !== null;
      other = OTHER_LABEL.exec(body[at + 1] ?? '')
    ) {
      at += 1;
      forms.set(other[1] as string, formOf(other[2] as string, at + 1));
    }
    const between = Object.keys(APART).find(each => APART[each] === (label[2] ?? '')) ?? ' ';
    at = decodeRows({ body, at: at + 1, count: Number(label[1]), forms, between }, out) - 1;
  }
  return out;
}

function formOf(text: string, line: number): Form {
  const form = parseForm(text);
  if (form === undefined) throw new BadForm(line, `this is no form: ${text.slice(0, 80)}`);
  return form;
}

interface Section {
  readonly body: readonly string[];
  readonly at: number;
  readonly count: number;
  readonly forms: ReadonlyMap<string, Form>;
  readonly between: string;
}

/** Returns where the section ends. */
function decodeRows({ body, at, count, forms, between }: Section, out: string[]): number {
  let folder = '';
  const aboves = new Map<string, string[]>();
  let left = count;
  let next = at;
  for (; left > 0; next += 1) {
    const row = body[next];
    if (row === undefined) throw new BadForm(next, `${left} rows of ${count} are missing`);
    if (isHeading(row)) {
      folder = parseHeading(row);
      continue;
    }
    left -= 1;
    const mark = /^[=~^%]/.exec(row)?.[0] ?? '';
    if (mark === WHOLE) {
      out.push(row.slice(1));
      continue;
    }
    const form = forms.get(mark);
    if (form === undefined) throw new BadForm(next + 1, `no form is given for ${mark}`);
    const above = aboves.get(mark) ?? [];
    aboves.set(mark, above);
    out.push(fillForm(form, row.slice(mark.length), { folder, between, above, at: next + 1 }));
  }
  return next;
}
