/** What a line stands for, as lines of the rendered input: folds undone. */
import { type Evidence, type Line, saidBy } from '../line.js';
import { kindOf } from '../text/finding.js';

/** Equal lines of the input. */
export interface Part {
  readonly text: string;
  readonly lead: string;
  /** Of what says the same, see `kindOf`. */
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
  if (fold?.block === undefined) return [partOf(line, saidBy(line), fold?.count ?? 1)];
  const { size, lines } = fold.block;
  return lines.slice(0, size).map((base, index) => {
    const last = lines[lines.length - size + index] ?? base;
    return { ...partOf(base, base.text, lines.length / size), last: last.through };
  });
}

function partOf(line: Line, text: string, count: number): Part {
  const { lead, shape, evidence, because, number, through } = line;
  return { text, lead, shape: kindOf(text, shape), evidence, because, count, first: number, last: through };
}
