/** How tools draw a tree's branches. */

export interface Style {
  /** What the label calls it. */
  readonly name: string;
  /** Before a child that has others behind it, and before the last one. */
  readonly tee: string;
  readonly elbow: string;
  /** The same for a child with children of its own, where that looks different. */
  readonly parentTee: string;
  readonly parentElbow: string;
  /** Below a child that has others behind it, and below the last one. */
  readonly bar: string;
  readonly gap: string;
}

const style = (name: string, [tee, elbow, bar, gap]: readonly [string, string, string, string]): Style => ({
  name,
  tee,
  elbow,
  parentTee: tee,
  parentElbow: elbow,
  bar,
  gap,
});

/** By how many tools draw so. */
export const STYLES: readonly Style[] = [
  style('tree', ['├── ', '└── ', '│\u00a0\u00a0 ', '    ']),
  style('cargo', ['├── ', '└── ', '│   ', '    ']),
  { ...style('npm', ['├── ', '└── ', '│ ', '  ']), parentTee: '├─┬ ', parentElbow: '└─┬ ' },
  style('pnpm', ['├── ', '└── ', '│ ', '  ']),
  style('yarn', ['├─ ', '└─ ', '│  ', '   ']),
  style('maven', ['+- ', '\\- ', '|  ', '   ']),
  style('gradle', ['+--- ', '\\--- ', '|    ', '     ']),
  style('ascii', ['|-- ', '`-- ', '|   ', '    ']),
  style('dashes', ['+-- ', '`-- ', '|   ', '    ']),
];

/** What stands before each line of a tree. */
export interface Branch {
  readonly depth: number;
  readonly name: string;
}

/** Deeper ones are no tree of ours. */
export const MAX_DEPTH = 64;

/** How deep the line is, and what stands there; undefined where it is no branch of this style. */
export function branchOf(line: string, { tee, elbow, parentTee, parentElbow, bar, gap }: Style): Branch | undefined {
  let at = 0;
  let depth = 1;
  while (depth <= MAX_DEPTH && (line.startsWith(bar, at) || line.startsWith(gap, at))) {
    at += bar.length;
    depth += 1;
  }
  const drawn = [tee, elbow, parentTee, parentElbow].find(each => line.startsWith(each, at));
  return drawn === undefined ? undefined : { depth, name: line.slice(at + drawn.length) };
}

/**
 * The lines of a tree as its tool draws them. A child is the last one where no other of its depth comes before the next
 * one that is less deep. Time: lines × depth.
 * @param cut depths at which the tree goes on behind the last line.
 */
export function drawBranches(
  branches: readonly Branch[],
  style: Style,
  cut: readonly number[] = [],
): readonly string[] {
  const lines: string[] = new Array(branches.length);
  /** Whether another child of the depth comes behind. */
  let open: boolean[] = [];
  for (const depth of cut) open[depth] = true;
  let before = 0;
  for (let at = branches.length - 1; at >= 0; at -= 1) {
    const { depth, name } = branches[at] as Branch;
    const isParent = before > depth;
    const hasMore = open[depth] === true;
    open = open.slice(0, depth + 1);
    let line = '';
    for (let level = 1; level < depth; level += 1) line += open[level] === true ? style.bar : style.gap;
    const tee = isParent ? style.parentTee : style.tee;
    const elbow = isParent ? style.parentElbow : style.elbow;
    lines[at] = line + (hasMore ? tee : elbow) + name;
    open[depth] = true;
    before = depth;
  }
  return lines;
}

/** Depths at which a tree goes on behind this line of it. */
export function openBehind(line: string, { depth }: Branch, { tee, parentTee, bar }: Style): readonly number[] {
  const open: number[] = [];
  for (let level = 1; level <= depth; level += 1) {
    const at = (level - 1) * bar.length;
    const marks = level < depth ? [bar] : [tee, parentTee];
    if (marks.some(mark => line.startsWith(mark, at))) open.push(level);
  }
  return open;
}
