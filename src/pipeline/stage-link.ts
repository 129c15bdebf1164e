/** A stage as a link, with the promise that a fault inside it loses nothing. */
import type { Faults } from '../errors.js';
import { batchOf, type Line, type Link } from '../line.js';
import type { OpenStage, Stage, StageContext } from './stage.js';

export type Batch = readonly Line[];

/**
 * Runs a stage over batches. Remembers the lines that went in and are not covered by what came out; if the stage
 * throws, these go out as they came in, and so does everything after.
 */
export function stageLink(stage: Stage, context: StageContext, faults: Faults): Link<Batch, Batch> {
  let open: OpenStage | undefined;
  /** Batches that hold at least one line that no output covers yet. */
  let inside: Batch[] = [];

  const settle = (out: Batch): Batch => {
    const last = out[out.length - 1];
    if (last !== undefined) inside = uncovered(inside, last);
    return out;
  };
  const run = (work: (stage: OpenStage) => Batch): Batch => {
    if (!faults.hasFailed) {
      try {
        open ??= stage.open(context);
        faults.provoke(stage.name);
        return settle(work(open));
      } catch (error) {
        faults.fail(`stage ${stage.name}`, error);
      }
    }
    const rest = inside.flat();
    inside = [];
    return rest;
  };
  return {
    push(batch) {
      inside.push(batch);
      return batchOf(run(opened => opened.push(batch)));
    },
    end: () => batchOf(run(opened => opened.end())),
    idle: () => batchOf(run(opened => opened.idle?.() ?? [])),
  };
}

/** The lines behind `last`. Pieces of one overlong line share a number, so the line itself is looked for first. */
function uncovered(inside: readonly Batch[], last: Line): Batch[] {
  const newest = inside[inside.length - 1];
  const newestLine = newest?.[newest.length - 1];
  if (newest === undefined || newestLine === undefined || newestLine === last) return [];
  if (newestLine.through < last.through) return [];
  const near = newest.lastIndexOf(last);
  if (near >= 0) return [newest.slice(near + 1)];
  const lines = inside.flat();
  const at = lines.lastIndexOf(last);
  // A row of a line that gave several: the others may still be inside. Rather twice than lost.
  const isRow = last.fold === undefined;
  const isInside = ({ through }: Line): boolean => through > last.through || (isRow && through === last.through);
  const rest = at >= 0 ? lines.slice(at + 1) : lines.filter(isInside);
  return rest.length > 0 ? [rest] : [];
}
