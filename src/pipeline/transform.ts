/** A stage as a Node Transform, with the promise that a fault inside it loses nothing. */
import type { Transform } from 'node:stream';
import through2 from 'through2';
import type { Faults } from '../errors.js';
import type { Line } from '../line.js';
import type { OpenStage, Stage, StageContext } from './stage.js';

/** The Transform of a stage, and a way to make it give out what it holds. */
export interface StageTransform {
  readonly transform: Transform;
  /** Pushes what the stage holds, for a person who waits at a terminal. */
  idle(): void;
}

/**
 * Runs a stage over batches. Remembers the lines that went in and are not covered by what came out; if the stage
 * throws, these go out as they came in, and so does everything after.
 */
export function stageTransform(stage: Stage, context: StageContext, faults: Faults): StageTransform {
  let open: OpenStage | undefined;
  /** Batches that hold at least one line that no output covers yet. */
  let inside: (readonly Line[])[] = [];

  const settle = (out: readonly Line[]): readonly Line[] => {
    const last = out[out.length - 1];
    if (last !== undefined) inside = uncovered(inside, last);
    return out;
  };
  const run = (work: (stage: OpenStage) => readonly Line[]): readonly Line[] => {
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
  const transform = through2.obj(
    { highWaterMark: 1 },
    function (this: Transform, batch: readonly Line[], _encoding, done) {
      inside.push(batch);
      const out = run(opened => opened.push(batch));
      done(null, out.length > 0 ? out : undefined);
    },
    function (this: Transform, done) {
      const out = run(opened => opened.end());
      if (out.length > 0) this.push(out);
      done();
    },
  ) as unknown as Transform;
  return {
    transform,
    idle() {
      const out = run(opened => opened.idle?.() ?? []);
      if (out.length > 0) transform.push(out);
    },
  };
}

/** The lines behind `last`. Pieces of one overlong line share a number, so the line itself is looked for first. */
function uncovered(inside: readonly (readonly Line[])[], last: Line): (readonly Line[])[] {
  const newest = inside[inside.length - 1];
  const newestLine = newest?.[newest.length - 1];
  if (newest === undefined || newestLine === undefined || newestLine === last) return [];
  if (newestLine.through < last.through) return [];
  const near = newest.lastIndexOf(last);
  if (near >= 0) return [newest.slice(near + 1)];
  const lines = inside.flat();
  const at = lines.lastIndexOf(last);
  const rest = at >= 0 ? lines.slice(at + 1) : lines.filter(line => line.through > last.through);
  return rest.length > 0 ? [rest] : [];
}
