/** The records that travel down the chain, and what one run reports. */

/** How much a line matters. Raised by the severity model and by rules; only a rule may call a plain line `noise`. */
export type Weight = 'must' | 'note' | 'plain' | 'noise';

/** What the severity model saw in a line. `cut`: a tool says that it left something out itself. */
export type Evidence = 'error' | 'warning' | 'verdict' | 'cut';

export type LineEnd = '\n' | '\r\n' | '';

export type Origin = 'stdin' | 'stdout' | 'stderr' | 'pty' | 'file';

/** One line on its way down the chain. Stages pass arrays of these. A stage owns the lines of its batch and may set `weight`. */
export interface Line {
  /** Text without its line ending. Holds control codes until the `terminal` stage has run. */
  text: string;
  /** What a runner has written before the text (`text/lead.ts`), set apart by the `leads` stage; mostly empty. */
  lead: string;
  /** `''` for a last line that has none, and for a piece of a line longer than `maxLineBytes`. */
  end: LineEnd;
  /** Whether it holds no control codes; undefined: nobody has looked. */
  isPlain: boolean | undefined;
  /** 1-based number of the first raw line that it stands for: what a marker points at. */
  number: number;
  /** Last raw line that it stands for; equals `number` unless it is a fold or a redrawn row. */
  through: number;
  weight: Weight;
  /** Set once, by the `severity` stage, after rendering. */
  evidence: Evidence | undefined;
  /** Hash of the whole line with its numbers masked (`text/shape.ts`); 0 until computed. */
  shape: number;
  /** Why the weight is what it is: a pattern's name, for `--trace` and for counts. */
  because: string | undefined;
  /** How the text differs from the rendered raw lines `number..through`; undefined: it does not. */
  fold: Fold | undefined;
  /** A very long line's short form, to be used only where the whole line can be had back. */
  short: Shortened | undefined;
  /** It quotes source below a place that is named (`text/quotes.ts`); `open`: what would have told came too late. */
  quote: 'sure' | 'open' | undefined;
}

/** A line without its inside; the marks in `text` say which characters are left out. */
export interface Shortened {
  readonly text: string;
  /** Bytes of UTF-8 left out. */
  readonly omittedBytes: number;
}

/** A declared fold: its text says how to get the lines back. */
export interface Fold {
  /** How many rendered lines it stands for. */
  readonly count: number;
  /** A lossless fold can be undone from its own text alone. */
  readonly isLossless: boolean;
  /** The line that is repeated, without the fold's mark; undefined for a block. */
  readonly base: string | undefined;
  /** The lines that a block stands for: copies, one after the other, of the lines above it. */
  readonly block: Block | undefined;
  readonly bundle?: Bundle;
}

/** Neighbours that are plain noise and travel as one, so that no stage has to look at each; clamp takes them apart. */
export interface Bundle {
  readonly count: number;
  /** Of all its lines, with an end each. */
  readonly chars: number;
  /** None of them says anything, not even that something has passed: what goes of it needs no account but its size. */
  readonly isRoutine: boolean;
  lines(): readonly Line[];
  /** They are gone for good: nobody asks for them any more. */
  forget(): void;
}

/** Copies of the last `size` lines above. */
export interface Block {
  readonly size: number;
  readonly lines: readonly Line[];
}

/** A line that stands for those of a bundle, from raw line `number` on; it shows nothing of its own. */
export function lineOfBundle(bundle: Bundle, number: number, through: number): Line {
  const line = makeLine('', '', number);
  line.isPlain = true;
  line.through = through;
  line.weight = 'noise';
  line.fold = { count: bundle.count, isLossless: true, base: undefined, block: undefined, bundle };
  return line;
}

interface BundlingOptions {
  /** None of the lines that join says anything. */
  readonly isRoutine: boolean;
  canJoin(line: Line): boolean;
}

/** The lines, with neighbours that can join as one. */
export function bundled(lines: readonly Line[], { isRoutine, canJoin }: BundlingOptions): readonly Line[] {
  const out: Line[] = [];
  let from = 0;
  const give = (to: number): void => {
    const first = lines[from];
    if (first === undefined || to === from) return;
    // One alone is a bundle too: which lines stand in a batch is chance, and the stages to come see none of them.
    const bundle = bundleOf(lines.slice(from, to), isRoutine);
    out.push(lineOfBundle(bundle, first.number, lines[to - 1]?.through ?? first.number));
  };
  for (const [at, line] of lines.entries()) {
    if (canJoin(line)) continue;
    give(at);
    out.push(line);
    from = at + 1;
  }
  give(lines.length);
  return out;
}

const bundleOf = (lines: readonly Line[], isRoutine: boolean): Bundle => ({
  count: lines.length,
  chars: lines.reduce((sum, { text, end, lead }) => sum + lead.length + text.length + end.length, 0),
  isRoutine,
  lines: () => lines,
  forget: () => undefined,
});

/** How many lines of the rendered input go by as this one: more than one for a bundle. */
export const bundledCount = ({ fold }: Line): number => fold?.bundle?.count ?? 1;

/** Lines of which none is a bundle: what is in one stands for itself. */
export const unbundled = (lines: readonly Line[]): readonly Line[] =>
  lines.some(({ fold }) => fold?.bundle !== undefined)
    ? lines.flatMap(line => line.fold?.bundle?.lines() ?? [line])
    : lines;

/** How many rendered lines of evidence a line stands for. */
export function evidenceCountOf({ evidence, fold }: Pick<Line, 'evidence' | 'fold'>): number {
  if (fold?.block === undefined) return evidence === undefined ? 0 : (fold?.count ?? 1);
  return fold.block.lines.filter(line => line.evidence !== undefined).length;
}

/** A fold of equal lines says what each of them says. */
export const saidBy = ({ fold, text }: Pick<Line, 'fold' | 'text'>): string => fold?.base ?? text;

/** The whole line, as it stands in the rendered input. */
export const wholeOf = ({ lead, text }: Pick<Line, 'lead' | 'text'>): string => (lead === '' ? text : lead + text);

/** A range of raw lines, 1-based, both ends in it. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** What a text is; decides what may be left out (DESIGN §4). */
export type Shape = 'verdict' | 'stream' | 'enumeration' | 'document' | 'unknown';

/** What a document is, where that says what in it may be left out; of `rows`, each is a datum, equal ones too. */
export type DocumentKind = 'diff' | 'rows';

export type Profile = 'full' | 'light' | 'off';

/** How the source ended. `code` is undefined where nothing ended (stdin, a file). */
export interface Exit {
  readonly code: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
}

/** A link of the chain as plain functions: items go in one by one, and what they give comes out in order. */
export interface Link<In, Out> {
  push(item: In): readonly Out[];
  /** All has gone in: gives what is left. */
  end(): readonly Out[];
  /** Gives what is held, for a person who waits at a terminal. */
  idle?(): readonly Out[];
}

/** What a link gives of one batch: nothing where that is empty. */
export const batchOf = <Each>(batch: readonly Each[]): readonly (readonly Each[])[] =>
  batch.length > 0 ? [batch] : [];

/** A fresh plain line. */
export function makeLine(text: string, end: LineEnd, number: number): Line {
  return {
    text,
    lead: '',
    end,
    isPlain: undefined,
    number,
    through: number,
    weight: 'plain',
    evidence: undefined,
    shape: 0,
    because: undefined,
    fold: undefined,
    short: undefined,
    quote: undefined,
  };
}

/** What TOON has saved. Tokens are estimated. */
export interface ToonStats {
  readonly originalBytes: number;
  readonly compressedBytes: number;
  readonly savedBytes: number;
  readonly savedPercent: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** What one run did. Counts only, never content. */
export interface Report {
  readonly rawBytes: number;
  readonly outBytes: number;
  readonly rawLines: number;
  readonly outLines: number;
  /** Estimated from the bytes (DESIGN §9 gives real counts where they are asked for). */
  readonly rawTokens: number;
  readonly outTokens: number;
  readonly rule: string | undefined;
  readonly family: string | undefined;
  /** The rule is not built in: its id and family are words of who wrote it. */
  readonly isCustomRule: boolean;
  readonly shape: Shape | undefined;
  /** What kind of text it is, where that is sure. */
  readonly kind: string | undefined;
  readonly confidence: number;
  /** True if something was left out that the output does not hold. */
  readonly isLossy: boolean;
  readonly omitted: readonly LineRange[];
  /** What made another form of the whole text, from which it can be had back; undefined: its lines were reduced. */
  readonly compressor: string | undefined;
  /** What TOON has saved, where that is the form. */
  readonly toon?: ToonStats;
  readonly recovery: { readonly token: string; readonly bytes: number; readonly lines: number } | undefined;
  /** Why nothing was reduced, where nothing was tried. */
  readonly skipReason: string | undefined;
  /** What was matched, and why. */
  readonly trace: readonly string[];
}
