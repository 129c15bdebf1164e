/** Links without streams, for a text that is there as a whole. */
import type { Link } from '../line.js';
import type { Split } from './lines.js';

/** Sends all items through a link. */
export const passAll = <In, Out>(link: Link<In, Out>, items: readonly In[]): readonly Out[] => [
  ...items.flatMap(item => link.push(item)),
  ...link.end(),
];

/** A text that is there at once needs no stream to be split. */
export const openTextSplit = (take: (line: string) => void): Split => ({
  write(text) {
    const lines = text.split('\n');
    lines.pop();
    for (const line of lines) take(line);
  },
  destroy: () => undefined,
});
