/** The table of `git diff --stat`: how many lines of which file have changed. Its columns are as wide as they need to be. */

/** ` src/a.py      |  12 ++++--` */
const WIDE = /^ (\S.*?) +\| +(\d+)((?: [+-]+)?)$/;
const NARROW = /^ (\S.*?) \| (\d+)((?: [+-]+)?)$/;
const MIN_LINES = 2;

/** The lines of a table, from `at` on, without what fills up its columns; none where no table stands there. */
export function splitStat(lines: readonly string[], at: number): readonly string[] {
  const rows = rowsOf(lines, at, WIDE);
  if (rows.length < MIN_LINES) return [];
  const wide = write(rows);
  const isExact = wide.every((line, row) => line === lines[at + row]);
  return isExact ? rows.map(([name, count, graph]) => ` ${name} | ${count}${graph}`) : [];
}

/** The way back; none where no such lines stand. */
export function joinStat(lines: readonly string[], at: number): readonly string[] {
  const rows = rowsOf(lines, at, NARROW);
  return rows.length < MIN_LINES ? [] : write(rows);
}

type Row = readonly [name: string, count: string, graph: string];

function rowsOf(lines: readonly string[], from: number, pattern: RegExp): readonly Row[] {
  const rows: Row[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const found = pattern.exec(lines[at] as string);
    if (found === null) break;
    rows.push([found[1] ?? '', found[2] ?? '', found[3] ?? '']);
  }
  return rows;
}

function write(rows: readonly Row[]): readonly string[] {
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  const countWidth = Math.max(...rows.map(([, count]) => count.length));
  return rows.map(([name, count, graph]) => ` ${name.padEnd(nameWidth)} | ${count.padStart(countWidth)}${graph}`);
}
