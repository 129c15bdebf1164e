/** What kind of text this is, by its own looks: for reports. What may be left out of it is decided by `sniff.ts`. */
import type { Report } from '../line.js';
import { isTableRow } from '../text/columns.js';
import { areNames, cellsOf } from '../text/delimited.js';
import { isDiff } from '../text/diff.js';
import type { KindHint } from './hint.js';
import type { TextKind } from './kinds.js';
import { looksLikeCode } from './looks/code.js';
import { looksLikeIni, looksLikeToml, looksLikeYaml } from './looks/configuration.js';
import { looksLikeHtml, looksLikeXml } from './looks/markup.js';
import { looksLikeDiff } from './looks/patch.js';
import { isAccess, isFrame, isHit, isLogRecord, isPath } from './looks/rows.js';
import type { Seen } from './looks/seen.js';
import { looksLikeMarkdown, looksLikeProse } from './looks/writing.js';

/** A kind, and how sure that is: 1 is certain. */
export interface Looks {
  readonly kind: TextKind;
  readonly confidence: number;
}

/** Below this nothing is said. */
const MIN_CONFIDENCE = 0.5;
/** A smaller share of lines makes no kind of a text, however it is rounded. */
const LEAST = 0.49;

/** Lines that are looked at, and characters of each. */
const MAX_LINES = 400;
const MAX_LINE_CHARS = 2_000;

/** A look at the lines: how sure it is that they are of its kind, 0 to 1. */
type Look = (text: Seen) => number;

/** The first that is sure wins; of the others the surest, and of two that are as sure the first. */
const LOOKS: readonly (readonly [TextKind, Look])[] = [
  ['diff', text => (isDiff(text.lines) ? 1 : looksLikeDiff(text))],
  ['jsonl', jsonLines],
  ['json', json],
  ['html', looksLikeHtml],
  ['xml', looksLikeXml],
  ['access-log', ({ share }) => share(isAccess, LEAST)],
  ['stack-trace', stacked],
  ['log', ({ lines, share }) => (lines.length >= 3 ? share(isLogRecord, LEAST) : 0)],
  ['csv', text => delimited(text, [',', ';', '|'])],
  ['tsv', text => delimited(text, ['\t'])],
  ['search', searched],
  ['listing', listed],
  ['markdown', looksLikeMarkdown],
  ['toml', looksLikeToml],
  ['ini', looksLikeIni],
  ['yaml', looksLikeYaml],
  ['code', looksLikeCode],
  ['table', tabled],
  ['prose', looksLikeProse],
];

const SURE = 0.95;

/** @param head lines of the first 16 KiB. Undefined: nothing is sure enough. */
export function kindByLooks(head: readonly string[]): Looks | undefined {
  const lines = head
    .slice(0, MAX_LINES)
    .map(line => line.slice(0, MAX_LINE_CHARS))
    .filter(line => line.trim() !== '');
  const [first] = lines;
  if (first === undefined) return undefined;
  const share = openShare(lines);
  let best: Looks | undefined;
  for (const [kind, look] of LOOKS) {
    const confidence = Number(look({ lines, share, first }).toFixed(2));
    if (confidence >= MIN_CONFIDENCE && confidence > (best?.confidence ?? 0)) best = { kind, confidence };
    if (confidence >= SURE) break;
  }
  return best;
}

/** See `Seen`. */
function openShare(lines: readonly string[]): Seen['share'] {
  return (isSo, least = 0) => {
    const mostOthers = lines.length * (1 - least);
    let others = 0;
    for (const line of lines) {
      if (!isSo(line)) others += 1;
      if (others > mostOthers) return 0;
    }
    return (lines.length - others) / lines.length;
  };
}

/** The kind of a run's text, in this order: as the caller says, as its rule, as its lines. Undefined: nothing is sure. */
export function kindOfRun(
  { kind, family, shape, skipReason }: Pick<Report, 'kind' | 'family' | 'shape' | 'skipReason'>,
  head: readonly string[],
  hint: KindHint | undefined,
): TextKind | undefined {
  if (hint !== undefined) return hint.kind;
  if (skipReason === 'binary') return 'binary';
  if (kind === 'diff') return 'diff';
  if (shape === 'verdict') return family === 'test-results' ? 'test-output' : 'build-output';
  return kindByLooks(head)?.kind ?? (shape === 'stream' ? 'log' : undefined);
}

/** Python quotes a line of source below each of its frames. */
function stacked({ lines, share }: Seen): number {
  if (lines.length <= MAX_TRACE_LINES && lines.filter(isFrame).length >= 2 && lines.some(line => RAISED.test(line)))
    return Math.max(0.6, stackedShare({ lines, share }));
  return stackedShare({ lines, share });
}

/** All that a program says when it dies. */
const MAX_TRACE_LINES = 60;
const RAISED =
  /^(?:\s*[|+-]*\s*Traceback \(most recent call last\)|(?:Uncaught |Exception in thread .* )?(?:[\w$]+[.:]{1,2})*\w*(?:Error|Exception|Panic)\b.*|panic: .*|(?:PHP )?Fatal error: .*|.*\bthread '.*' panicked at .*|\*\* \(\w+\) .*|Unhandled .*)/;

function stackedShare({ lines, share }: Pick<Seen, 'lines' | 'share'>): number {
  const frames =
    share(isFrame, LEAST / 2) * (lines.some(line => /^\s*Traceback \(most recent call last\)/.test(line)) ? 2 : 1);
  return frames >= 0.5 ? Math.min(1, 0.5 + frames / 2) : 0;
}

/** A line of JSON over several lines. */
const JSON_LINE =
  /^\s*(?:"(?:[^"\\]|\\.)*"\s*(?::.*)?,?\s*$|[\]}[{],?\s*$|[[{]\s*["[{\d-].*[,\]}[{]\s*$|-?\d[\d.eE+-]*,?\s*$|(?:true|false|null),?\s*$)/;

function json({ lines, first, share }: Seen): number {
  if (!/^\s*[[{]/.test(first)) return 0;
  if (parses(lines.join('\n'))) return 1;
  if (lines.length === 1)
    return /^\s*(?:\{\s*"(?:[^"\\]|\\.)*"\s*:|\[\s*(?:[[{"\d-]|true|false|null))/.test(first) ? 0.9 : 0;
  if (parses(first)) return 0;
  // `[section]` of a configuration, `{` of a block.
  const isOpened = /^\s*(?:\{\s*$|\{\s*"|\[\s*$|\[\s*(?:[{["]|-?\d[\d.eE+-]*\s*[,\]]))/.test(first);
  return isOpened && /^\s*["[{\]}\d-]/.test(lines[1] ?? '') ? share(line => JSON_LINE.test(line)) : 0;
}

/** What a logger says of each of its lines. */
const LOGGED = /"(?:level|levelname|severity|lvl|log\.level)"\s*:/;

function jsonLines({ lines, share }: Seen): number {
  if (lines.length < 2 || !lines.slice(0, -1).every(line => /^\s*[[{].*[\]}]\s*$/.test(line) || line.length >= 2_000))
    return 0;
  const isParsed = share(line => line.length >= 2_000 || parses(line));
  return share(line => LOGGED.test(line)) > 0.5 || isParsed < 0.5 ? 0 : Math.min(1, isParsed + 0.1);
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `src/a.ts:12: text`, or a file's name and its lines below it. */
function searched({ lines, share }: Seen): number {
  const hits = share(line => isHit(line) || line === '--', LEAST);
  if (hits >= 0.6) return hits;
  if (areNumbered(lines)) return 0.96;
  if (lines.length < 3 || !isPath(lines[0] ?? '')) return 0;
  const below = share(line => /^\d+[:-]/.test(line) || line === '--', LEAST);
  return below >= 0.6 ? below : 0;
}

/** Hits in one file: `12:text`, by their places; counts of hits in many: `src/a.ts:3`. */
function areNumbered(lines: readonly string[]): boolean {
  if (lines.length < 3) return false;
  if (lines.every(line => /^(?:[^\s:]+\/[^\s:]*|[^\s:]+\.\w+):\d+$/.test(line))) return true;
  let last = 0;
  return lines.every(line => {
    if (line === '--') return true;
    const place = Number(/^(\d+)[:-](?!\d)/.exec(line)?.[1] ?? 0);
    const isNext = place > last;
    last = place;
    return isNext;
  });
}

const PERMISSIONS = /^(?:\s*\d+\s+\d+\s+)?[-dlbcps][-rwxsStT]{9}|^total \d/;
const BRANCH = /^[│\u00a0 |]*(?:[├└]──|[|`]--|[+\\]---?) /;

/** A size or a state and a path: `du`, `find -printf`, `unzip -l`, `git diff --name-status`. */
const SIZED =
  /^\s*(?:[\d.,]+[KMGTB]?(?:iB)?|[AMDRCTUX]\d{0,3})(?:\s+\d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?)?\s+(?:[^\s]*\/)?[\w.@+-]*[\w@+-](?:\/|\t\S+)?$/;
const NAME = /^[\w.@+,:~%=-]+$/;

/** One name a line: files, as `ls` prints them, where many of them have an ending. */
function named(lines: readonly string[]): number {
  if (lines.length < 5 || !lines.every(line => NAME.test(line))) return 0;
  const ended = lines.filter(line => /[^.].*\.[\w-]|^\.\w|[-_]/.test(line)).length;
  return ended >= lines.length / 3 ? 0.9 : 0;
}

function listed({ lines, share }: Seen): number {
  if (lines.length < 2) return 0;
  return Math.max(
    share(line => PERMISSIONS.test(line) || /^\S+:$/.test(line), LEAST),
    share(line => BRANCH.test(line)) + 1 / lines.length,
    share(isPath, LEAST),
    share(line => SIZED.test(line), LEAST) * 0.96,
    named(lines),
  );
}

/** Names of three columns and more, and no line with more values than these or without any; or as many quoted ones in each. */
function isDense(lines: readonly string[]): boolean {
  const [head = ''] = lines;
  const counts = lines.map(line => cellsOf(line, ',').length);
  const most = Math.max(...counts);
  if (most < 3 || lines.some(line => line.includes(', '))) return false;
  const isQuoted = lines.every(line => /^"[^"]*",/.test(line)) && counts.every(count => count === most);
  return isQuoted || (areNames(head, ',') && counts[0] === most && counts.every(count => count > most / 2));
}

/** `Package   Version` above a ruler; names and what they are, in two columns; rows with gaps. */
function tabled({ lines, share }: Seen): number {
  if (lines.length < 3) return 0;
  if (/^[-=+]{2,}(?: +[-=+]{2,})+$/.test(lines[1] ?? '')) return 0.96;
  const paired = share(line => /^\s*[A-Za-z][\w .,()/-]{0,39}: {2,}\S/.test(line), LEAST);
  return Math.max(paired >= 0.9 ? 0.96 : 0, share(isTableRow, LEAST) * 0.8);
}

/** As many marks in each line, and names in the first. */
function delimited({ lines: all }: Seen, marks: readonly string[]): number {
  const lines = all.filter(line => !line.startsWith('#'));
  if (lines.length < 3) return 0;
  const whole = lines.slice(0, -1);
  if (marks.includes(',') && isDense(whole)) return 0.9;
  const best = marks.map(mark => {
    const named = cellsOf(whole[0] ?? '', mark).length;
    if (named < 3) return 0;
    const counts = whole.map(line => cellsOf(line, mark).length);
    const same = counts.filter(count => count === named).length / counts.length;
    const isNamed = areNames(whole[0] ?? '', mark);
    const isTight = isNamed || !whole.slice(1).some(line => line.includes(`${mark} `) && !line.includes('"'));
    return isTight || mark === '\t' ? same : 0;
  });
  const most = Math.max(...best);
  return most >= 0.9 ? most : 0;
}
