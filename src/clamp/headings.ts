/** Names of files, each above what was found in it: the folder that they are in is said once. Lossless: the mark and the names give all back. */
import type { Faults } from '../errors.js';
import { type Line, type Link, wholeOf } from '../line.js';
import { commonStart } from '../text/beginning.js';
import { isFileName, placeOf } from '../text/finding.js';
import { isOfGroup } from '../text/group.js';
import { foldLink } from './fold-link.js';
import { type Item, isMarkItem, isWholeLine } from './item.js';
import { behind, MIN_SAVED_TOKENS, openBegun, type PrefixMark, prefixItem, savedBy } from './prefix.js';

/** Items that are waited for while names in one folder come, and others below one of them. */
const MAX_ITEMS = 512;
const MAX_OTHERS = 128;
const MAX_CHARS = 512;

/** Folds the names; what stands below a name is set in, or a mark of ours. */
export function foldHeadings(faults: Faults): Link<readonly Item[], readonly Item[]> {
  let held: Item[] = [];
  let names = NO_NAMES;
  let others = 0;
  const isBegun = openBegun();

  const finish = (out: Item[]): void => {
    const pays = names.count > 1 && savedBy(names) > MIN_SAVED_TOKENS;
    if (pays) out.push(prefixItem(names));
    for (const item of held) out.push(pays && isHeading(item) ? behind(item, names) : item);
    held = [];
    names = NO_NAMES;
  };
  const take = (item: Item, out: Item[]): void => {
    if (isBegun(item)) out.push(item);
    else if (isHeading(item)) {
      const more = withName(names, item.text);
      if (held.length >= MAX_ITEMS || savedBy(more) < savedBy(names)) finish(out);
      names = withName(names, item.text);
      held.push(item);
      others = 0;
    } else if (held.length > 0 && others < MAX_OTHERS && canStandBelow(item)) {
      held.push(item);
      others += 1;
    } else {
      finish(out);
      out.push(item);
    }
  };
  return foldLink('headings', faults, { take, finish, held: () => held });
}

const NO_NAMES: PrefixMark = { kind: 'files', count: 0, prefix: '' };

/** The mark of these names and one more. */
const withName = ({ kind, count, prefix }: PrefixMark, name: string): PrefixMark => ({
  kind,
  count: count + 1,
  prefix: folderOf(count === 0 ? name : commonStart([prefix, name])),
});

const folderOf = (name: string): string => name.slice(0, Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);

const isHeading = (item: Item): item is Line =>
  !isMarkItem(item) &&
  item.lead === '' &&
  isWholeLine(item) &&
  item.text.length <= MAX_CHARS &&
  /[\\/]/.test(item.text) &&
  isFileName(item.text);

/** What is no name, for whoever reads the mark; no finding that says its file again. */
const canStandBelow = (item: Item): boolean =>
  isMarkItem(item)
    ? item.from > 0 || item.mark.kind === 'quotes'
    : !isOfGroup('files', wholeOf(item)) && placeOf(item.text.trimStart()) === '';
