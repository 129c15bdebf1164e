/** Reads control codes (ECMA-48, DEC, xterm) out of a raw line and carries them out on a grid. */
import { chooseCharset, type Slot } from './screen-charset.js';
import type { Grid } from './screen-grid.js';

/** What the codes act on. The grid changes while a program has the alternate screen. */
export interface Terminal {
  readonly grid: Grid;
  enterAlternate(): void;
  leaveAlternate(): void;
}

/**
 * Every control code that the stage removes: C0 without tab, DEL, and CSI as one character. Other characters from
 * U+0080 to U+009F do nothing on a terminal that reads UTF-8; what looks like them is mostly text of a Windows code page.
 */
export const CONTROL = /[\x00-\x08\x0b-\x1f\x7f\x9b]/;

const NEXT_CONTROL = new RegExp(CONTROL, 'g');
const CSI = /([<=>?]?)([0-?]*)([ -/]*)([@-~])/y;
const CSI_PART = /[0-?]*[ -/]*/y;
/** `›` of a Windows code page is U+009B too: only with a number behind it is it taken for a code. */
const C1_CSI = /\d[\d;:]*[ -/]*[@-~]/y;
const OTHER_ESCAPE = /([ -/]*)([0-~])/y;
const OSC_END = /[\x07\x18\x1a\x1b\x9c]/g;
const STRING_END = /[\x18\x1a\x1b\x9c]/g;

const UNFINISHED = -1;
/** An unfinished code longer than this is none. */
const MAX_CODE_CHARS = 256;
const MAX_PARAMETER = 9999;

/**
 * Writes a raw line, or a piece of one, to the terminal.
 * @returns the beginning of a code that the text's end cuts off, to be put before the next piece; '' mostly. Of a
 * string (title, image) only its introducer, because what it says is not shown.
 */
export function interpret(text: string, terminal: Terminal): string {
  let at = 0;
  while (at < text.length) {
    NEXT_CONTROL.lastIndex = at;
    const next = NEXT_CONTROL.test(text) ? NEXT_CONTROL.lastIndex - 1 : text.length;
    if (next > at) terminal.grid.put(text.slice(at, next));
    if (next === text.length) return '';
    at = control(text, next, terminal);
    if (at === UNFINISHED) return unfinished(text, next);
    terminal.grid.endText();
  }
  return '';
}

/** Carries out the code at `at`. Returns where the text goes on. */
function control(text: string, at: number, terminal: Terminal): number {
  const { grid } = terminal;
  switch (text.charCodeAt(at)) {
    case 0x08:
      grid.moveToColumn(grid.x - 1);
      break;
    case 0x0b:
    case 0x0c:
      grid.index();
      break;
    case 0x0d:
      grid.moveToColumn(0);
      break;
    case 0x0e:
      useCharset(grid, 1);
      break;
    case 0x0f:
      useCharset(grid, 0);
      break;
    case 0x1b:
      return escapeSequence(text, at, terminal);
    case 0x9b:
      C1_CSI.lastIndex = at + 1;
      return C1_CSI.test(text) ? controlSequence(text, at + 1, terminal) : at + 1;
  }
  return at + 1;
}

function useCharset(grid: Grid, slot: Slot): void {
  grid.charsets = { ...grid.charsets, slot };
}

function escapeSequence(text: string, at: number, terminal: Terminal): number {
  const kind = text.charAt(at + 1);
  switch (kind) {
    case '':
      return UNFINISHED;
    case '[':
      return controlSequence(text, at + 2, terminal);
    case ']':
      return endOfString(text, at + 2, OSC_END);
    case 'P':
    case 'X':
    case '^':
    case '_':
      return endOfString(text, at + 2, STRING_END);
    case 'k': {
      // The title of a screen or tmux window. Elsewhere the code is unknown, and what follows it is text.
      const length = text.slice(at, at + MAX_CODE_CHARS).indexOf('\x1b\\');
      return at + 2 + Math.max(0, length);
    }
  }
  OTHER_ESCAPE.lastIndex = at + 1;
  const found = OTHER_ESCAPE.exec(text);
  if (found === null) return isBetween(text, at + 1) ? UNFINISHED : at + 1;
  escapeCode(found[1] ?? '', found[2] ?? '', terminal.grid);
  return OTHER_ESCAPE.lastIndex;
}

/** True where nothing but intermediate characters stands from `from` to the end. */
function isBetween(text: string, from: number): boolean {
  return text.length - from <= MAX_CODE_CHARS && /^[ -/]*$/.test(text.slice(from));
}

function escapeCode(between: string, final: string, grid: Grid): void {
  if (between === '(' || between === ')') {
    grid.charsets = chooseCharset(grid.charsets, between === '(' ? 0 : 1, final === '0');
  } else if (between === '') ESCAPES[final]?.(grid);
}

const ESCAPES: Readonly<Record<string, (grid: Grid) => void>> = {
  7: grid => grid.saveCursor(),
  8: grid => grid.restoreCursor(),
  D: grid => grid.index(),
  E: grid => {
    grid.moveToColumn(0);
    grid.index();
  },
  M: grid => grid.reverseIndex(),
  c: grid => grid.reset(),
};

/** A terminal gives a string up at CAN, SUB or any other escape; without an end it goes to the end of the line. */
function endOfString(text: string, from: number, end: RegExp): number {
  end.lastIndex = from;
  if (!end.test(text)) return UNFINISHED;
  const at = end.lastIndex - 1;
  if (text.charCodeAt(at) !== 0x1b) return at + 1;
  const next = text.charAt(at + 1);
  if (next === '') return UNFINISHED;
  return next === '\\' ? at + 2 : at;
}

function controlSequence(text: string, from: number, terminal: Terminal): number {
  CSI.lastIndex = from;
  const found = CSI.exec(text);
  if (found === null) {
    CSI_PART.lastIndex = from;
    CSI_PART.test(text);
    const end = Math.max(from, CSI_PART.lastIndex);
    return end === text.length ? UNFINISHED : end;
  }
  const [, mark = '', parameters = '', between = '', final = ''] = found;
  const numbers = parameters.split(/[;:]/).map(part => Math.min(Number.parseInt(part, 10) || 0, MAX_PARAMETER));
  if (mark === '' && between === '') SEQUENCES[final]?.(terminal.grid, Math.max(1, numbers[0] ?? 0), numbers);
  else if (mark === '' && between === '!' && final === 'p') terminal.grid.resetModes();
  else if (mark === '?' && (final === 'h' || final === 'l')) setModes(numbers, final === 'h', terminal);
  return CSI.lastIndex;
}

const SEQUENCES: Readonly<Record<string, (grid: Grid, count: number, numbers: readonly number[]) => void>> = {
  '@': (grid, count) => grid.row?.insert(grid.x, Math.min(count, 200)),
  A: (grid, count) => grid.moveUp(count),
  B: (grid, count) => grid.moveDown(count),
  C: (grid, count) => grid.moveToColumn(grid.x + count),
  D: (grid, count) => grid.moveToColumn(grid.x - count),
  E: (grid, count) => {
    grid.moveDown(count);
    grid.moveToColumn(0);
  },
  F: (grid, count) => {
    grid.moveUp(count);
    grid.moveToColumn(0);
  },
  G: (grid, count) => grid.moveToColumn(count - 1),
  H: (grid, count, numbers) => moveTo(grid, count, numbers[1] ?? 1),
  I: (grid, count) => grid.tab(count),
  J: (grid, _, numbers) => grid.eraseDisplay(numbers[0] ?? 0),
  K: (grid, _, numbers) => grid.eraseLine(numbers[0] ?? 0),
  L: (grid, count) => grid.insertLines(count),
  M: (grid, count) => grid.deleteLines(count),
  P: (grid, count) => grid.row?.remove(grid.x, count),
  S: (grid, count) => grid.scrollUp(count),
  T: (grid, count, numbers) => (numbers.length > 1 ? undefined : grid.scrollDown(count)),
  X: (grid, count) => grid.row?.erase(grid.x, grid.x + count),
  Z: (grid, count) => grid.backTab(count),
  '`': (grid, count) => grid.moveToColumn(count - 1),
  a: (grid, count) => grid.moveToColumn(grid.x + count),
  b: (grid, count) => grid.repeat(count),
  d: (grid, count) => grid.moveToRow(count),
  e: (grid, count) => grid.moveDown(count),
  f: (grid, count, numbers) => moveTo(grid, count, numbers[1] ?? 1),
  h: (grid, _, numbers) => setInserting(grid, numbers, true),
  l: (grid, _, numbers) => setInserting(grid, numbers, false),
  r: (grid, _, numbers) => grid.setRegion(numbers[0] ?? 0, numbers[1] ?? 0),
  s: grid => grid.saveCursor(),
  u: grid => grid.restoreCursor(),
};

function moveTo(grid: Grid, row: number, column: number): void {
  grid.moveToRow(row);
  grid.moveToColumn(column - 1);
}

function setInserting(grid: Grid, numbers: readonly number[], isInserting: boolean): void {
  if (numbers.includes(4)) grid.isInserting = isInserting;
}

/** The alternate screen, the cursor's place, and two that only tell: a hidden cursor and a frame drawn at once. */
function setModes(numbers: readonly number[], isOn: boolean, terminal: Terminal): void {
  for (const mode of numbers) {
    if (mode === 1049 || mode === 1047 || mode === 47) {
      if (isOn) terminal.enterAlternate();
      else terminal.leaveAlternate();
    } else if (mode === 1048) {
      if (isOn) terminal.grid.saveCursor();
      else terminal.grid.restoreCursor();
    } else if (mode === 25 || mode === 2026) {
      terminal.grid.isRedrawing = true;
    }
  }
}

function unfinished(text: string, at: number): string {
  const isString = /[\]PX^_]/.test(text.charAt(at + 1));
  if (isString) return text.slice(at, at + 2) + (text.endsWith('\x1b') ? '\x1b' : '');
  return text.length - at > MAX_CODE_CHARS ? text.slice(at, at + 2) : text.slice(at);
}
