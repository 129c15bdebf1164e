/** A text that is one JSON value in a layout that can be written again. */
import type { Hints } from '../compressor.js';
import { type Json, readJson } from './read.js';
import { guessLayout, isWritten, type Layout } from './write.js';

export interface LaidOut {
  readonly value: Json;
  readonly layout: Layout;
}

/** Several compressors of one run read the same text. Gone with the run. */
const byRun = new WeakMap<Hints, { readonly text: string; readonly laidOut: LaidOut | undefined }>();

/** Undefined where the text is anything else; else writing the value in the layout gives exactly the text. */
export function readLaidOut(text: string, run: Hints): LaidOut | undefined {
  const known = byRun.get(run);
  if (known?.text === text) return known.laidOut;
  const laidOut = read(text);
  byRun.set(run, { text, laidOut });
  return laidOut;
}

function read(text: string): LaidOut | undefined {
  const layout = guessLayout(text);
  const value = layout === undefined ? undefined : readJson(text);
  if (layout === undefined || typeof value !== 'object' || !isWritten(text, value, layout)) return undefined;
  return { value, layout };
}
