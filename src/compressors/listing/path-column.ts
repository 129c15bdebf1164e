/** Which column of a table holds paths. */
import { beginsHere, isHit, levelsOf } from './folders.js';
import type { PathColumn } from './forms.js';
import type { Cells, Column } from './layout.js';

/** Rows that are looked at. */
const MAX_SAMPLES = 2_000;
/** So many of the rows must have a path there. */
const PATHS_SHARE = 0.5;
/** So many places of hits, and the lines around them are a search's. What was found is text, and no table. */
export const HITS_SHARE = 0.1;
/** Rows that share the folders of the form. */
const SAME_FOLDERS_SHARE = 0.8;

/** The column in which most rows have a path, and the folders that nearly all share. */
export function pathColumnOf(rows: readonly Cells[], columns: readonly Column[]): PathColumn | undefined {
  const step = Math.ceil(rows.length / MAX_SAMPLES);
  const some = step > 1 ? rows.filter((_, at) => at % step === 0) : rows;
  let column = -1;
  let most = some.length * PATHS_SHARE;
  for (let at = 0; at < columns.length; at += 1) {
    if (columns[at]?.align === '>') continue;
    const cells = some.map(row => row[at] as string);
    const areHits = areHitsOf(cells);
    const count = cells.filter(cell => levelsOf(cell, areHits).length > 0).length;
    if (count >= most && cells.some(cell => cell !== cells[0])) [column, most] = [at, count];
  }
  if (column < 0) return undefined;
  const cells = some.map(row => row[column] as string);
  const areHits = areHitsOf(cells);
  const all = cells.map(cell => levelsOf(cell, areHits));
  // What parts a search's groups of lines is no path.
  const prefix = sharedLevel(areHits ? all.filter(levels => levels.length > 0) : all);
  const isClear = !rows.some(row => beginsHere(row[column] as string, prefix.length));
  return isClear ? { column, prefix, areHits } : undefined;
}

const areHitsOf = (cells: readonly string[]): boolean => cells.filter(isHit).length >= cells.length * HITS_SHARE;

/** The deepest level that nearly all paths stand below. */
function sharedLevel(all: readonly (readonly string[])[]): string {
  let prefix = '';
  for (let depth = 0; ; depth += 1) {
    const counts = new Map<string, number>();
    for (const levels of all) {
      const next = levels[depth];
      if (next?.startsWith(prefix)) counts.set(next, (counts.get(next) ?? 0) + 1);
    }
    const next = [...counts].find(([, count]) => count >= all.length * SAME_FOLDERS_SHARE)?.[0];
    if (next === undefined) return prefix;
    prefix = next;
  }
}
