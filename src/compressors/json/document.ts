/** A text that is one JSON value in a layout that can be written again. */
import { type Json, readJson } from './read.js';
import { guessLayout, type Layout, writeJson } from './write.js';

export interface LaidOut {
  readonly value: Json;
  readonly layout: Layout;
}

/** Undefined where the text is anything else; else writing the value in the layout gives exactly the text. */
export function readLaidOut(text: string): LaidOut | undefined {
  const layout = guessLayout(text);
  const value = layout === undefined ? undefined : readJson(text);
  if (layout === undefined || typeof value !== 'object' || writeJson(value, layout) !== text) return undefined;
  return { value, layout };
}
