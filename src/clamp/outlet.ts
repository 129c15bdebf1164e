/** Where kept and dropped lines become output: no gap that costs more than it saves, nothing gone before it is stored. */
import type { Line } from '../line.js';
import { CI_COMMAND } from '../text/ci.js';
import { hitsText } from '../text/hit-tally.js';
import { estimateTokens, SURE_SHARE } from '../tokens/estimate.js';
import { type Entry, innerOf, type Run, shortSaves } from './entry.js';
import { type Gap, openGap } from './gap.js';
import { charsOf, type Item, type MarkItem } from './item.js';
import type { Outlet, OutletContext } from './outlet-contract.js';
import { isQuoted, openQuoteMarks, QUOTES_TOKENS, savedQuotes } from './quotes.js';

/** Tokens of a gap's mark and of the footer, with a margin. */
const GAP_TOKENS = 9;
const FOOTER_TOKENS = 26;
/** Lines that wait until the footer is paid for. */
const MAX_QUEUE_CHARS = 32_768;

/** Characters of a gap's mark at the most, in a text of less than 100 million lines. */
export const GAP_CHARS = 32;
/** Characters that the footer and the counts above it may need. */
const FOOTER_CHARS = 210;

export function openOutlet(context: OutletContext): Outlet {
  let isOpen = false;
  /** The footer is certain to come, and paid for. */
  let isPaid = false;
  let gap: Gap | undefined;
  /** A run waits for the next line: at the end of a failed run its last lines are wanted. */
  let run: Run | undefined;
  let queue: Entry[] = [];
  let queueChars = 0;
  let queueSaves = 0;
  let keptAbove = 0;
  let out: Item[] = [];
  /** Characters given out, and those of lines that wait but are to stay; only counted where there is a limit. */
  let usedChars = 0;
  let promisedChars = 0;
  let hasMarks = false;
  /** The end is known, and all of it is within the limit, with no need of marks. */
  let fitsWhole = false;
  const quotes = openQuoteMarks(item => out.push(item));
  /** A gap waits of which only the quoted lines are to go. */
  let hasQuiet = false;
  /** Last raw line that something has been given for. */
  let lastThrough = 0;

  const room = (): number => {
    if (context.hardChars === undefined || isOpen || fitsWhole) return Number.POSITIVE_INFINITY;
    const gaps = queue.filter(entry => !('line' in entry)).length + (gap === undefined ? 0 : 1);
    const ofRun = run === undefined ? 0 : GAP_CHARS + charsOf(run.last);
    return context.hardChars - FOOTER_CHARS - usedChars - promisedChars - ofRun - gaps * GAP_CHARS;
  };
  const show = (line: Line): void => {
    if (line.short !== undefined && (isOpen || !isPaid || !context.accept())) line.short = undefined;
    quotes.meet(line);
    lastThrough = line.through;
    out.push(line);
  };
  const mark = (item: MarkItem): void => {
    hasMarks = true;
    usedChars += GAP_CHARS;
    lastThrough = item.through;
    out.push(item);
  };
  const revealGap = (inner: Gap): void => {
    usedChars += inner.chars;
    if (inner.hasLost) mark(inner.lostMark());
    for (const line of inner.held) show(line);
  };
  const reveal = (entry: Entry): void => {
    const inner = innerOf(entry);
    if (inner !== undefined && inner.chars > room()) {
      hide(entry);
      return;
    }
    if (inner !== undefined) revealGap(inner);
    if ('line' in entry) show(entry.line);
    if ('run' in entry) showRunEnd(entry.run);
  };
  const showRunEnd = ({ last }: Run): void => {
    usedChars += charsOf(last);
    show(last);
  };
  const hide = (entry: Entry): void => {
    const inner = innerOf(entry);
    if (inner === undefined || isOpen || !context.accept()) {
      isOpen ||= inner !== undefined;
      reveal(entry);
      return;
    }
    for (const line of inner.parts) context.forget(line);
    const asRun = 'run' in entry ? inner.toRun(entry.run.last) : undefined;
    mark(asRun ?? inner.toMark());
    if (asRun !== undefined && 'run' in entry) usedChars += charsOf(entry.run.last);
    if (asRun === undefined && 'run' in entry) showRunEnd(entry.run);
  };
  const flushQueue = (give: (entry: Entry) => void): void => {
    const entries = queue;
    queue = [];
    queueChars = 0;
    queueSaves = 0;
    hasQuiet = false;
    for (const entry of entries) give(entry);
  };
  /** Tokens that the gap saves for sure when a mark stands for all of it. */
  const savesOf = (inner: Gap | undefined): number => {
    if (inner === undefined) return 0;
    if (inner.hasLost) return Number.POSITIVE_INFINITY;
    if (!inner.hasNoise && inner.chars < context.minGapChars) return 0;
    const notes = Math.min(context.noteTokens(inner.parts), inner.tokens / 2);
    const list = inner.hits === undefined ? 0 : estimateTokens(hitsText(inner.hits));
    return inner.tokens * SURE_SHARE - GAP_TOKENS - notes - list;
  };
  /** The same, where only its quoted lines go and the mark for all of them is paid by others; 0: it saves no more so. */
  const quietSavesOf = (entry: Entry): number => {
    if (!('gap' in entry) || context.hardChars !== undefined) return 0;
    const saves = savedQuotes(entry.gap);
    return saves > 0 && saves >= savesOf(entry.gap) ? saves : 0;
  };
  const hideQuiet = ({ held }: Gap): void => {
    if (isOpen || !context.accept()) {
      isOpen = true;
      for (const line of held) show(line);
      return;
    }
    quotes.hide(held, show);
    lastThrough = held[held.length - 1]?.through ?? lastThrough;
    for (const line of held) if (isQuoted(line)) context.forget(line);
  };
  const hideIfPaid = (entry: Entry): void => (isPaid && savesOf(innerOf(entry)) > 0 ? hide(entry) : reveal(entry));
  const pay = (): void => {
    isPaid = true;
    flushQueue(entry => ('gap' in entry && quietSavesOf(entry) > 0 ? hideQuiet(entry.gap) : hideIfPaid(entry)));
  };
  /** Waits until it is known whether what is left out pays for the footer, and for the mark of quoted lines. */
  const hold = (entry: Entry, chars: number, saves: number): void => {
    queue.push(entry);
    queueChars += chars;
    queueSaves += saves;
    if (queueSaves > (isPaid ? 0 : FOOTER_TOKENS)) pay();
    else if (queueChars > MAX_QUEUE_CHARS) flushQueue(hideIfPaid);
  };
  const enqueue = (entry: Entry, chars: number): void => {
    if (isOpen || queue.length === 0) {
      reveal(entry);
      return;
    }
    queue.push(entry);
    queueChars += chars;
    const isUrgent = 'line' in entry && entry.line.because === CI_COMMAND;
    if (queueChars > MAX_QUEUE_CHARS || isUrgent) flushQueue(hideIfPaid);
  };
  const settle = (entry: { readonly gap: Gap } | { readonly run: Run }): void => {
    const inner = 'gap' in entry ? entry.gap : entry.run.inner;
    if (inner.isEmpty) return;
    const quiet = quietSavesOf(entry);
    const saves = quiet > 0 ? quiet : savesOf(inner);
    if (saves <= 0 || isOpen) enqueue(entry, inner.chars);
    else if (quiet > 0 && quotes.areOut && 'gap' in entry) hideQuiet(entry.gap);
    else if (quiet > 0) {
      const price = hasQuiet ? 0 : QUOTES_TOKENS;
      hasQuiet = true;
      hold(entry, inner.chars, quiet - price);
    } else if (isPaid && queue.length === 0) hide(entry);
    else hold(entry, inner.chars, isPaid ? 0 : saves);
  };
  const settleRun = (): void => {
    const ended = run;
    run = undefined;
    if (ended !== undefined) settle({ run: ended });
  };
  const settleGap = (): void => {
    const ended = gap;
    gap = undefined;
    if (ended !== undefined) settle({ gap: ended });
  };
  const open = (): void => {
    isOpen = true;
    flushQueue(reveal);
    settleRun();
    settleGap();
    quotes.end(lastThrough + 1);
  };
  const keep = (line: Line): void => {
    settleRun();
    promisedChars = Math.max(0, promisedChars - charsOf(line));
    if (gap?.toRun(line) !== undefined) {
      run = { inner: gap, last: line };
      gap = undefined;
      keptAbove = 0;
      return;
    }
    usedChars += charsOf(line);
    settleGap();
    keptAbove += 1;
    const saves = isPaid || isOpen ? 0 : shortSaves(line);
    if (saves > 0) hold({ line }, charsOf(line), saves);
    else enqueue({ line }, charsOf(line));
  };
  const openGapHere = (): Gap => openGap({ ...context, areCounted: context.hardChars === undefined });
  const drop = (line: Line): void => {
    settleRun();
    keptAbove = 0;
    gap ??= openGapHere();
    gap.add(line);
    if (!gap.isFull()) return;
    // Lines that leave the ring are gone: the bytes read since must be stored first.
    if (!context.accept()) open();
    else {
      if (!isPaid) pay();
      if (!isOpen) gap?.trim();
    }
  };
  return {
    get isOpen() {
      return isOpen;
    },
    get gap() {
      return gap;
    },
    get charsLeft() {
      return room();
    },
    get keptAbove() {
      return keptAbove;
    },
    promise(chars) {
      promisedChars = chars;
    },
    keep,
    drop,
    dropBundle(line, bundle) {
      if (bundle.isRoutine && !isOpen) drop(line);
      else for (const each of bundle.lines()) isOpen ? keep(each) : drop(each);
    },
    open,
    idle() {
      settleRun();
      const saves = gap === undefined ? 0 : Math.max(savesOf(gap), quietSavesOf({ gap }));
      const isWorthIt = saves > 0 && saves + (isPaid ? FOOTER_TOKENS : queueSaves) > FOOTER_TOKENS;
      if (isWorthIt && !isPaid) pay();
      flushQueue(hideIfPaid);
      if (isWorthIt) return;
      const last = gap;
      gap = undefined;
      if (last !== undefined) reveal({ gap: last });
    },
    takeTail(chars, withNoise) {
      if (run !== undefined && withNoise) {
        gap = run.inner;
        gap.add(run.last);
        run = undefined;
      }
      return gap?.takeTail(chars, withNoise) ?? [];
    },
    close() {
      const gaps = [...queue.map(innerOf), gap, run?.inner].filter(inner => inner !== undefined);
      const waiting = gaps.reduce((sum, { chars }) => sum + chars, run === undefined ? 0 : charsOf(run.last));
      fitsWhole = !hasMarks && !gaps.some(({ hasLost }) => hasLost) && usedChars + waiting <= (context.hardChars ?? 0);
      settleRun();
      settleGap();
      flushQueue(hideIfPaid);
    },
    flush() {
      const items = out;
      out = [];
      return items;
    },
  };
}
