/** The document road: every compressor that may know the text has a try, each result is proved, and the smallest wins. */
import { formatMark, parseLineMark } from '../text/marker.js';
import { estimateTokens } from '../tokens/estimate.js';
import { BadForm, type Compressor, FORM_SHAPES, type Hints } from './compressor.js';

/** A smaller form of a text, from which it can be had back. */
export interface Form {
  /** Label and body, with LF at the end. */
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
  /** The compressor's name. */
  readonly compressor: string;
  /** See `Compressor`. */
  readonly isSlight: boolean;
}

/** Something smaller by less is not worth another form. */
const MIN_SAVING = 0.1;

/** A form of so many times the characters of another one is not looked at. */
const MAX_LENGTH_RATIO = 1.5;

/** How the lines of the text ended, where that is not LF each: said at the end of the label. */
const NO_LAST_END = ', no line end at the end';
const CRLF = ', lines end in CRLF';

/** A text without what all compressors leave to the road. */
interface Bare {
  readonly text: string;
  /** What its label ends with. */
  readonly suffix: string;
}

/** True where some compressor may know a text that begins with these lines. Costs next to nothing. */
export const mayKnow = (compressors: readonly Compressor[], head: readonly string[]): boolean =>
  compressors.some(({ suits }) => suits(head));

/**
 * The smallest form of a text, as a terminal would show it; undefined where none saves a tenth of its tokens.
 * @param onFault a compressor that failed, or whose way back leads elsewhere: a fault of ours, and no result.
 */
export function smallestForm(
  compressors: readonly Compressor[],
  text: string,
  { hints, head, onFault }: { hints: Hints; head: readonly string[]; onFault(name: string, error: unknown): void },
): Form | undefined {
  const bare = toBare(text);
  if (bare === undefined) return undefined;
  let best: Form | undefined;
  let maxTokens = estimateTokens(text) * (1 - MIN_SAVING);
  for (const compressor of compressors) {
    if (hints.isLate()) return undefined;
    if (!(compressor.shapes ?? FORM_SHAPES).includes(hints.shape) || !compressor.suits(head)) continue;
    try {
      const out = formBy(compressor, bare, hints);
      // Far more characters are no fewer tokens.
      if (out === undefined || (best !== undefined && out.length > best.text.length * MAX_LENGTH_RATIO)) continue;
      const tokens = estimateTokens(out);
      if (tokens > maxTokens || tokens === best?.tokens) continue;
      prove(compressor, out, bare);
      best = { text: out, tokens, compressor: compressor.name, isSlight: compressor.isSlight === true };
      maxTokens = tokens;
    } catch (error) {
      onFault(compressor.name, error);
    }
  }
  return best;
}

/** Label and body. */
function formBy(compressor: Compressor, bare: Bare, hints: Hints): string | undefined {
  const result = compressor.compress(bare.text, hints);
  if (result === undefined) return undefined;
  const label = formatMark({ kind: 'form', about: result.about + bare.suffix });
  return `${label}\n${result.body}\n`;
}

/** Reads the form as a stranger would. @throws where that does not give the text. */
function prove(compressor: Compressor, form: string, bare: Bare): void {
  const parts = partsOf([compressor], form);
  if (parts.suffix !== bare.suffix || compressor.decode(parts) !== bare.text)
    throw new Error('the way back leads to another text');
}

/**
 * The text that a form stands for.
 * @throws {BadForm} line 0 for a text that is no form of ours; else where it is damaged.
 */
export function originalOf(compressors: readonly Compressor[], form: string): string {
  const { compressor, suffix, ...result } = partsOf(compressors, form);
  return fromBare({ text: compressor.decode(result), suffix });
}

/** Whether the form is the very one that its compressor makes of the text. */
export function isFormOf(compressors: readonly Compressor[], form: string, text: string, hints: Hints): boolean {
  const { compressor } = partsOf(compressors, form);
  const bare = toBare(text);
  return bare !== undefined && formBy(compressor, bare, hints) === form;
}

interface Parts extends Pick<Bare, 'suffix'> {
  readonly compressor: Compressor;
  readonly about: string;
  readonly body: string;
}

function partsOf(compressors: readonly Compressor[], form: string): Parts {
  const labelEnd = form.indexOf('\n');
  const mark = parseLineMark(form.slice(0, labelEnd));
  if (labelEnd < 0 || mark?.kind !== 'form') throw new BadForm(0, 'the first line is no label of ours');
  if (!form.endsWith('\n')) throw new BadForm(0, 'the text does not end with a line end, so a part is missing');
  const suffix = /(?:, lines end in CRLF)?(?:, no line end at the end)?$/.exec(mark.about)?.[0] ?? '';
  const about = mark.about.slice(0, mark.about.length - suffix.length);
  const compressor = compressors.find(({ forms }) =>
    forms.some(name => about === name || about.startsWith(`${name},`)),
  );
  if (compressor === undefined) throw new BadForm(0, `no form of ours has this label: ${mark.about}`);
  return { compressor, about, suffix, body: form.slice(labelEnd + 1, -1) };
}

/** Undefined where its lines end now so, now so. */
function toBare(text: string): Bare | undefined {
  const isCrlf = text.includes('\r');
  const whole = isCrlf ? text.replaceAll('\r\n', '\n') : text;
  if (isCrlf && (whole.includes('\r') || countOf(whole, '\n') !== countOf(text, '\r'))) return undefined;
  const hasEnd = whole.endsWith('\n');
  const suffix = (isCrlf ? CRLF : '') + (hasEnd ? '' : NO_LAST_END);
  return { text: hasEnd ? whole.slice(0, -1) : whole, suffix };
}

function fromBare({ text, suffix }: Bare): string {
  const whole = suffix.endsWith(NO_LAST_END) ? text : `${text}\n`;
  return suffix.startsWith(CRLF) ? whole.replaceAll('\n', '\r\n') : whole;
}

function countOf(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) count += 1;
  return count;
}
