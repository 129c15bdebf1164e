/** Groups of lines of which one mark says the beginning: which of the lines below it are meant. */

/** `folder`: each of the next lines; `findings`: those that begin with a place; `files`: those that begin at the margin. */
export type GroupKind = 'folder' | 'findings' | 'files';

/** What a group's mark calls its lines. */
export const GROUP_WORDS: Readonly<Record<GroupKind, string>> = {
  folder: 'lines',
  findings: 'findings',
  files: 'files',
};

export const isGroupKind = (kind: string): kind is GroupKind => kind in GROUP_WORDS;

const PLACE =
  /^(?:[^\s:"'()[\]{}<>|]+:)?\d+(?:[:\s-]|$)|^[^\s:"'()[\]{}<>|]*\(\d+,\d+\): |^[^\s:"'()[\]{}<>|]+:\[\d+,\d+\] /;

/** `12:5: error`, `cart.ts:12: warning`, `(12,5): error`: a line that the mark of findings speaks of; any other among them is as it stands. */
export const beginsWithPlace = (text: string): boolean => PLACE.test(text);

/** Whether a line among those of the group is one that its mark speaks of. */
export const isOfGroup = (kind: GroupKind, text: string): boolean =>
  kind === 'folder' || (kind === 'findings' ? beginsWithPlace(text) : /^\S/.test(text));
