/** Finding lines in a stored original without reading all of it back: by what they say, or because they were left out. */
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import stripAnsi from 'strip-ansi';
import { JuiceError } from '../errors.js';
import type { Gaps } from './gaps.js';
import { openPatience } from './patience.js';
import type { Entry } from './read.js';

/** A longer line is searched and shown in pieces of about this size, all under its number; context counts in pieces then. */
const MAX_LINE_BYTES = 1024 * 1024;
/** What may wait to become the context before a match; with very long lines there is less context than asked for. */
const MAX_CONTEXT_BYTES = 4 * 1024 * 1024;
/** Strings of this size die young: those of a whole block would stay until the heap is collected whole. */
const PIECE_BYTES = 64 * 1024;
/** Of results in hand; one that is read slowly holds up the search. */
const OUT_BYTES = 256 * 1024;
const NEWLINE = 10;
/** A usual pattern takes a hundredth of a second. */
const MAX_BLOCK_MS = 5_000;

/** What to look for. */
export interface GrepOptions {
  /** A JavaScript regular expression; a leading `(?i)` makes it blind to case. */
  readonly pattern: string;
  /** Lines to show before and after each match. */
  readonly contextLines: number;
  /** What the pattern may take for a MiB. */
  readonly maxBlockMs?: number;
}

/** A search under way. */
export interface Grep {
  /** `12:a line that matches`, `13-a line of context`, `--` between groups; the lines' bytes are exact. */
  readonly stream: Readable;
  /** Matches so far; final once the stream has ended. */
  matchCount(): number;
}

/**
 * Searches an original line by line. Numbers are those that `--lines` takes. Colour codes do not hide a match.
 * Memory: about 6 MiB, whatever the original's size.
 * @throws {JuiceError} BAD_FLAG for a pattern that is none. The stream fails as the entry's own does, and with BAD_FLAG for a
 * pattern that takes more than five seconds for a MiB.
 */
export function grepEntry(entry: Entry, { pattern, contextLines, maxBlockMs = MAX_BLOCK_MS }: GrepOptions): Grep {
  const compiled = compile(pattern);
  const isMatch = (text: string): boolean =>
    compiled.test(text) || (text.includes('\x1b') && compiled.test(stripAnsi(text)));
  const search = new Search(isMatch, { contextLines, hasGroups: contextLines > 0 });
  return searchEntry(entry, search, openPatience(maxBlockMs, tooSlow));
}

const tooSlow = (): JuiceError =>
  new JuiceError(
    'BAD_FLAG',
    '--grep: the pattern takes too long here. Write one with fewer ways to match the same text.',
  );

/** The lines of an original that were left out, in the same form, with `--` between two gaps. */
export function hiddenOf(entry: Entry, { ranges }: Gaps): Grep {
  let at = 0;
  const isHidden = (_text: string, number: number): boolean => {
    while ((ranges[at]?.to ?? Number.POSITIVE_INFINITY) < number) at += 1;
    return (ranges[at]?.from ?? Number.POSITIVE_INFINITY) <= number;
  };
  return searchEntry(entry, new Search(isHidden, { contextLines: 0, hasGroups: true }));
}

/** Runs work on a block of lines. */
type Attempt = (work: () => void) => void;

function searchEntry(entry: Entry, search: Search, attempt: Attempt = work => work()): Grep {
  return {
    stream: Readable.from(run(entry, search, attempt), { objectMode: false, highWaterMark: OUT_BYTES }),
    matchCount: () => search.matchCount,
  };
}

async function* run(entry: Entry, search: Search, attempt: Attempt): AsyncGenerator<Buffer> {
  for (const block of wholeLines(entry.text())) {
    attempt(() => {
      for (const piece of piecesOf(block)) searchPiece(piece, search);
    });
    const found = search.flush();
    if (found.length > 0) yield found;
    // A process may have more to do than this.
    await setImmediate();
  }
}

function searchPiece(piece: Buffer, search: Search): void {
  // Latin-1 gives every byte back as it was; UTF-8 does so only where it is valid.
  const isValid = isUtf8(piece);
  const lines = piece.toString(isValid ? 'utf8' : 'latin1').split('\n');
  const open = lines.pop() ?? '';
  for (const line of lines) {
    take(line, isValid, search);
    search.nextLine();
  }
  if (open !== '') take(open, isValid, search);
  search.encode();
}

/** One bad byte must not hide what its neighbours say. */
function take(line: string, isValid: boolean, search: Search): void {
  if (isValid) {
    search.take(line, 'utf8');
    return;
  }
  const bytes = Buffer.from(line, 'latin1');
  if (isUtf8(bytes)) search.take(bytes.toString('utf8'), 'utf8');
  else search.take(line, 'latin1');
}

/** Parts of a block that end where a line does, of about `PIECE_BYTES`; a longer line is one of them. */
function* piecesOf(block: Buffer): Generator<Buffer> {
  for (let from = 0; from < block.length; ) {
    const to = block.length - from <= PIECE_BYTES ? -1 : block.indexOf(NEWLINE, from + PIECE_BYTES);
    const end = to < 0 ? block.length : to + 1;
    yield block.subarray(from, end);
    from = end;
  }
}

/** Blocks that end where a line ends, but for the pieces of a line over the limit and a last line without newline. */
function* wholeLines(blocks: Iterable<Buffer>): Generator<Buffer> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for (const block of blocks) {
    const end = block.lastIndexOf(NEWLINE) + 1;
    if (end > 0 || (heldBytes > 0 && heldBytes + block.length > MAX_LINE_BYTES)) {
      yield Buffer.concat([...held, block.subarray(0, end)]);
      held = [];
      heldBytes = 0;
    }
    held.push(block.subarray(end));
    heldBytes += block.length - end;
  }
  if (heldBytes > 0) yield Buffer.concat(held);
}

interface Shown {
  readonly number: number;
  readonly text: string;
  readonly encoding: 'utf8' | 'latin1';
}

type IsMatch = (text: string, number: number) => boolean;

interface SearchForm {
  readonly contextLines: number;
  /** Whether `--` stands between lines that are no neighbours. */
  readonly hasGroups: boolean;
}

class Search {
  private readonly isMatch: IsMatch;
  private readonly contextLines: number;
  private readonly hasGroups: boolean;
  private before: Shown[] = [];
  private beforeBytes = 0;
  private afterLeft = 0;
  private lastShown = 0;
  private number = 1;
  private readonly out: Buffer[] = [];
  /** Shown, and not among `out` yet; all of one encoding. */
  private text = '';
  private encoding: Shown['encoding'] = 'utf8';
  matchCount = 0;

  constructor(isMatch: IsMatch, { contextLines, hasGroups }: SearchForm) {
    this.isMatch = isMatch;
    this.contextLines = contextLines;
    this.hasGroups = hasGroups;
  }

  nextLine(): void {
    this.number += 1;
  }

  take(text: string, encoding: 'utf8' | 'latin1'): void {
    const shown = { number: this.number, text, encoding };
    if (this.isMatch(text.endsWith('\r') ? text.slice(0, -1) : text, this.number)) {
      this.matchCount += 1;
      for (const line of this.before.splice(0)) this.show(line, '-');
      this.beforeBytes = 0;
      this.show(shown, ':');
      this.afterLeft = this.contextLines;
    } else if (this.afterLeft > 0) {
      this.afterLeft -= 1;
      this.show(shown, '-');
    } else if (this.contextLines > 0) {
      this.hold(shown);
    }
  }

  flush(): Buffer {
    return Buffer.concat(this.out.splice(0));
  }

  private hold(line: Shown): void {
    this.before.push(line);
    this.beforeBytes += line.text.length;
    while (this.before.length > this.contextLines || this.beforeBytes > MAX_CONTEXT_BYTES) {
      this.beforeBytes -= this.before.shift()?.text.length ?? 0;
    }
  }

  private show({ number, text, encoding }: Shown, mark: ':' | '-'): void {
    const hasGap = this.lastShown > 0 && number > this.lastShown + 1;
    const group = hasGap && this.hasGroups ? '--\n' : '';
    if (encoding !== this.encoding) this.encode();
    this.encoding = encoding;
    this.text += `${group}${number}${mark}${text}\n`;
    this.lastShown = number;
  }

  /** A line that is held as text holds all of the text that it was cut from. */
  encode(): void {
    if (this.text !== '') this.out.push(Buffer.from(this.text, this.encoding));
    this.text = '';
  }
}

/** @throws {JuiceError} BAD_FLAG for a pattern that is none. */
export const checkPattern = (pattern: string): void => void compile(pattern);

function compile(pattern: string): RegExp {
  const isCaseBlind = pattern.startsWith('(?i)');
  try {
    return new RegExp(isCaseBlind ? pattern.slice(4) : pattern, isCaseBlind ? 'i' : '');
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(': ').at(-1) ?? '') : '';
    const shown = JSON.stringify(pattern.slice(0, 80));
    throw new JuiceError('BAD_FLAG', `--grep: ${shown} is not a regular expression: ${reason}.`, { cause: error });
  }
}
