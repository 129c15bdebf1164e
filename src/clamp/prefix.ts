/** What the folds of lines that begin alike share: the mark that says the beginning once, and what it saves. */
import { type Line, wholeOf } from '../line.js';
import { type GroupKind, isGroupKind, isOfGroup } from '../text/group.js';
import { formatMark, type Mark } from '../text/marker.js';
import { estimateTokens, SURE_SHARE } from '../tokens/estimate.js';
import { type Item, isMarkItem, type MarkItem } from './item.js';

/** A fold that saves next to nothing only puzzles. */
export const MIN_SAVED_TOKENS = 8;

export type PrefixMark = Mark & { readonly kind: GroupKind };

/** Tokens that are certainly saved where the mark's prefix goes from all its lines. */
export const savedBy = (mark: PrefixMark): number =>
  mark.count * estimateTokens(mark.prefix) * SURE_SHARE - estimateTokens(formatMark(mark));

/** The mark as it leaves the clamp: it stands for no line. */
export const prefixItem = (mark: PrefixMark): MarkItem => ({ mark, from: 0, through: 0, evidence: 0 });

/** The line without what the mark says. */
export const behind = (line: Line, { prefix }: PrefixMark): Line => ({
  ...line,
  lead: '',
  text: wholeOf(line).slice(prefix.length),
});

/** Tells of each item in turn whether it stands in a group that a mark above has begun: no other may begin there. */
export function openBegun(): (item: Item) => boolean {
  let left = 0;
  let kind: GroupKind = 'folder';
  return item => {
    const isInside = left > 0;
    if (!isMarkItem(item)) left -= isInside && isOfGroup(kind, wholeOf(item)) ? 1 : 0;
    else if (isGroup(item.mark)) ({ count: left, kind } = item.mark);
    return isInside;
  };
}

const isGroup = (mark: Mark): mark is PrefixMark => isGroupKind(mark.kind);
