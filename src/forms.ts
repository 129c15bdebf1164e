/** The document road with all its compressors: loaded only where a text may take it. */
import { BadForm, type Hints } from './compressors/compressor.js';
import { type Form, isFormOf, mayKnow, originalOf, smallestForm } from './compressors/road.js';
import { compressors } from './generated/compressors.js';
import type { Shape } from './line.js';

export type { Form } from './compressors/road.js';

/** What a text may be that has another form. The totals of a run, and a log's records, are looked for as they were printed. */
export const SHAPES: readonly Shape[] = ['document', 'enumeration', 'unknown'];

/** True where some compressor may know a text that begins with these lines. */
export const mayHaveForm = (head: readonly string[]): boolean => mayKnow(compressors, head);

/** See `smallestForm`. */
export const formOf = (text: string, options: Parameters<typeof smallestForm>[2]): Form | undefined =>
  smallestForm(compressors, text, options);

/** The text that a form stands for, or what is wrong with it; line 0: it is no form of ours. */
export type Decoded = { readonly original: string } | { readonly line: number; readonly message: string };

/** Undoes a form. Never throws. */
export function decodeForm(form: string): Decoded {
  try {
    return { original: originalOf(compressors, form) };
  } catch (error) {
    if (error instanceof BadForm) return { line: error.line + 1, message: error.message };
    return { line: 1, message: `it cannot be decoded: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Whether the form is the very one that its compressor makes of the text, whatever was known of the run. */
export function isForm(form: string, text: string): boolean {
  const runs: readonly Hints[] = SHAPES.flatMap(shape =>
    (['full', 'light'] as const).map(profile => ({ profile, shape, isLate: () => false })),
  );
  return runs.some(hints => isFormOf(compressors, form, text, hints));
}
