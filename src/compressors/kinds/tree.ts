import { BadForm, defineCompressor } from '../compressor.js';
import { type Branch, branchOf, drawBranches, MAX_DEPTH, openBehind, STYLES, type Style } from '../tree/style.js';

const FORM = 'tree, a blank for each level, drawn as by';
const CUT = ', cut at level ';
const BEHIND = ', behind ';
/** What a tool may write before each line. */
const LEAD = /^\[INFO\] /;
/** Before a line that is no branch, and begins with a blank or with this. */
const WHOLE = '=';
const MIN_BRANCHES = 4;
const BRANCH = /[├└]─|^(?:\[INFO\] )?[| ]*(?:\+-|\\-|\|--|`--)/;

/** A tree whose branches are drawn: each line then begins with as many blanks as it is deep. */
export default defineCompressor({
  name: 'tree',
  kinds: ['listing'],
  forms: STYLES.flatMap(({ name }) => [`${FORM} ${name}`]),
  about: 'Writes the branches of a drawn tree as blanks.',
  suits: head => head.some(line => BRANCH.test(line)),
  compress(text) {
    const lines = text.split('\n');
    const lead = lines.filter(line => LEAD.test(line)).length > lines.length / 2 ? '[INFO] ' : '';
    let best: Tree | undefined;
    for (const style of STYLES) {
      const tree = treeOf(lines, style, lead);
      if (tree.count >= Math.max(MIN_BRANCHES, (best?.count ?? 0) + 1)) best = tree;
    }
    if (best === undefined) return undefined;
    const { style, branches, cut } = best;
    const body = lines.map((line, at) => {
      const branch = branches[at];
      if (branch !== undefined) return ' '.repeat(branch.depth) + branch.name;
      return /^[ =]/.test(line) ? WHOLE + line : line;
    });
    const behind = lead === '' ? '' : `${BEHIND}INFO`;
    return {
      about: `${FORM} ${style.name}${behind}${cut.length === 0 ? '' : CUT + cut.join(' ')}`,
      body: body.join('\n'),
    };
  },
  decode({ about, body }) {
    const [text = '', cut = ''] = about.split(CUT);
    const [drawn = '', lead] = text.split(BEHIND);
    const style = STYLES.find(({ name }) => drawn === `${FORM} ${name}`);
    if (style === undefined) throw new BadForm(0, `no tree is drawn so: ${about}`);
    const depths = cut === '' ? [] : cut.split(' ').map(Number);
    if (depths.some(depth => !(depth > 0 && depth <= MAX_DEPTH))) throw new BadForm(0, `no tree is cut so: ${cut}`);
    return undraw(body.split('\n'), { style, lead: lead === undefined ? '' : `[${lead}] `, cut: depths }).join('\n');
  },
});

interface Drawn {
  readonly style: Style;
  readonly lead: string;
  /** Depths at which the tree goes on behind its last line. */
  readonly cut: readonly number[];
}

interface Tree extends Drawn {
  readonly branches: readonly (Branch | undefined)[];
  readonly count: number;
}

/** The branches in the lines that would be drawn just so, and whose names are no part of a branch. */
function treeOf(lines: readonly string[], style: Style, lead: string): Tree {
  const branches = lines.map(line => (line.startsWith(lead) ? branchOf(line.slice(lead.length), style) : undefined));
  let cut: readonly number[] = [];
  let count = 0;
  let from = 0;
  for (let at = 0; at <= branches.length; at += 1) {
    if (branches[at] !== undefined) continue;
    const run = branches.slice(from, at) as Branch[];
    const last = run.at(-1);
    // Only the last tree may be cut.
    const isEnd = last !== undefined && at === branches.length;
    const open = isEnd ? openBehind((lines[at - 1] as string).slice(lead.length), last, style) : [];
    if (isDrawnSo(run, lines.slice(from, at), { style, lead, cut: open })) {
      count += run.length;
      if (isEnd) cut = open;
    } else branches.fill(undefined, from, at);
    from = at + 1;
  }
  return { style, lead, cut, branches, count };
}

function isDrawnSo(run: readonly Branch[], lines: readonly string[], { style, lead, cut }: Drawn): boolean {
  const drawn = drawBranches(run, style, cut);
  return drawn.every((line, at) => lead + line === lines[at] && !run[at]?.name.startsWith(' '));
}

function undraw(body: readonly string[], { style, lead, cut }: Drawn): readonly string[] {
  const out: string[] = [];
  let run: Branch[] = [];
  const flush = (open: readonly number[]): void => {
    for (const line of drawBranches(run, style, open)) out.push(lead + line);
    run = [];
  };
  for (const line of body) {
    const depth = /^ */.exec(line)?.[0].length ?? 0;
    if (depth > MAX_DEPTH) throw new BadForm(out.length + run.length + 1, 'the branch is too deep');
    if (depth > 0) {
      run.push({ depth, name: line.slice(depth) });
      continue;
    }
    flush([]);
    out.push(line.startsWith(WHOLE) ? line.slice(WHOLE.length) : line);
  }
  flush(cut);
  return out;
}
