/**
 * Source lines that a compiler or a linter quotes below the place it names, with the marks under them. One reading of a
 * text's lines for the stage that names them and for the check that must find the very same ones.
 */
import { openPointedQuotes } from './pointed-quotes.js';
import { type Place, placeIn } from './quote-places.js';
import { openHunk } from './quoted-hunks.js';
import { openBelowCall, openBelowWarning } from './quoted-statements.js';
import { evidenceOf, isPassedLine } from './severity.js';

/** A line as it is read here. */
export interface QuoteText {
  /** Without what a runner writes before it. */
  readonly text: string;
  /** One whole line of the input, that no service acts on. */
  readonly isWhole: boolean;
  /** A service acts on it: it does not wait for what stands below. */
  readonly isUrgent?: boolean;
}

/** A line, and whether it is quoted; undefined: what stands below it would have told. */
export interface Judged<Item> {
  readonly item: Item;
  readonly isQuote: boolean | undefined;
}

export interface Quotes<Item> {
  /** Gives the lines that are judged by now, in order. Holds `AHEAD` lines. */
  push(item: Item): readonly Judged<Item>[];
  end(): readonly Judged<Item>[];
  /** Gives out what is held, judged or not. */
  release(): readonly Judged<Item>[];
}

/** So many lines below one are looked at. */
const AHEAD = 2;
/** Lines between a place, or a part of a frame, and what is quoted below it. */
const MAX_DISTANCE = 3;
const MAX_PAIR_DISTANCE = 8;
/** The same for a frame whose first line has a number near that of the place. */
const MAX_REACH = 24;
const MAX_CHARS = 400;
/** How far from the line that is spoken of others are quoted. */
const MAX_CONTEXT = 8;

/** A bar in front of a quoted line, of its marks and of labels. */
const BAR = '[|│:·╵╎]';
/** What stands behind the number of a source line; in a log the bar parts columns. */
export const NUMBER_BAR = '\\s*[|│](?! (?:ERROR|WARNING) +\\|)';
/** A source line behind its number; one that a test runner points at with `>` says where the run has ended. */
const CODE = new RegExp(`^\\s*(?:>(?=\\s*\\d+\\s*│))?\\s*(\\d+)(?:${NUMBER_BAR}|(?=\\t))(?:\\s|$)|^(\\d+): `);
/** The first or last line of a frame, or one between two quoted ones. */
const EDGE = /^\s*(?:[|│:·╵╎]\s*|`-{2,}|╰─{2,}╯?|[|│]?\s*(?:\.{3,}|⋮|┆|‡))$/;
/** Marks behind a bar, and nothing else. */
const MARKS = new RegExp(`^\\s*${BAR}[\\s/\\\\]*_*[\\^~─┬|│_][\\s\\^~─┬|│_-]*(?:\\.{3})?$`);
/** Marks with more beside them, or what hangs on the marks above. */
const LABEL = new RegExp(`^\\s*${BAR}\\s*\\S`);
/** Marks under one stretch, with a label. */
const ONE_LABEL = new RegExp(`^\\s*${BAR}\\s*\\^+ [^\\s^~-](?!.* {2}[-^~])`);
/** More than one stretch is marked. */
const SEVERAL = new RegExp(`^\\s*${BAR}\\s*\\S+\\s+\\S`);
/** Marks without a bar, under a line without a number. */
const CARET = /^[ \t]*[\^~][\^~ \t-]*(?:\.{3})?$/;
/** A sign to be put where the marks above are, of which the message speaks. */
const SIGNS = /^\s+[^\s\w^~]{1,4}\s*$/;
/** ShellCheck's marks with their message. */
const CARET_MESSAGE = /^ *\^-*\^? SC\d+ \(/;
/** What a remedy begins with: the lines below it are proposed, and stand in no file. */
const REMEDY = /^\s*(?:[=iℹ] )?(?:help|hint|fix|suggestion|Did you mean|(?:[Uu]ns|[Ss])afe fix)\b/;
/** A line of another form that stands above marks and is more than source. */
const NO_SOURCE = /^(?:[A-Z]+ \d+: |\s*(?:[|│^>]|[+-] |at |\[))/;
/** A proposed line, and what marks in it is new. */
const PROPOSED = /^\s*\d+\s*(?:[|│+~-]|$)/;
const ADDED = /^\s*[|│]\s*[+~]+(?:\s+[+~]+)*\s*$/;
/** What went wrong in a run: the line that stopped it is shown below. */
const STOPPED = /\b(?:\w*Error|\w*Exception): |\bpanicked\b/;
/** The name of what was asked: with it, or with a column, the message stands for itself. */
const NAMED = /\[[\w.,-]+\]/;
/** Nothing but where a text is no such data is said: the line itself shows why. */
const AT_POSITION = /\bat position \d+/;
/** A frame of Python's stack: the line below stays, the marks under that go, but where they say what no message does. */
const PYTHON_FRAME = /^\s*(?:\|\s+)?File "[^"]+", line \d+/;
/** In a group of exceptions they stand behind a bar. */
const PYTHON_MARKS = /^[ \t]*(?:\|[ \t]+)?[\^~][\^~ \t-]*$/;
const SYNTAX_ERROR = /^\s*(?:\|\s+)?(?:Syntax|Indentation|Tab)Error\b/;

/** @param read what is to be known of a line. */
export function openQuotes<Item>(read: (item: Item) => QuoteText): Quotes<Item> {
  const frame = openFrame();
  const hunk = openHunk();
  const below = openBelowMessage();
  const pointed = openPointedQuotes();
  const inStack = openBelowCall();
  const warned = openBelowWarning();
  let held: { readonly item: Item; readonly line: QuoteText }[] = [];

  const judgeFirst = (isSure: boolean): Judged<Item> => {
    const [first, next, later] = held as [(typeof held)[0], (typeof held)[0] | undefined, (typeof held)[0] | undefined];
    held = held.slice(1);
    const { text } = first.line;
    const isShort = text.length < MAX_CHARS;
    const ahead = [next?.line.text ?? '', later?.line.text ?? ''] as const;
    const isIn = [
      hunk.read(text),
      below.read(text),
      inStack.read(text),
      warned.read(text, ahead[0]),
      pointed.read(text, ...ahead),
    ].includes(true);
    const isFrame = frame.read(text, ...ahead);
    const isQuote = isShort && first.line.isWhole && (isIn || isFrame) && isMute(text);
    return { item: first.item, isQuote: isSure ? isQuote : undefined };
  };
  const giveAll = (isSure: boolean): readonly Judged<Item>[] => {
    const out: Judged<Item>[] = [];
    while (held.length > 0) out.push(judgeFirst(isSure));
    return out;
  };
  return {
    push(item) {
      const line = read(item);
      held.push({ item, line });
      if (line.isUrgent) return giveAll(true);
      return held.length > AHEAD ? [judgeFirst(true)] : [];
    },
    end: () => giveAll(true),
    release: () => giveAll(false),
  };
}

/** It says nothing of the run. */
const isMute = (text: string): boolean => evidenceOf(text) === undefined && !isPassedLine(text);

/** Lines below a place. */
function openFrame(): { read(text: string, next: string, later: string): boolean } {
  let place: Place | undefined;
  /** Lines in which a frame, or a pair of a line and its marks, may begin. */
  let left = 0;
  let leftForPair = 0;
  let reach = 0;
  /** The line above was a quoted one without a number, or with one. */
  let isMarkedAbove = false;
  let isCodeAbove = false;
  /** The place, or what has been said since, tells without the source what is meant. */
  let isTold = false;
  /** The line of the place stays. */
  let isAsked = false;
  /** The lines are those of a remedy. */
  let isRemedy = false;
  /** A source line of this frame has been left to stand. */
  let hasShown = false;
  /** The line that was read last, and the one above it. */
  let [newest, second] = ['', ''];

  /** The number of a source line near the place; -1 for others. */
  const numberOf = (text: string): number => {
    const number = Number(
      CODE.exec(text)
        ?.slice(1)
        .find(found => found !== undefined) ?? -1,
    );
    return place === undefined || Math.abs(number - place.line) > MAX_CONTEXT ? -1 : number;
  };
  const isCode = (text: string, next: string, later: string): boolean | undefined => {
    const number = numberOf(text);
    if (number < 0) return undefined;
    const isSpokenOf = LABEL.test(next) && !MARKS.test(next) && !EDGE.test(next) && !CODE.test(next);
    const isOfPlace = number === place?.line && !hasShown;
    if (isOfPlace && isAsked) return false;
    if (isSpokenOf) return isOfPlace && ONE_LABEL.test(next) && !CODE.test(later);
    if (!MARKS.test(next) || EDGE.test(later) || CODE.test(later) || !LABEL.test(later)) return true;
    return isOfPlace && !SEVERAL.test(next);
  };
  const isInFrame = (text: string, next: string, later: string): boolean | undefined => {
    const code = isCode(text, next, later);
    hasShown ||= code === false;
    if (code !== undefined) return code;
    if (left <= 0) return EDGE.test(text) && numberOf(next) >= 0 ? true : undefined;
    if (CODE.test(text)) return undefined;
    if (EDGE.test(text)) return true;
    if (MARKS.test(text)) return !SEVERAL.test(text) || !LABEL.test(next) || EDGE.test(next) || CODE.test(next);
    return LABEL.test(text) ? false : undefined;
  };
  const isInPair = (text: string, next: string): boolean => {
    if (isMarkedAbove) {
      isMarkedAbove = false;
      return CARET.test(text);
    }
    if (CARET.test(second) ? SIGNS.test(text) : isCodeAbove && CARET.test(text)) return true;
    if (leftForPair <= 0 || text.trim() === '' || NO_SOURCE.test(text)) return false;
    isMarkedAbove = CARET.test(next);
    if (isMarkedAbove) return isTold && !PYTHON_FRAME.test(second);
    return left === MAX_DISTANCE && CARET_MESSAGE.test(next) && place?.isAlone === true;
  };
  const isBelowPython = (text: string, next: string): boolean =>
    PYTHON_FRAME.test(second) && PYTHON_MARKS.test(text) && !SYNTAX_ERROR.test(next);
  /** What frames a remedy. */
  const isInRemedy = (text: string): boolean => {
    const isMark = isRemedy && (EDGE.test(text) || ADDED.test(text));
    isRemedy &&= isMark || PROPOSED.test(text);
    return isMark;
  };
  const isQuoted = (text: string, next: string, later: string): boolean | undefined => {
    const isFrame = isInFrame(text, next, later);
    const isSource = isFrame === true && CODE.test(text);
    if (isFrame !== undefined) {
      left = MAX_DISTANCE;
      reach = MAX_REACH;
    } else if (isInPair(text, next)) leftForPair = MAX_PAIR_DISTANCE;
    else return undefined;
    isCodeAbove = isSource;
    return isFrame ?? true;
  };
  return {
    read(text, next, later) {
      const isMarks = isBelowPython(text, next) || isInRemedy(text);
      [newest, second] = [text, newest];
      if (isMarks) return true;
      const isQuote = reach > 0 ? isQuoted(text, next, later) : undefined;
      if (isQuote !== undefined) return isQuote;
      hasShown = false;
      isCodeAbove = false;
      const found = placeIn(text);
      if (found !== undefined) {
        place = found;
        isTold = found.hasColumn || NAMED.test(text);
        isAsked = AT_POSITION.test(text) || AT_POSITION.test(second);
        left = MAX_DISTANCE;
        leftForPair = MAX_PAIR_DISTANCE;
        reach = MAX_REACH;
      } else if (REMEDY.test(text)) {
        isRemedy = true;
        left = 0;
        leftForPair = 0;
        reach = 0;
      } else if (reach > 0) {
        isTold = (isTold || NAMED.test(text)) && !STOPPED.test(text);
        left -= 1;
        leftForPair -= 1;
        reach -= 1;
      }
      return false;
    },
  };
}

/** The place alone, then a message, of which the last line ends with the name of what was asked, then source up to a blank line. */
const PLACE_ALONE = /^\/?(?:[\w@.+~-]+\/)*[\w@.+~-]+\.\w+:\d+:\d+$/;
const MESSAGE = /^(?:Error|Warn|Hint): \S/;
const MESSAGE_END = / \((?:svelte|ts|js|css|scss|less|postcss)\)$/;
/** Lines of a message. */
const MAX_MESSAGE_LINES = 40;

/** Source below a message, as svelte-check shows it. */
function openBelowMessage(): { read(text: string): boolean } {
  let isPlace = false;
  /** Lines that the message may still have; 0 where there is none. */
  let left = 0;
  let isSource = false;
  return {
    read(text) {
      if (isSource) {
        isSource = text.trim() !== '';
        return isSource;
      }
      if (left > 0) left -= 1;
      else if (isPlace && MESSAGE.test(text)) left = MAX_MESSAGE_LINES;
      if (left > 0 && MESSAGE_END.test(text)) {
        isSource = true;
        left = 0;
      }
      isPlace = /\d$/.test(text) && PLACE_ALONE.test(text);
      return false;
    },
  };
}
