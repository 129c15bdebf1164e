/** A place in a source file, as diagnostics print it: the code below it can be read there. */

export interface Place {
  readonly line: number;
  readonly hasColumn: boolean;
  /** The line says nothing else. */
  readonly isAlone: boolean;
}

/** A file's name: with a folder, or with an ending. */
const FILE = '(?:file://)?(?:[A-Za-z]:)?(?:[\\w@.+~-]*[/\\\\][^\\s:()[\\]"\'<>]*|[\\w@.+~-]+\\.[A-Za-z]\\w*)';
/** `a.c:12:5`, `a.c:12: `, `a.c(12,5)`, `a.hs:(12,5)-(14,8)`, a quoted file of Python's. */
const IN_FILE = new RegExp(`(?:^|[\\s([<"'])${FILE}(?::(\\d+)(?:(:\\d+)|: |-\\d+|:?$)|[:(]\\(?(\\d+),\\d+\\))`);
/** ShellCheck's heading. */
const HEADING = /^In \S+ line (\d+):$/;
/** `main.js (3:5): …`, `Unexpected token (3:5)` */
const IN_BRACKETS = /\((\d+):(\d+)\)/;
/** Deno says the place below. */
const FOLLOWS = /^TS\d+ \[(?:ERROR|WARN)\]: /;

/** Quickly asked of every line. */
const MAY_NAME = /[:(]\d|:\(\d| line \d|^TS\d/;
/** Longer lines name no place below which code is quoted. */
const MAX_CHARS = 1_024;

/** The place that a line names; undefined where it names none. */
export function placeIn(text: string): Place | undefined {
  if (text.length > MAX_CHARS || !MAY_NAME.test(text)) return undefined;
  const heading = HEADING.exec(text);
  if (heading !== null) return { line: Number(heading[1]), hasColumn: false, isAlone: true };
  const [, plain, column, bracketed] = IN_FILE.exec(text) ?? [];
  if (plain !== undefined) return { line: Number(plain), hasColumn: column !== undefined, isAlone: false };
  const line = bracketed ?? IN_BRACKETS.exec(text)?.[1];
  if (line !== undefined) return { line: Number(line), hasColumn: true, isAlone: false };
  return FOLLOWS.test(text) ? { line: 0, hasColumn: true, isAlone: false } : undefined;
}
