/** A lossless fold of what is kept, as a link: a fault inside it loses nothing. */
import type { Faults } from '../errors.js';
import { batchOf, type Link } from '../line.js';
import { holdsOwnMark } from '../text/marker.js';
import { type Item, isMarkItem } from './item.js';

/** One fold at work: what it holds, and what comes out of it, in order. */
export interface OpenFold {
  take(item: Item, out: Item[]): void;
  /** Gives out what is held. */
  finish(out: Item[]): void;
  /** What has gone in and not come out, as it was. */
  held(): readonly Item[];
}

/** After a fault, and from a mark in the text itself on, what is held and all that comes goes out as it is. */
export function foldLink(name: string, faults: Faults, fold: OpenFold): Link<readonly Item[], readonly Item[]> {
  let isOver = false;
  let isReduced = false;
  const run = (batch: readonly Item[], work: (out: Item[]) => void): readonly (readonly Item[])[] => {
    if (isOver) return batchOf(batch);
    const before = [...fold.held()];
    try {
      if (!faults.hasFailed) {
        faults.provoke(name);
        const out: Item[] = [];
        work(out);
        return batchOf(out);
      }
    } catch (error) {
      faults.fail(name, error);
    }
    isOver = true;
    return batchOf([...before, ...batch]);
  };
  const take = (item: Item, out: Item[]): void => {
    if (!isReduced && !isMarkItem(item) && holdsOwnMark(item)) {
      fold.finish(out);
      isReduced = true;
    }
    if (isReduced) out.push(item);
    else fold.take(item, out);
  };
  const finish = (): readonly (readonly Item[])[] => run([], out => fold.finish(out));
  return {
    push: batch =>
      run(batch, out => {
        for (const item of batch) take(item, out);
      }),
    end: finish,
    idle: finish,
  };
}
