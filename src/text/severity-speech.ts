/** Text that only speaks of errors: source code, documents, search hits, headings, names of tests about to run. */
import { anyOf, type Row } from './severity-pattern.js';
import { COMPOUNDS, HAPPENED, SPEAKERS, SPEAKERS_OF_PAST } from './severity-words.js';

/** Source code, mark-up and search hits. */
export const SOURCE_CODE: readonly Row[] = [
  // After a diff sign, a line number or a gutter, a word that only code starts with.
  [
    'throw|raise|except|catch|return|import|const|let|var|if|else|elif|def|class|func|fn|pub|use|while|for|#include|export|static|public|private|async|await|try|assert|with|struct|enum|impl|match|case',
    /^[-+>|\s]*(?:\d+\s*[|│:]?\s*)?[-+]?\s*(?:throw|raise|except|catch|return|import|from \S+ import|const|let|var|if|else|elif|def|class|func|fn|pub|use|while|for|#include|export|static|public|private|async|await|try|assert|with|struct|enum|impl|match|case|function)\b(?! (?:failed|error|failure|timed|denied)|: )/,
  ],
  ['//|/*|#!|<!--|"""|--[[|*', /^\s*(?:\/\/|\/\*|#!|<!--|"""|--\[\[)|^\s+\*(?:\s|\/$)/],
  // A level in the next column: a linter's table (phpcs).
  ['^0|^>', /^\s*>?\s*\d+(?::\d+)? ?[|│](?! (?:ERROR|WARNING) +\|)/],
  ['', /^\s*[|│]\s+(?:[-+|^~_`]|\|)*$/],
  ['', /[;{(]\s*$/],
  ['(', /\w\((?:[frb]?["'`]|[a-z_]+, ?["'])/],
  ['"|\'|`', /^[-+\s]*["'`].*["'`],?$/],
  ['^-|^+', /^[-+](?:\s{2,}|[^\s\d-].*[,;:({})\]]$)/],
  [':&.|/', /^[^\s:]+[./][^\s:]*:\d+:(?:\S|\s{2,}|\t|$)/],
  ['^0', /^\d+[:-](?!\d|[MSCX] \d\d [A-Z])(?! (?:fatal|error|warning))/],
  [
    '</|<p|<li|<d|<em|<c|<span|<a|<td|<pre|<s|<link|<meta',
    /<\/?(?:p|li|dl|dd|dt|em|code|span|a|td|pre|script|link|meta)\b/,
  ],
  ['^at ', /^\s+at (?:async )?\S+(?: \(|$)/],
];

/** Whether a line is source code, mark-up or a search hit. */
export const isSourceCode = anyOf(SOURCE_CODE);

/** What a tool is about to do. */
const HEADING =
  /^\s*(?:# Subtest:|=== RUN|=== CONT|=== PAUSE|Scenario:|Feature:|TASK \[|PLAY \[|RUNNING HANDLER|-{1,2}[a-z][\w-]*(?:[ =,<[]\S.*?)?\s{2,}\S|(?:Compiling|Downloaded|Checking|Fresh|Adding|Updating|Locking|Removing|Unpacking) \S+ v\d|-- (?:Looking for|Check|Performing Test|Detecting)|\[ RUN )/;

/** Whether a line only announces a step, a test or a check by its name. */
export function isHeading(text: string): boolean {
  return HEADING.test(text);
}

/** Cells of a table, set apart by two blanks or more. */
const COLUMNS = /^\s*[^\s:]+(?:\s{2,}[^\s:]+)+$/;

/** Whether a line holds columns of single words, so that a word of failure is a name or a value there. */
export function isRow(text: string): boolean {
  return COLUMNS.test(text);
}

const MAX_WORD_CHARS = 16;

/** The word before `start`, lower case; empty where there is none after a single blank. */
function wordBefore(text: string, start: number): string {
  if (start < 2 || text.charCodeAt(start - 1) !== 32) return '';
  let at = start - 1;
  while (at > 0 && start - at < MAX_WORD_CHARS && isWordCode(text.charCodeAt(at - 1))) at -= 1;
  return text.slice(at, start - 1).toLowerCase();
}

function wordAfter(text: string, end: number): string {
  if (text.charCodeAt(end) !== 32) return '';
  let at = end + 1;
  while (at < text.length && at - end < MAX_WORD_CHARS && isWordCode(text.charCodeAt(at))) at += 1;
  return text.slice(end + 1, at).toLowerCase();
}

function isWordCode(code: number): boolean {
  return (code > 96 && code < 123) || (code > 64 && code < 91) || code === 45;
}

/** Whether a word of failure is only spoken of: in a compound ("error handling") or a condition ("if it fails", "on error"). */
export function isSpoken(text: string, start: number, end: number): boolean {
  const after = wordAfter(text, end);
  const before = wordBefore(text, start);
  if (COMPOUNDS.has(after)) return before !== 'npm' && text.charCodeAt(end + 1 + after.length) !== 58;
  const next = text.charCodeAt(end);

  if (next === 58 || HAPPENED.has(after) || (next === 32 && text.charCodeAt(end + 1) === 40)) return false;
  if (before === '') return false;
  if (before === 'an' || before === 'a') {
    const verb = wordBefore(text, start - before.length - 1);
    return verb === 'about' || (SPEAKERS.has(verb) && verb !== 'this');
  }
  if (before === 'of' && wordBefore(text, start - 3) === 'because') return false;
  return text.charCodeAt(end - 1) === 100 ? SPEAKERS_OF_PAST.has(before) : SPEAKERS.has(before);
}
