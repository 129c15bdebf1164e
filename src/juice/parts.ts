/** JSON among other lines: each such part in another form where it stands. Lossless: the mark says how to undo it. */
import { foldLink, type OpenFold } from '../clamp/fold-link.js';
import { type Item, isMarkItem, isWholeLine, type MarkItem } from '../clamp/item.js';
import type { Faults } from '../errors.js';
import type { Form } from '../forms.js';
import { evidenceCountOf, type Line, type Link } from '../line.js';
import { formatMark, parseLineMark } from '../text/marker.js';
import { estimateTokens } from '../tokens/estimate.js';

/** Smaller parts stay as they are; of larger ones nothing is waited for. */
const MIN_CHARS = 512;
const MAX_CHARS = 262_144;
/** Marks among the lines of a text cost attention too. */
const MIN_SAVING = 0.2;

/** What stands before a value that goes over several lines, and behind it. */
const OPENS = /^[[{]$/;
const CLOSES = /^[\]}]$/;
/** A value on one line. */
const IS_VALUE = /^(?:\{.*\}|\[.*\])$/;

/** Lines that may be a part, up to now. */
interface Held {
  readonly lines: Line[];
  chars: number;
  /** One value over several lines, or a value in each line. */
  readonly isBlock: boolean;
}

export interface PartsOptions {
  /** The smallest form of a part. */
  formOf(text: string): Form | undefined;
  /** For `--trace`: which lines got which form. */
  note(message: string): void;
}

/** Holds one part of at most `MAX_CHARS`. */
export const foldParts = (faults: Faults, options: PartsOptions): Link<readonly Item[], readonly Item[]> =>
  foldLink('parts', faults, openParts(options));

function openParts({ formOf, note }: PartsOptions): OpenFold {
  let held: Held | undefined;
  /** A part that is complete: what comes next may speak of the lines above it. */
  let done: { readonly lines: readonly Line[]; readonly item: MarkItem | undefined } | undefined;

  const giveDone = (out: Item[], areLinesWanted = false): void => {
    if (done?.item === undefined || areLinesWanted) out.push(...(done?.lines ?? []));
    else {
      out.push(done.item);
      note(`lines ${done.item.from}-${done.item.through} in another form`);
    }
    done = undefined;
  };
  const close = (): void => {
    if (held !== undefined)
      done = { lines: held.lines, item: held.chars < MIN_CHARS ? undefined : partOf(held.lines, formOf) };
    held = undefined;
  };
  const release = (out: Item[]): void => {
    giveDone(out);
    out.push(...(held?.lines ?? []));
    held = undefined;
  };
  const begin = (line: Line): boolean => {
    const isBlock = OPENS.test(line.text);
    if (!isBlock && !IS_VALUE.test(line.text)) return false;
    held = { lines: [line], chars: line.text.length, isBlock };
    return true;
  };
  const take = (item: Item, out: Item[]): void => {
    const line = isMarkItem(item) || !canFold(item) ? undefined : item;
    if (held !== undefined && (line === undefined || held.chars > MAX_CHARS)) {
      if (held.isBlock || held.chars > MAX_CHARS) release(out);
      else close();
    } else if (held !== undefined && line !== undefined && !held.isBlock && !IS_VALUE.test(line.text)) close();
    if (held !== undefined && line !== undefined) {
      held.lines.push(line);
      held.chars += line.text.length + 1;
      if (held.isBlock && CLOSES.test(line.text)) close();
      return;
    }
    giveDone(out, !isMarkItem(item) && item.fold?.block !== undefined);
    if (line === undefined || !begin(line)) out.push(item);
  };
  return {
    take,
    finish(out) {
      if (held?.isBlock === false) close();
      release(out);
    },
    held: () => [...(done?.lines ?? []), ...(held?.lines ?? [])],
  };
}

const canFold = (line: Line): boolean => isWholeLine(line) && line.end === '\n' && line.lead === '';

function partOf(lines: readonly Line[], formOf: (text: string) => Form | undefined): MarkItem | undefined {
  const [first, last] = [lines[0], lines[lines.length - 1]];
  const text = `${lines.map(line => line.text).join('\n')}\n`;
  const form = formOf(text)?.text;
  if (form === undefined || first === undefined || last === undefined) return undefined;
  const labelEnd = form.indexOf('\n');
  const label = parseLineMark(form.slice(0, labelEnd));
  if (label?.kind !== 'form') return undefined;
  const body = form.slice(labelEnd + 1, -1);
  const mark = { kind: 'part', about: label.about, lines: body.split('\n').length, body } as const;
  if (estimateTokens(formatMark(mark)) > estimateTokens(text) * (1 - MIN_SAVING)) return undefined;
  const evidence = lines.reduce((sum, line) => sum + evidenceCountOf(line), 0);
  return { mark, from: first.number, through: last.through, evidence };
}
