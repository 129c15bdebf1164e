/** Unified diffs, read line by line: which line of the text is what. Hunks say how long they are, so nothing is guessed. */

/** What a line of a diff is. `note`: `\ No newline at end of file`. */
export type DiffPart = 'file' | 'index' | 'old' | 'new' | 'hunk' | 'same' | 'added' | 'removed' | 'note';

/** Why a line of a generated file is noise; gaps of such lines say how many were added and removed. */
export const DIFF_BODY = 'generated file';

/** Marks of a merge that nobody has finished: wherever they stand, they are to be seen. */
export const CONFLICT = /^[ +-](?:<{7}|={7}|>{7}|\|{7})(?: |$)/;

/** Reads one text. State: the file and hunk that it is in. */
export interface DiffReader {
  /** What the next line is; undefined for one that is no part of a diff, or of a combined one. */
  read(text: string): DiffPart | undefined;
  /** The file that the last line was of, as its header names it; undefined outside of files. */
  readonly path: string | undefined;
  /** Line of the new file that the last line of a hunk stands at, of the old one where it was removed. */
  readonly lineNumber: number;
  /** Lines of a hunk are still to come. */
  readonly isInHunk: boolean;
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const INDEX = /^index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64}(?: \d{6})?$/;
/** `diff --git a/x b/x`, `diff -ru a/x b/x`. */
const FILE = /^diff -(?:-git |[\w-])/;

const PLUS = 0x2b;
const MINUS = 0x2d;
const BACKSLASH = 0x5c;
const BLANK = 0x20;

/** Lines of a hunk that are still to come, and where the next ones stand. */
interface Hunk {
  oldLeft: number;
  newLeft: number;
  oldLine: number;
  newLine: number;
}

/** Starts at the beginning of a text. */
export function openDiff(): DiffReader {
  let path: string | undefined;
  /** The old name has come, and the new one must be next. */
  let oldPath: string | undefined;
  let isInHeader = false;
  const hunk: Hunk = { oldLeft: 0, newLeft: 0, oldLine: 0, newLine: 0 };
  let lineNumber = 0;

  const inHunk = (text: string): DiffPart | undefined => {
    const part = partOf(text, hunk);
    if (part === undefined) return undefined;
    lineNumber = part === 'removed' ? hunk.oldLine : hunk.newLine;
    if (part === 'removed' || part === 'same') {
      hunk.oldLeft -= 1;
      hunk.oldLine += 1;
    }
    if (part === 'added' || part === 'same') {
      hunk.newLeft -= 1;
      hunk.newLine += 1;
    }
    return part;
  };
  const beginHunk = (text: string): boolean => {
    const found = HUNK.exec(text);
    if (found === null) return false;
    hunk.oldLine = Number(found[1]);
    hunk.oldLeft = Number(found[2] ?? 1);
    hunk.newLine = Number(found[3]);
    hunk.newLeft = Number(found[4] ?? 1);
    return true;
  };
  /** Outside of hunks. */
  const inHeader = (text: string): DiffPart | undefined => {
    const named = oldPath;
    oldPath = undefined;
    if (text.startsWith('@@ ') && path !== undefined && beginHunk(text)) {
      isInHeader = false;
      return 'hunk';
    }
    if (text.startsWith('+++ ') && named !== undefined) {
      path = nameOf(text) ?? named;
      return 'new';
    }
    path = undefined;
    if (text.startsWith('--- ')) {
      oldPath = nameOf(text) ?? '';
      return 'old';
    }
    if (FILE.test(text)) {
      isInHeader = true;
      return 'file';
    }
    return isInHeader && INDEX.test(text) ? 'index' : undefined;
  };
  return {
    get path() {
      return path;
    },
    get lineNumber() {
      return lineNumber;
    },
    get isInHunk() {
      return hunk.oldLeft > 0 || hunk.newLeft > 0;
    },
    read(text) {
      if (hunk.oldLeft > 0 || hunk.newLeft > 0) {
        const part = inHunk(text);
        if (part !== undefined) return part;
        hunk.oldLeft = 0;
        hunk.newLeft = 0;
      }
      return path !== undefined && isNote(text) ? 'note' : inHeader(text);
    },
  };
}

/** Tools that strip blanks at line ends leave an unchanged empty line empty. */
function partOf(text: string, { oldLeft, newLeft }: Hunk): DiffPart | undefined {
  const first = text === '' ? BLANK : text.charCodeAt(0);
  if (first === BLANK) return oldLeft > 0 && newLeft > 0 ? 'same' : undefined;
  if (first === PLUS) return newLeft > 0 ? 'added' : undefined;
  if (first === MINUS) return oldLeft > 0 ? 'removed' : undefined;
  return isNote(text) ? 'note' : undefined;
}

/** Its words are translated: `\ Kein Zeilenumbruch am Dateiende.` */
const isNote = (text: string): boolean => text.charCodeAt(0) === BACKSLASH && text.charCodeAt(1) === BLANK;

/** The file behind `--- ` or `+++ `, without the time that `diff` writes there; undefined for none. */
function nameOf(text: string): string | undefined {
  const name = (text.slice(4).split('\t')[0] ?? '').replace(/^"(.*)"$/, '$1');
  return name === '/dev/null' ? undefined : name;
}

/** Lines that stand around the hunks of a text which is nothing but diffs. */
export const AROUND_HUNKS =
  /^(?:$|diff |index |--- |\+\+\+ |(?:old|new|deleted file|new file) mode |(?:dis)?similarity index |(?:rename|copy) (?:from|to) |Binary files .* differ$|Files .* differ$|Only in |Common subdirectories: |Index: |={10,}$|commit [0-9a-f]{7,64}\b|(?:Author|AuthorDate|Commit|CommitDate|Date|Merge|Reflog|Reflog message):|Notes:$| {4}|warning: |\* Unmerged path |Submodule |---$| \S.* \| +(?:\d+|Bin\b)| \d+ files? changed, | (?:create|delete) mode \d| rename \S| mode change \d)/;
const BEGINNING =
  /^(?:diff --(?:git|cc|combined) |diff -\w|Index: \S|--- \S|Only in \S|commit [0-9a-f]{40}\b|warning: in the working copy of | \S.* \| +(?:\d+ [+-]+$|Bin\b))/;
export const COMBINED_HUNK = /^@@@+ -\d/;
const BINARY = /^(?:GIT binary patch|(?:literal|delta) \d+)$/;

/** True if the lines, the first of a text, are nothing but diffs, of commits perhaps, and hold a hunk. */
export function isDiff(lines: readonly string[]): boolean {
  if (!BEGINNING.test(lines.find(line => line !== '') ?? '')) return false;
  const diff = openDiff();
  let hasHunk = false;
  /** Combined hunks and binary patches do not say how long they are: up to the next file all is theirs. */
  let isOpen = false;
  for (const line of lines) {
    const part = diff.read(line);
    hasHunk ||= part === 'hunk';
    if (part === 'file' || line.startsWith('diff --')) isOpen = false;
    else if (COMBINED_HUNK.test(line) || BINARY.test(line)) {
      isOpen = true;
      hasHunk = true;
    } else if (part === undefined && !isOpen && !AROUND_HUNKS.test(line)) return false;
  }
  return hasHunk;
}
