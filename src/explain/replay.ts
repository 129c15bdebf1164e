/** What would have been saved of recorded outputs, and what would have been left out; nothing is stored. */
import { Readable } from 'node:stream';
import type { Report } from '../line.js';
import type { Book } from '../rules/book.js';
import { quoteWord } from '../text/quote-word.js';
import { explainOutput } from './manifest.js';
import type { RecordedOutput } from './session.js';

/** Outputs of one tool that were made smaller by one mechanism. */
export interface ReplayRow {
  /** The rule's id, or that there is none. */
  readonly rule: string;
  /** `left out`, `folded`, `as it is` (with why, where nothing was tried), or the name of a compressor. */
  readonly how: string;
  outputs: number;
  rawTokens: number;
  /** With marks and footers. */
  outTokens: number;
  omittedLines: number;
}

export interface Replayed {
  readonly rows: readonly ReplayRow[];
  /** Outputs of tools that run no command: they stay as they are. */
  readonly others: { readonly outputs: number; readonly tokens: number };
  /** Lines that would be left out, by reason, most first. */
  readonly reasons: readonly { readonly reason: string; readonly lines: number }[];
  readonly warnings: number;
}

export interface Replay {
  /** Reduces one output in memory. A call that was seen before does not count again: a resumed session repeats its past. */
  add(output: RecordedOutput): Promise<void>;
  result(): Replayed;
}

const NO_RULE = '(no rule)';
/** Characters that one token holds in tool output, about: as in a report. */
const CHARS_PER_TOKEN = 3.3;
const MAX_KNOWN_CALLS = 1_000_000;

/** @param book the rules; the built-in ones where it is undefined. */
export function openReplay(book: Book | undefined): Replay {
  const isNew = openMemory();
  const rows = new Map<string, ReplayRow>();
  const reasons = new Map<string, number>();
  const others = { outputs: 0, tokens: 0 };
  let warnings = 0;
  return {
    async add({ id, command, text, exitCode }) {
      if (text === '' || !isNew(id)) return;
      const bytes = Buffer.from(text);
      if (command === undefined) {
        others.outputs += 1;
        others.tokens += Math.round(bytes.length / CHARS_PER_TOKEN);
        return;
      }
      const line = typeof command === 'string' ? command : command.map(quoteWord).join(' ');
      const source = Readable.from([bytes], { objectMode: false });
      const { report, counts, warnings: said } = await explainOutput(source, { book, command: line, exitCode });
      warnings += said.length;
      addReport(rows, report);
      for (const { reason, lines } of counts) reasons.set(reason, (reasons.get(reason) ?? 0) + lines);
    },
    result: () => ({
      rows: [...rows.values()].sort((a, b) => savedBy(b) - savedBy(a)),
      others,
      reasons: [...reasons].map(([reason, lines]) => ({ reason, lines })).sort((a, b) => b.lines - a.lines),
      warnings,
    }),
  };
}

const savedBy = ({ rawTokens, outTokens }: ReplayRow): number => rawTokens - outTokens;

/** Whether a call has not been seen yet; one without a name never has. */
function openMemory(): (id: string | undefined) => boolean {
  const seen = new Set<string>();
  return id => {
    if (id === undefined) return true;
    if (seen.has(id)) return false;
    if (seen.size < MAX_KNOWN_CALLS) seen.add(id);
    return true;
  };
}

function addReport(rows: Map<string, ReplayRow>, report: Report): void {
  const [rule, how] = [report.rule ?? NO_RULE, howOf(report)];
  const key = `${rule} ${how}`;
  const row = rows.get(key) ?? { rule, how, outputs: 0, rawTokens: 0, outTokens: 0, omittedLines: 0 };
  row.outputs += 1;
  row.rawTokens += report.rawTokens;
  row.outTokens += report.outTokens;
  row.omittedLines += report.omitted.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  rows.set(key, row);
}

function howOf({ compressor, isLossy, rawBytes, outBytes, skipReason }: Report): string {
  if (compressor !== undefined) return compressor;
  if (isLossy) return 'left out';
  if (outBytes !== rawBytes) return 'folded';
  return skipReason === undefined ? 'as it is' : `as it is: ${skipReason}`;
}
