/** What would be left out of a text, line by line with the reason; nothing is stored, and nothing is shown. */
import { type Readable, Writable } from 'node:stream';
import type { SecretPolicy } from '../ccr/secret-scan.js';
import { openUnstored } from '../ccr/unstored.js';
import type { Tuning } from '../juice/tuning.js';
import { juice } from '../juice.js';
import type { Line, LineRange, Report } from '../line.js';
import type { Book } from '../rules/book.js';

/** Lines that would be left out for one reason. */
export interface Omission extends LineRange {
  readonly reason: string;
}

export interface ReasonCount {
  readonly reason: string;
  readonly lines: number;
}

/** The data-loss manifest of one text. */
export interface Manifest {
  readonly report: Report;
  /** In the text's order. */
  readonly omitted: readonly Omission[];
  /** All of them, by reason, most lines first. */
  readonly counts: readonly ReasonCount[];
  readonly warnings: readonly string[];
}

export interface ManifestOptions extends Tuning {
  readonly book?: Book | undefined;
  readonly command?: string | undefined;
  readonly exitCode?: number | undefined;
  /** False: what is left out could not be kept. */
  readonly canOmit?: boolean;
  /** What the store would do with what looks like a secret; `skip` where it is not given. */
  readonly secrets?: SecretPolicy | undefined;
}

/** Stretches of lines that share their reason; what comes beyond so many is not told apart. */
const MAX_STRETCHES = 200_000;
const UNKNOWN = 'not told apart: there are too many stretches of lines';

/** Runs the reduction as `reduce` would. Memory: some bytes for each stretch of lines that share their reason. */
export async function explainOutput(
  source: Readable,
  { exitCode, canOmit = true, secrets = 'skip', ...options }: ManifestOptions,
): Promise<Manifest> {
  const stretches: Omission[] = [];
  const warnings: string[] = [];
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const report = await juice(source, nowhere, {
    ...options,
    profile: 'full',
    exit: async () => ({ code: exitCode, signal: undefined }),
    recorder: canOmit ? openUnstored(secrets) : undefined,
    onWarning: message => warnings.push(message),
    onLine: line => note(stretches, line),
  });
  const omitted = reasonsOf(report.omitted, stretches);
  return { report, omitted, counts: countsOf(omitted), warnings };
}

function note(stretches: Omission[], line: Line): void {
  const last = stretches[stretches.length - 1];
  const reason = reasonOf(line);
  const from = line.number;
  if (last !== undefined && last.reason === reason && from <= last.to + 1)
    stretches[stretches.length - 1] = { from: last.from, to: Math.max(last.to, line.through), reason };
  else if (stretches.length < MAX_STRETCHES) stretches.push({ from, to: line.through, reason });
}

/** Why a line goes, if it goes. */
function reasonOf({ weight, because, evidence }: Line): string {
  if (weight === 'noise') return because ?? 'noise';
  if (evidence !== undefined) return `no room: ${evidence} lines, which are counted`;
  return because?.includes(' benign.') ? `no room: ${because}` : 'no room, or blank beside a gap';
}

/** Both lists are in order: each range is cut where the reason changes. */
function reasonsOf(ranges: readonly LineRange[], stretches: readonly Omission[]): readonly Omission[] {
  const omitted: Omission[] = [];
  let at = 0;
  for (const range of ranges) {
    let from = range.from;
    while (from <= range.to) {
      while (at < stretches.length && (stretches[at]?.to ?? 0) < from) at += 1;
      const stretch = stretches[at];
      const isIn = stretch !== undefined && stretch.from <= from;
      const to = Math.min(range.to, isIn ? stretch.to : (stretch?.from ?? Number.POSITIVE_INFINITY) - 1);
      omitted.push({ from, to, reason: isIn ? stretch.reason : UNKNOWN });
      from = to + 1;
    }
  }
  return omitted;
}

function countsOf(omitted: readonly Omission[]): readonly ReasonCount[] {
  const counts = new Map<string, number>();
  for (const { from, to, reason } of omitted) counts.set(reason, (counts.get(reason) ?? 0) + to - from + 1);
  return [...counts].map(([reason, lines]) => ({ reason, lines })).sort((a, b) => b.lines - a.lines);
}
