/** What a line stands for, as lines of the rendered input: folds undone. */
import type { Evidence, Line } from '../line.js';

/** Equal lines of the input. */
export interface Part {
  readonly text: string;
  readonly shape: number;
  readonly evidence: Evidence | undefined;
  readonly because: string | undefined;
  readonly count: number;
  /** Raw line of the first and of the last of them. */
  readonly first: number;
  readonly last: number;
}

/** The parts of one line: one, but for a block. */
export function partsOf(line: Line): readonly Part[] {
  const { fold } = line;
  if (fold?.block === undefined) return [partOf(line, fold?.base ?? line.text, fold?.count ?? 1)];
  const size = fold.block.length;
  const copies = fold.count / size;
  return fold.block.map((base, index) => {
    const first = line.number + index;
    return { ...partOf(base, base.text, copies), first, last: first + (copies - 1) * size };
  });
}

function partOf(line: Line, text: string, count: number): Part {
  const { shape, evidence, because, number, through } = line;
  return { text, shape, evidence, because, count, first: number, last: through };
}

/** The lines of a block's copies, one by one: for where the block itself is not shown. */
export function unfoldBlock(line: Line): readonly Line[] {
  const { fold } = line;
  if (fold?.block === undefined) return [line];
  const { block } = fold;
  return Array.from({ length: fold.count }, (_, index) => {
    const base = block[index % block.length] ?? line;
    return { ...base, number: line.number + index, through: line.number + index };
  });
}
