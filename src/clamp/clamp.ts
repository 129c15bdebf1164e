/** The last word on size: which lines stay, where the gaps are, and that no gap costs more than it saves. */
import { type Line, unbundled } from '../line.js';
import { DIFF_BODY } from '../text/diff.js';
import { FOR_ITS_PLACE } from '../text/finding.js';
import { holdsOwnMark } from '../text/marker.js';
import { ROUTINE_SHAPE } from '../text/shape.js';
import { chooseTail } from './hard-tail.js';
import { openHitsOf } from './hits-of.js';
import { charsOf, type Item, isMarkItem, type MarkItem } from './item.js';
import { openJudge } from './judge.js';
import { openLedger, recapTokens } from './ledger.js';
import { GAP_CHARS, openOutlet } from './outlet.js';
import { partsOf } from './parts.js';
import { openPassedCounts } from './passed-counts.js';
import type { ClampPolicy } from './policy.js';

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

/** Plain lines shown above evidence once the budget for plain lines is spent. */
const CONTEXT_BEFORE = 2;
/** Characters of the last lines, shown where nothing else is: marks alone do not tell how a run has ended. */
const LAST_CHARS = 240;
/** Tokens of a mark that counts. */
const COUNTED_TOKENS = 12;

export function openClamp(context: ClampContext): Clamp {
  return context.policy.canOmit ? openOmittingClamp(context) : KEEP_ALL;
}

const KEEP_ALL: Clamp = { push: unbundled, end: () => [], idle: () => [], release: () => [] };

function openOmittingClamp(context: ClampContext): Clamp {
  const { policy } = context;
  const notes = openNotes(policy);
  const judge = openJudge(policy);
  const hitsOf = openHitsOf();
  const outlet = openOutlet({
    accept: context.accept,
    hardChars: policy.hardChars,
    minGapChars: policy.minGapChars,
    hitsOf,
    ...notes,
  });
  /** Raw line of the last row, and whether it was kept: rows of one raw line share their fate. */
  let lastThrough = 0;
  let wasKept = true;
  let hasKept = false;
  /** Kept free for the end and the gap above it, under a hard limit. */
  const reserve = policy.hardChars === undefined ? 0 : policy.tailChars + GAP_CHARS;

  const keep = (line: Line, isNews: boolean): void => {
    hasKept = true;
    // What stands right above evidence, or above a place that it speaks of, comes back out of the gap.
    const speaks = line.evidence !== undefined || line.because === FOR_ITS_PLACE;
    if (policy.hardChars === undefined && (isNews || (speaks && judge.isTight))) {
      for (const recalled of outlet.gap?.recall(CONTEXT_BEFORE) ?? []) outlet.keep(recalled);
    }
    outlet.keep(line);
  };
  const isKept = (line: Line): boolean => {
    if (line.number <= lastThrough) {
      if (wasKept && line.weight !== 'noise') judge.spend(line);
      return wasKept;
    }
    if (line.weight === 'noise') return false;
    const isBelowGap = outlet.gap !== undefined && !outlet.gap.isQuoted;
    return judge.keeps(line, { isBelowGap, charsLeft: outlet.charsLeft - reserve });
  };
  const take = (line: Line): void => {
    const bundle = line.fold?.bundle;
    if (bundle !== undefined) {
      if (line.number <= lastThrough) for (const each of bundle.lines()) take(each);
      else outlet.dropBundle(line, bundle);
      wasKept = false;
      lastThrough = line.through;
      return;
    }
    const block = line.fold?.block;
    if (block !== undefined && outlet.keptAbove < block.size) {
      // What the block repeats is not all shown above it.
      for (const each of block.lines) take(each);
      return;
    }
    if (policy.hardChars === undefined && !outlet.isOpen && holdsOwnMark(line)) outlet.open();
    if (outlet.isOpen) {
      outlet.keep(line);
      return;
    }
    const isNews = judge.isNews(line);
    const isStaying = isKept(line);
    if (isStaying) keep(line, isNews);
    else outlet.drop(line);
    wasKept = isStaying;
    lastThrough = line.through;
  };
  /**
   * The last lines, where a gap lasts to the end: plain ones, and all of them if a failed run has shown no error, or a run
   * has shown nothing.
   */
  const closeTail = (): void => {
    if (policy.hardChars !== undefined) {
      const held = outlet.takeTail(Number.POSITIVE_INFINITY, true);
      const chosen = chooseTail(held, outlet.charsLeft, GAP_CHARS);
      outlet.promise([...chosen].reduce((sum, line) => sum + charsOf(line), 0));
      for (const line of held) chosen.has(line) ? outlet.keep(line) : outlet.drop(line);
      return;
    }
    const code = context.exitCode();
    const isFailure = code !== undefined && code !== 0 && policy.failureTailChars > 0;
    // Source that is quoted does not tell what went wrong.
    const wantsAll = isFailure && !judge.hasShownError && outlet.gap?.isQuoted !== true;
    const showsNoise = wantsAll || !hasKept;
    const tailChars = wantsAll ? policy.failureTailChars : hasKept ? policy.tailChars : LAST_CHARS;
    for (const line of outlet.takeTail(Math.min(Math.max(0, outlet.charsLeft), tailChars), showsNoise)) {
      if (showsNoise || line.weight !== 'noise') outlet.keep(line);
      else outlet.drop(line);
    }
  };
  const flush = (): readonly Item[] => {
    const items = outlet.flush();
    for (const item of items) if (!isMarkItem(item)) notes.show(item);
    return items;
  };
  return {
    push(batch) {
      for (const line of batch) {
        if (policy.areHitsTold) hitsOf.see(line);
        take(line);
      }
      return flush();
    },
    end() {
      if (!outlet.isOpen) closeTail();
      outlet.close();
      return [...flush(), ...notes.marks()];
    },
    idle() {
      outlet.idle();
      return flush();
    },
    release() {
      outlet.open();
      return flush();
    },
  };
}

interface Notes {
  forget(line: Line): void;
  noteTokens(lines: readonly Line[]): number;
  /** A line is in the output. */
  show(line: Line): void;
  marks(): readonly MarkItem[];
}

/** What the end of the output says about the lines that were left out. */
function openNotes(policy: ClampPolicy): Notes {
  const ledger = openLedger();
  const passed = openPassedCounts();
  const isHard = policy.hardChars !== undefined;
  return {
    forget(line) {
      if (line.fold?.bundle !== undefined) {
        ledger.pass(line.fold.bundle.chars);
        line.fold.bundle.forget();
        return;
      }
      // The gap's mark counts these.
      if (line.because === DIFF_BODY && !isHard) {
        ledger.pass(line.text.length + 1);
        return;
      }
      if (line.evidence === undefined && line.fold === undefined) {
        ledger.pass(line.text.length + 1);
        if (line.shape !== ROUTINE_SHAPE) passed.add(line, 1);
        return;
      }
      for (const part of partsOf(line)) {
        ledger.add(part);
        if (part.evidence === undefined) passed.add(part, part.count);
      }
    },
    noteTokens(lines) {
      let tokens = 0;
      const texts = new Map<number, string>();
      for (const { evidence, because, shape, text } of lines.flatMap(partsOf)) {
        if (because === 'passed' && tokens === 0) tokens = COUNTED_TOKENS;
        if (evidence !== undefined && !ledger.has(shape)) texts.set(shape, text);
      }
      if (isHard) return tokens + (texts.size > 0 ? COUNTED_TOKENS : 0);
      for (const text of texts.values()) tokens += recapTokens(text);
      return tokens;
    },
    show: passed.show,
    marks() {
      const counts = passed.mark();
      const passedMarks = counts === undefined ? [] : [{ mark: counts, count: 0 }];
      const all = isHard ? ledger.counted() : undefined;
      const marks = isHard ? (all === undefined ? [] : [{ mark: all, count: ledger.total }]) : ledger.recap();
      return [...passedMarks, ...marks].map(({ mark, count }) => ({ mark, from: 0, through: 0, evidence: count }));
    },
  };
}
