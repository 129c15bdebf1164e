/** The last word on size: which lines stay, where the gaps are, and that no gap costs more than it saves. */
import type { Line } from '../line.js';
import { isOwnMark } from '../text/marker.js';
import { type Gap, openGap } from './gap.js';
import { type Item, isMarkItem, type MarkItem } from './item.js';
import { openLedger } from './ledger.js';
import { openPassedCounts } from './passed-counts.js';
import { type ClampPolicy, FAILURE_TAIL_CHARS } from './policy.js';

export interface ClampContext {
  readonly policy: ClampPolicy;
  /** Write-ahead: true once every raw byte seen so far is stored. False: nothing may be left out any more. */
  accept(): boolean;
  /** Exit code of the source, known at the end; undefined where nothing ended. */
  exitCode(): number | undefined;
}

/** One stream's clamp. `push` and `end` give lines and marks in order; what is not in hand may be dropped for good. */
export interface Clamp {
  push(batch: readonly Line[]): readonly Item[];
  end(): readonly Item[];
  /** Gives out what is in hand, unreduced: a person waits at a terminal. */
  idle(): readonly Item[];
  /** After a fault: everything in hand, gaps as marks where their lines are gone. */
  release(): readonly Item[];
}

/** Tokens of a gap's mark and of the footer, with a margin for what the estimate may be off. */
const GAP_TOKENS = 12;
const FOOTER_TOKENS = 34;
/** Lines that wait until the footer is paid for. */
const MAX_QUEUE_CHARS = 32_768;
/** Plain lines shown around evidence once the budget for plain lines is spent. */
const CONTEXT_BEFORE = 2;
const CONTEXT_AFTER = 4;
/** Kinds of evidence remembered as shown, for what is beyond the budget. */
const MAX_SHOWN_KINDS = 8_192;

export function openClamp(context: ClampContext): Clamp {
  return context.policy.canOmit ? openOmittingClamp(context) : KEEP_ALL;
}

const KEEP_ALL: Clamp = { push: batch => batch, end: () => [], idle: () => [], release: () => [] };

function openOmittingClamp(context: ClampContext): Clamp {
  const { policy } = context;
  const ledger = openLedger();
  const passed = openPassedCounts();
  const shownKinds = new Set<number>();
  const chars = { all: 0, plain: 0 };
  let contextLeft = 0;
  let hasShownEvidence = false;
  /** From here on every line stays: the store has failed, or the input is our own output. */
  let isOpen = false;
  let isPaid = false;
  let gap: Gap | undefined;
  let queue: (Line | Gap)[] = [];
  let queueChars = 0;
  let savedTokens = 0;
  let out: Item[] = [];

  const show = (line: Line): void => {
    if (line.short !== undefined && (isOpen || !context.accept())) line.short = undefined;
    if (line.short !== undefined) isPaid = true;
    out.push(line);
  };
  const forget = (line: Line): void => {
    ledger.add(line);
    if (line.because === 'passed') passed.add(line.text, line.fold?.count ?? 1);
  };
  const showGap = (closed: Gap): void => {
    for (const line of closed.held) forget(line);
    out.push(closed.toMark());
  };
  /** Gives the queue out: with its gaps as marks once they pay, else as it came. */
  const flushQueue = (asMarks: boolean): void => {
    for (const entry of queue) {
      if (!('held' in entry)) show(entry);
      else if (asMarks) showGap(entry);
      else for (const line of entry.held) show(line);
    }
    queue = [];
    queueChars = 0;
    savedTokens = 0;
  };
  const keepWhole = (): void => {
    flushQueue(false);
    if (gap?.isCommitted) showGap(gap);
    else if (gap !== undefined) for (const line of gap.held) show(line);
    gap = undefined;
  };
  const pay = (): boolean => {
    if (context.accept()) return true;
    isOpen = true;
    keepWhole();
    return false;
  };
  /** A kept line: closes the gap above it. */
  const put = (line: Line): void => {
    if (gap !== undefined) {
      const closed = gap;
      gap = undefined;
      if (isPaid) {
        if (closed.isCommitted) {
          const run = closed.toRun(line);
          if (run !== undefined) {
            out.push(run);
            return;
          }
          showGap(closed);
        } else for (const each of closed.held) show(each);
      } else if (closed.tokens > GAP_TOKENS) {
        savedTokens += closed.tokens - GAP_TOKENS;
        queue.push(closed);
        queueChars += closed.chars;
      } else if (queue.length === 0) {
        for (const each of closed.held) show(each);
      } else {
        queue.push(...closed.held);
        queueChars += closed.chars;
      }
    }
    if (isPaid || queue.length === 0) {
      show(line);
      return;
    }
    queue.push(line);
    queueChars += line.text.length;
    if (queueChars > MAX_QUEUE_CHARS || line.because === 'ci command') flushQueue(false);
  };
  const drop = (line: Line): void => {
    gap ??= openGap();
    gap.add(line);
    const pays = gap.tokens > GAP_TOKENS + (isPaid ? 0 : Math.max(0, FOOTER_TOKENS - savedTokens));
    if (!gap.isCommitted && pays) {
      if (!pay()) return;
      if (!isPaid) flushQueue(true);
      isPaid = true;
      gap.commit();
    }
    if (gap.isCommitted) {
      // Lines that leave the ring are gone: the bytes read since must be stored first.
      if (!gap.isFull()) return;
      if (!pay()) return;
      for (const gone of gap.trim()) forget(gone);
    }
  };
  const isKept = (line: Line): boolean => {
    if (line.weight === 'noise') return false;
    if (line.because === 'ci command') return true;
    const cost = (line.short ?? line).text.length + 1;
    if (line.weight === 'plain') {
      // A blank line below a gap says nothing that the gap's mark does not.
      if (gap !== undefined && line.text.trim() === '') return false;
      if (chars.plain + cost <= policy.plainChars) {
        chars.plain += cost;
        chars.all += cost;
        return true;
      }
      if (contextLeft > 0 && chars.all + cost <= policy.evidenceChars) {
        contextLeft -= 1;
        chars.all += cost;
        return true;
      }
      return false;
    }
    const isNewKind = !shownKinds.has(line.shape) && shownKinds.size < MAX_SHOWN_KINDS;
    const room = policy.hardChars ?? policy.evidenceChars * (isNewKind ? 2 : 1);
    if (chars.all + cost > room) return false;
    shownKinds.add(line.shape);
    chars.all += cost;
    contextLeft = CONTEXT_AFTER;
    hasShownEvidence ||= line.evidence === 'error';
    return true;
  };
  /** Plain lines right above evidence come back out of the gap. */
  const recallContext = (line: Line): void => {
    if (gap === undefined || line.evidence === undefined || chars.plain < policy.plainChars / 2) return;
    for (const recalled of gap.recall(CONTEXT_BEFORE)) {
      chars.all += recalled.text.length + 1;
      put(recalled);
    }
  };
  const take = (line: Line): void => {
    if (!isOpen && isOwnMark(line.text) && line.fold === undefined) {
      keepWhole();
      isOpen = true;
    }
    if (isOpen) show(line);
    else if (isKept(line)) {
      recallContext(line);
      put(line);
    } else drop(line);
  };
  /** The last lines, where a gap lasts to the end: plain ones, and all of them if a failed run has shown no error. */
  const closeTail = (): void => {
    if (gap === undefined) return;
    const code = context.exitCode();
    const hasFailed = code !== undefined && code !== 0;
    const wantsAll = hasFailed && !hasShownEvidence;
    const room = policy.hardChars === undefined ? Infinity : Math.max(0, policy.hardChars - chars.all);
    const tailChars = Math.min(room, wantsAll ? FAILURE_TAIL_CHARS : policy.tailChars);
    for (const line of gap.takeTail(tailChars, wantsAll)) {
      if (wantsAll || line.weight !== 'noise') put(line);
      else drop(line);
    }
  };
  const closeRest = (): void => {
    if (gap !== undefined && (gap.isCommitted || (isPaid && gap.tokens > GAP_TOKENS))) {
      const closed = gap;
      gap = undefined;
      showGap(closed);
    } else keepWhole();
    flushQueue(false);
    gap = undefined;
  };
  const notes = (): readonly MarkItem[] => {
    const items: MarkItem[] = [];
    const counts = passed.mark();
    if (counts !== undefined) items.push({ mark: counts, from: 0, through: 0, evidence: 0 });
    if (policy.hardChars !== undefined) {
      const mark = ledger.counted();
      if (mark !== undefined) items.push({ mark, from: 0, through: 0, evidence: ledger.total });
      return items;
    }
    for (const { mark, count } of ledger.recap()) items.push({ mark, from: 0, through: 0, evidence: count });
    return items;
  };
  const flush = (): readonly Item[] => {
    const items = out;
    out = [];
    for (const item of items) if (!isMarkItem(item) && item.evidence === 'verdict') passed.totalsSeen();
    return items;
  };
  return {
    push(batch) {
      for (const line of batch) take(line);
      return flush();
    },
    end() {
      closeTail();
      closeRest();
      return [...flush(), ...notes()];
    },
    idle() {
      if (gap === undefined || !gap.isCommitted) keepWhole();
      return flush();
    },
    release() {
      keepWhole();
      return flush();
    },
  };
}
