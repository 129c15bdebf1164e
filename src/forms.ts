/** The document road with all its compressors: loaded only where a text may take it. */
import { BadForm, type Compressor, FORM_SHAPES, type Hints } from './compressors/compressor.js';
import { type Form, isFormOf, mayKnow, originalOf, smallestForm } from './compressors/road.js';
import { isOff, type Switch } from './compressors/switches.js';
import { compressors } from './generated/compressors.js';
import { formatMark, parseLineMark } from './text/marker.js';

export type { Form } from './compressors/road.js';

/** Loaded only where it is asked for, or a form of its making is read. */
let toon: Compressor | undefined;

export async function loadToon(): Promise<void> {
  toon ??= (await import('./compressors/toon/toon.js')).toon;
}

/** To be waited for before a text that may hold forms is decoded. */
export async function loadFormsIn(text: string): Promise<void> {
  if (/^\[(?:next \d+ lines: )?json as toon,/m.test(text)) await loadToon();
}

const known = (): readonly Compressor[] => (toon === undefined ? compressors : [...compressors, toon]);

/** True where some compressor may know a text that begins with these lines. */
export const mayHaveForm = (head: readonly string[], off?: readonly Switch[]): boolean =>
  mayKnow(compressorsBut(off), head);

/** See `smallestForm`. */
export const formOf = (
  text: string,
  {
    turnedOff,
    hasToon = false,
    ...options
  }: Parameters<typeof smallestForm>[2] & {
    readonly turnedOff?: readonly Switch[] | undefined;
    /** It has been loaded, and may be used. */
    readonly hasToon?: boolean;
  },
): Form | undefined => smallestForm(compressorsBut(turnedOff, hasToon ? known() : compressors), text, options);

const compressorsBut = (off: readonly Switch[] = [], among: readonly Compressor[] = compressors) =>
  among.filter(({ kinds }) => !isOff(kinds, off));

/** The text that a form stands for, or what is wrong with it; line 0: it is no form of ours. */
export type Decoded = { readonly original: string } | { readonly line: number; readonly message: string };

/** Undoes a form. Never throws. */
export function decodeForm(form: string): Decoded {
  try {
    return { original: originalOf(known(), form) };
  } catch (error) {
    if (error instanceof BadForm) return { line: error.line + 1, message: error.message };
    return { line: 1, message: `it cannot be decoded: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Undoes a form, or the parts of a text that are in another form. Never throws. */
export function decodeText(text: string): Decoded {
  const lines = text.split('\n');
  if (parseLineMark(lines[0] ?? '')?.kind === 'form') return decodeForm(text);
  const out: string[] = [];
  let parts = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const mark = parseLineMark(line);
    if (mark?.kind !== 'part') {
      out.push(line);
      continue;
    }
    if (at + mark.lines >= lines.length)
      return { line: at + 1, message: `${mark.lines} lines are announced, but the text ends before the last` };
    const body = lines.slice(at + 1, at + 1 + mark.lines);
    const decoded = decodeForm(`${formatMark({ kind: 'form', about: mark.about })}\n${body.join('\n')}\n`);
    if ('message' in decoded) return { line: at + decoded.line, message: decoded.message };
    out.push(decoded.original.slice(0, -1));
    at += mark.lines;
    parts += 1;
  }
  return parts === 0 ? { line: 1, message: 'no line of it is a label of ours' } : { original: out.join('\n') };
}

/** Whether the form is the very one that its compressor makes of the text, whatever was known of the run. */
export function isForm(form: string, text: string): boolean {
  const runs: readonly Hints[] = [...FORM_SHAPES, 'stream' as const].flatMap(shape =>
    (['full', 'light'] as const).map(profile => ({ profile, shape, isLate: () => false })),
  );
  return runs.some(hints => isFormOf(known(), form, text, hints));
}
