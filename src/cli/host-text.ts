/** What `install` and `uninstall` say. */

import type { FileChange } from '../hosts/apply.js';
import type { Host } from '../hosts/host.js';

/** One line a file, or with `isDry` what would change in it, as a diff. */
export function changeLines({ name }: Host, all: readonly FileChange[], isDry: boolean): string[] {
  // Of a file that another host's agents read too, it is only remembered for whom our note stands there.
  const changes = all.filter(({ before, after }) => after !== before);
  if (changes.length === 0) return [`${name}: nothing to do`];
  if (isDry) return changes.flatMap(diffOf);
  return changes.map(({ path, after }) => `${name}: ${path} ${after === undefined ? 'removed' : 'written'}`);
}

const CONTEXT = 3;

/** One hunk from the first line that differs to the last. */
function diffOf({ path, before = '', after = '' }: FileChange): readonly string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const from = Math.max(0, start - CONTEXT);
  const below = Math.min(end, CONTEXT);
  const range = (lines: readonly string[]): string => `${from + 1},${lines.length - end + below - from}`;
  return [
    `--- ${path}`,
    `+++ ${path}`,
    `@@ -${range(old)} +${range(now)} @@`,
    ...old.slice(from, start).map(line => ` ${line}`),
    ...old.slice(start, old.length - end).map(line => `-${line}`),
    ...now.slice(start, now.length - end).map(line => `+${line}`),
    ...old.slice(old.length - end, old.length - end + below).map(line => ` ${line}`),
  ];
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
