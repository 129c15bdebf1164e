/** The table of `git diff --stat`: how many lines of which file have changed. Its columns are as wide as they need to be. */

/** ` src/a.py      |  12 ++++--` */
const WIDE = /^ (\S.*?)( +)\|( +)(\d+)((?: [+-]+)?)$/;
const NARROW = /^ (\S.*?) \| (\d+)((?: [+-]+)?)$/;
const MIN_LINES = 2;

/** Lines that look like rows of one table, up to where they end. Rows of an exact one begin from here to there. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly rows: readonly string[];
  readonly first: number;
  readonly last: number;
}

/**
 * The lines of the table that begins at a line, without what fills up its columns; none where no table begins. Asked from line
 * to line, it looks at each of them once.
 */
export function openStats(lines: readonly string[]): (at: number) => readonly string[] {
  let block: Block = { from: 0, to: 0, rows: [], first: 0, last: -1 };
  return at => {
    if (at < block.from || at >= block.to) block = blockOf(lines, at);
    const { from, to, rows, first, last } = block;
    return at < first || at > last || to - at < MIN_LINES ? [] : rows.slice(at - from);
  };
}

/** A table is as wide as its longest name and its longest count: what stands above a row that is wider is none of it. */
function blockOf(lines: readonly string[], from: number): Block {
  const found: RegExpExecArray[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] as string;
    const row = line.startsWith(' ') && line.includes('|') ? WIDE.exec(line) : null;
    if (row === null) break;
    found.push(row);
  }
  const to = from + found.length;
  const widths = found.map(([, name = '', pad = '', blanks = '', count = '']) => ({
    name: name.length,
    count: count.length,
    ofNames: name.length + pad.length - 1,
    ofCounts: blanks.length - 1 + count.length,
  }));
  const end = widths.at(-1);
  let [longest, largest, first, last] = [0, 0, to, -1];
  for (let at = found.length - 1; at >= 0 && end !== undefined; at -= 1) {
    const { name, count, ofNames, ofCounts } = widths[at] as typeof end;
    if (ofNames !== end.ofNames || ofCounts !== end.ofCounts) break;
    longest = Math.max(longest, name);
    largest = Math.max(largest, count);
    if (longest < ofNames || largest < ofCounts) continue;
    first = from + at;
    last = Math.max(last, first);
  }
  const rows = found.map(([, name, , , count, graph]) => ` ${name} | ${count}${graph}`);
  return { from, to: Math.max(to, from + 1), rows, first, last };
}

/** The way back; none where no such lines stand. */
export function joinStat(lines: readonly string[], at: number): readonly string[] {
  const rows = rowsOf(lines, at);
  return rows.length < MIN_LINES ? [] : write(rows);
}

type Row = readonly [name: string, count: string, graph: string];

function rowsOf(lines: readonly string[], from: number): readonly Row[] {
  const rows: Row[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const found = NARROW.exec(lines[at] as string);
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
