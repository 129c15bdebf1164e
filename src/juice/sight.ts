/** What a run is, as far as its first bytes have said. */
import { type Classification, classify, classifyAs } from '../classify/classify.js';
import type { ParsedCommand } from '../classify/command.js';
import { isReduced, readHead } from '../classify/head.js';
import type { KindHint } from '../classify/hint.js';
import type { Switch } from '../compressors/switches.js';
import { builtInRules } from '../generated/rules.js';
import { type Book, type BookRule, openBook } from '../rules/book.js';
import type { Head, WindowOptions } from '../source/window.js';
import { holdsCiCommand, isCiCommand } from '../text/ci.js';
import { isBinary } from '../text/encoding.js';
import { HEAD_SIZE } from '../text/head.js';
import { findLead, leadOf } from '../text/lead.js';
import type { Start } from './below.js';
import type { Tuning } from './tuning.js';
import { switchThatStops } from './turned-off.js';

/** Inputs below this are only rendered. */
const MIN_BYTES_TO_REDUCE = 512;

/** How much is looked at before a run is classified. */
export const HEAD: WindowOptions = {
  bytes: HEAD_SIZE,
  minBytes: MIN_BYTES_TO_REDUCE,
  isUrgent: line => isCiCommand(line) || holdsCiCommand(line),
};

/** How much is read before a run is classified: whether the input is small must be known by then. */
export const headFor = ({ minBytes = MIN_BYTES_TO_REDUCE }: Tuning): WindowOptions => ({
  ...HEAD,
  bytes: Math.max(HEAD.bytes, minBytes),
  minBytes,
});

interface SightOptions extends Tuning {
  /** The rules of this run; the built-in ones where it is not given. */
  readonly book?: Book | undefined;
  readonly maxChars?: number | undefined;
  readonly hint?: KindHint | undefined;
  isGivenBack?(): boolean;
  onWarning(message: string): void;
}

/** What the head says of the run. */
export interface Kind {
  /** Undefined where nothing is to be reduced. */
  readonly found: Classification<BookRule> | undefined;
  readonly skipReason:
    | 'binary'
    | 'already reduced'
    | 'given back'
    | 'better as it is'
    | `${Switch} is turned off`
    | undefined;
  readonly isCrText: boolean;
  /** What a runner writes before each line. */
  readonly lead: RegExp | undefined;
  /** Lines of the head without it. */
  readonly lines: readonly string[];
}

/** What is known of the run so far. */
export interface Sight {
  readonly start: Start;
  /** Undefined while only lines have come that could not wait. */
  readonly kind: Kind | undefined;
  /** The first `lines` lines cannot wait. */
  urge(lines: number): void;
  see(head: Head, command: ParsedCommand | undefined): void;
}

/** Nothing is known yet. */
export function openSight(options: SightOptions): Sight {
  const { book = openedBook(), maxChars, onWarning, minBytes = MIN_BYTES_TO_REDUCE, turnedOff = [], hint } = options;
  const start = { through: 0 };
  let kind: Kind | undefined;
  const isSmall = ({ bytes, isWhole }: Head): boolean => isWhole && bytes.length < minBytes;
  const kindOf = (head: Head, command: ParsedCommand | undefined): Kind => {
    const { bytes, isWhole } = head.bytes.length > HEAD.bytes ? beginningOf(head) : head;
    if (isBinary(bytes)) {
      onWarning('the input is binary (too many control bytes for text): passed through as it is');
      return { found: undefined, skipReason: 'binary', isCrText: false, lead: undefined, lines: [] };
    }
    if (hint?.kind === 'binary')
      return { found: undefined, skipReason: 'binary', isCrText: false, lead: undefined, lines: [] };
    const { lines, isCrText } = readHead(bytes, isWhole);
    const skipped = (skipReason: Kind['skipReason']): Kind => {
      return { found: undefined, skipReason, isCrText, lead: undefined, lines: [] };
    };
    if (isSmall(head) && isBetterRaw(isWhole ? lines : readHead(head.bytes, true).lines, head.bytes))
      return skipped('better as it is');
    if (options.isGivenBack?.()) return skipped('given back');
    // Our own output stays as it is, unless a limit asks for less.
    const isTooLong = maxChars !== undefined && lines.join('\n').length > maxChars;
    if (isReduced(lines) && !isTooLong) return skipped('already reduced');
    const lead = findLead(lines);
    const bare = lead === undefined ? lines : lines.map(line => line.slice(leadOf(line, lead).length));
    const seen = classify(book, { lines: bare, whole: lines }, command);
    const found = hint === undefined ? seen : classifyAs(book, seen, hint);
    const stopped =
      maxChars === undefined ? switchThatStops(turnedOff, { ...found, told: hint?.kind }, bare) : undefined;
    if (stopped !== undefined) return skipped(`${stopped} is turned off`);
    return { found, skipReason: undefined, isCrText, lead, lines: bare };
  };
  return {
    start,
    get kind() {
      return kind;
    },
    urge(lines) {
      start.through = lines;
    },
    see(head, command) {
      kind = kindOf(head, command);
      const isSkippedTooLate = kind.found === undefined && start.through > 0;
      if ((isSmall(head) && kind.found !== undefined) || isSkippedTooLate) start.through = Number.POSITIVE_INFINITY;
    },
  };
}

/** What a run is classified by, whatever is read before. */
const beginningOf = ({ bytes }: Head): Head => ({ bytes: bytes.subarray(0, HEAD.bytes), isWhole: false });

/** Codes that move the cursor may stand for many blanks; others leave nothing to be seen. Line ends are left aside. */
function isBetterRaw(lines: readonly string[], bytes: Buffer): boolean {
  const rendered = lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0);
  const raw = bytes.filter(byte => byte !== 0x0a && byte !== 0x0d).length;
  return rendered > raw || (rendered === 0 && raw > 0);
}

let builtIn: Book | undefined;

/** The built-in rules, read once a process. */
export function openedBook(): Book {
  builtIn ??= openBook(builtInRules);
  return builtIn;
}
