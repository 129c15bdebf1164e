/** Neighbouring lines that begin alike; that is then said once. Lossless: the mark and the lines below it give all back. */
import type { Faults } from '../errors.js';
import { type Line, type Link, wholeOf } from '../line.js';
import { lengthOfCommon } from '../text/beginning.js';
import { isOwnMark } from '../text/marker.js';
import { foldLink } from './fold-link.js';
import { type Item, isMarkItem, isWholeLine } from './item.js';
import { behind, MIN_SAVED_TOKENS, type PrefixMark, prefixItem, savedBy } from './prefix.js';

/** Lines of one folder that are waited for, and how long each may be. */
const MAX_LINES = 256;
const MAX_CHARS = 512;
/** A listing's row: permissions, or a file's state and modes as git's porcelain has them. */
const ROW = /^(?:[-dlbcps][-rwxsStT]{9}[.+@]? |[12u] [.A-Z]{2} (?:N|S[.C][.M][.U])\.* )/;
/** Shorter columns are left where they stand. */
const MIN_COLUMNS_CHARS = 8;

/** What may stand before a path, as tools that list files print it: a word or two, no number, no HTTP method. */
const LABEL = '(?!.*\\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) )\\s*(?:[\\p{L}\\[\\].?!*-]+:?\\s+){0,2}';
const FOLDERS = '(?:\\.{0,2}\\/)?(?:[\\w@.+~-]+\\/)+';
/** A line that ends in a path, or in one and what it has become: folders with names; the rest holds no blank. */
const PATH_LINE = new RegExp(`^${LABEL}${FOLDERS}[^\\s/:()][^\\s:()]*(?: -> \\S+)?$`, 'u');
/** The same up to its last folder. */
const FOLDER = new RegExp(`^${LABEL}${FOLDERS}`, 'u');

interface Group {
  /** Items that it spans, marks among them. */
  readonly span: number;
  readonly mark: PrefixMark;
}

export interface FolderOptions {
  /** The lines are rows of a listing, whose first columns may be the same in many of them. */
  readonly areRows: boolean;
}

/**
 * Folds runs of kept lines that begin alike: paths in one folder, and what a runner writes before each line. Holds at most
 * `MAX_LINES` items, while they have a beginning in common.
 */
export function foldFolders(faults: Faults, { areRows }: FolderOptions): Link<readonly Item[], readonly Item[]> {
  const prefixOf = areRows ? prefixOfRow : prefixOfLine;
  let held: readonly Item[] = [];
  let common = '';

  const release = (out: Item[]): void => {
    for (let at = 0; at < held.length; ) {
      const group = bestGroup(held, at, prefixOf);
      if (group === undefined) out.push(held[at] as Item);
      else {
        const items = held.slice(at, at + group.span);
        out.push(prefixItem(group.mark), ...items.map(item => (isMarkItem(item) ? item : behind(item, group.mark))));
      }
      at += group?.span ?? 1;
    }
    held = [];
  };
  const take = (item: Item, out: Item[]): void => {
    if (isMarkItem(item)) {
      // A gap may stand among the lines of one command; one between paths parts them.
      const before = held[held.length - 1];
      const isInside = before !== undefined && (isMarkItem(before) || before.lead !== '');
      if (!isInside || item.from === 0) release(out);
      if (held.length === 0) out.push(item);
      else held = [...held, item];
      return;
    }
    if (!isPath(item) && !isLed(item) && !(areRows && isRow(item))) {
      release(out);
      out.push(item);
      return;
    }
    const shared = held.length === 0 ? '' : prefixOf(commonOf(common, wholeOf(item)), item);
    if (shared === '' || held.length >= MAX_LINES) {
      release(out);
      common = prefixOf(wholeOf(item), item);
    } else common = shared;
    held = [...held, item];
  };
  return foldLink('folders', faults, { take, finish: release, held: () => held });
}

/** A line that a runner has written something before; not one that looks like a mark of ours behind it. */
const isLed = (line: Line): boolean =>
  line.lead !== '' && isWholeLine(line) && line.text.length <= MAX_CHARS && !isOwnMark(line.text);

const isRow = (line: Line): boolean =>
  isWholeLine(line) && line.evidence === undefined && line.text.length <= MAX_CHARS && ROW.test(line.text);

const isPath = (line: Line): boolean =>
  line.lead === '' &&
  isWholeLine(line) &&
  line.text.length <= MAX_CHARS &&
  (line.evidence === undefined || line.evidence === 'warning') &&
  line.text.includes('/') &&
  !line.text.includes('://') &&
  PATH_LINE.test(line.text);

type PrefixOf = (text: string, line: Line) => string;

/** How much of `text`, which `line` begins with, may be said once: whole folders, or of a lead whole words. */
const prefixOfLine: PrefixOf = (text, { lead }) => {
  if (lead === '') return folderOf(text);
  return text.length >= lead.length ? lead : (WORDS.exec(text)?.[0] ?? '');
};

/** The same of a row: whole columns. */
const prefixOfRow: PrefixOf = (text, line) => {
  const prefix = prefixOfLine(text, line);
  if (prefix !== '' || line.lead !== '') return prefix;
  const columns = /^.*\s/.exec(text)?.[0] ?? '';
  return columns.length >= MIN_COLUMNS_CHARS ? columns : '';
};

/** A lead that goes on differently: up to a time's minutes, a step's number. */
const WORDS = /^.*(?:[\sT#\]|>]|\d:)/;

const folderOf = (text: string): string => FOLDER.exec(text)?.[0] ?? '';

/** What two texts have in common at their start. */
const commonOf = (one: string, other: string): string => one.slice(0, lengthOfCommon(one, other));

/** The group from `at` on that saves most; undefined where none saves enough. */
function bestGroup(items: readonly Item[], at: number, prefixOf: PrefixOf): Group | undefined {
  const first = items[at] as Item;
  if (isMarkItem(first)) return undefined;
  let best: Group | undefined;
  let bestSaving = MIN_SAVED_TOKENS;
  let prefix = prefixOf(wholeOf(first), first);
  let count = 1;
  for (let end = at + 1; end < items.length && prefix !== ''; end += 1) {
    const item = items[end] as Item;
    if (isMarkItem(item)) continue;
    const whole = wholeOf(item);
    if (!whole.startsWith(prefix)) prefix = prefixOf(commonOf(prefix, whole), item);
    if (prefix === '') break;
    count += 1;
    const mark = { kind: 'folder', count, prefix } as const;
    const saving = savedBy(mark);
    if (saving <= bestSaving) continue;
    best = { span: end - at + 1, mark };
    bestSaving = saving;
  }
  return best;
}
