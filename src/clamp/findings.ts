/** Neighbouring findings in one file, `src/a.c:12:5: error: …`: the file is then said once. Lossless: the mark and the lines below it give all back. */
import type { Faults } from '../errors.js';
import { type Line, type Link, wholeOf } from '../line.js';
import { commonStart } from '../text/beginning.js';
import { CI_COMMAND } from '../text/ci.js';
import { placeOf } from '../text/finding.js';
import { beginsWithPlace } from '../text/group.js';
import { isOwnMark } from '../text/marker.js';
import { foldLink } from './fold-link.js';
import { type Item, isMarkItem, isWholeLine } from './item.js';
import { behind, MIN_SAVED_TOKENS, openBegun, prefixItem, savedBy } from './prefix.js';

/** Items that are waited for while one file's findings come, and others among them in a row. */
const MAX_ITEMS = 256;
const MAX_OTHERS = 24;
/** Longer lines stand for themselves. */
const MAX_CHARS = 512;

/** What a linter may write before the place: blanks, a level in brackets. */
const LEVEL = /^(?:\s{1,8}|\[[A-Za-z]{4,8}\] {1,2})(?=\S)/;

const SAYS = /^\d+(?::\d+)?:?\s+\S/;

/**
 * Places as Maven writes them, which are looked for as they were printed: only the folder before them is said once,
 * `/src/A.java:[12,5] cannot find`.
 */
const NAMED = /^((?:[A-Za-z]:)?[^\s:"'()[\]{}<>|]*[/\\])[^\s:"'()[\]{}<>|/\\]+:\[\d+,\d+\] /;

/** A finding whose message stands below: its place is all that it says, and is looked for as it was printed. */
const BARE = /:\d+(?:-\d+)?: (?:error|warning):(?: \[[^\]]*\])*$/;

/** Folds the findings in one file, and of those that are left the ones in one folder. */
export function foldFindings(faults: Faults): Link<readonly Item[], readonly Item[]> {
  /** Findings that no group has taken, with what stands among them, and behind them those of one more file. */
  let loose: Item[] = [];
  let held: Item[] = [];
  /** Of the file whose findings are held. */
  let file = '';
  /** Behind the last finding. */
  let others = 0;
  const isBegun = openBegun();

  const settle = (out: Item[]): void => {
    const group = groupOf(held, file);
    if (group === undefined) loose.push(...held);
    else {
      release(out, loose);
      out.push(...group);
    }
    held = [];
    file = '';
  };
  const release = (out: Item[], items: readonly Item[]): void => {
    out.push(...(groupOf(items, folderOf(items)) ?? items));
    loose = [];
  };
  const finish = (out: Item[]): void => {
    settle(out);
    release(out, loose);
    others = 0;
  };
  const take = (item: Item, out: Item[]): void => {
    if (isBegun(item)) {
      out.push(item);
      return;
    }
    const prefix = prefixOf(item);
    if (prefix !== '') {
      if (prefix !== file) settle(out);
      if (loose.length + held.length >= MAX_ITEMS) finish(out);
      file = prefix;
      held.push(item);
      others = 0;
    } else if (file !== '' && canStandAmong(item) && others < MAX_OTHERS) {
      held.push(item);
      others += 1;
    } else {
      finish(out);
      out.push(item);
    }
  };
  return foldLink('findings', faults, { take, finish, held: () => [...loose, ...held] });
}

/** The items with what their findings begin with said once; undefined where that does not pay. */
function groupOf(items: readonly Item[], prefix: string): readonly Item[] | undefined {
  if (prefix === '') return undefined;
  const mark = { kind: 'findings', count: items.filter(isFinding).length, prefix } as const;
  if (savedBy(mark) <= MIN_SAVED_TOKENS) return undefined;
  return [prefixItem(mark), ...items.map(item => (isFinding(item) ? behind(item, mark) : item))];
}

/** The folder that all findings among the items are in. */
function folderOf(items: readonly Item[]): string {
  const files = items.map(prefixOf).filter(prefix => prefix !== '');
  const common = commonStart(files);
  return common.slice(0, Math.max(common.lastIndexOf('/'), common.lastIndexOf('\\')) + 1);
}

/** What stands before the line number of a finding; empty for all else. */
function prefixOf(item: Item): string {
  if (isMarkItem(item) || item.lead !== '' || item.text.length > MAX_CHARS || BARE.test(item.text)) return '';
  if (!isWholeLine(item)) return '';
  const before = LEVEL.exec(item.text)?.[0] ?? '';
  const rest = item.text.slice(before.length);
  const folder = NAMED.exec(rest)?.[1];
  if (folder !== undefined) return before + folder;
  const place = placeOf(rest);
  const prefix = before + place;
  // A place that is set in and says no more belongs to the finding above.
  return place === '' || (before !== '' && !SAYS.test(item.text.slice(prefix.length))) ? '' : prefix;
}

const isFinding = (item: Item): item is Line => prefixOf(item) !== '';

/** What belongs to a finding, and cannot be taken for one; no line that must not wait. */
const canStandAmong = (item: Item): boolean =>
  isMarkItem(item)
    ? item.from > 0 || item.mark.kind === 'quotes'
    : item.because !== CI_COMMAND && !beginsWithPlace(wholeOf(item)) && !isOwnMark(item.text);
