/** What a text is by its own looks, where no rule knows it. Careful: what is not surely a log or output stays whole. */
import type { DocumentKind, Shape } from '../line.js';
import { isTableRow } from '../text/columns.js';
import { areNames, cellsOf } from '../text/delimited.js';
import { frameOf } from '../text/frames.js';
import { openSearchReader } from '../text/hits.js';
import { clockOf, isRecordStart } from '../text/record.js';
import { openSeries } from '../text/series.js';
import { isPassedLine } from '../text/severity.js';

export interface Sniffed {
  readonly shape: Shape;
  /** Only where it is sure. */
  readonly kind?: DocumentKind;
  readonly why: string;
}

/** Share of the lines of the peek that must start a record for the text to be a log. */
const MIN_RECORD_SHARE = 0.5;
/** Fewer lines than this are no log, whatever they look like. */
const MIN_RECORDS = 8;
/** Fewer lines are no rows of delimited data. */
const MIN_ROWS = 4;
/** The same for the steps of a run. */
const MIN_STEPS = 30;
/** Lines that name what passed, and their share of all. */
const MIN_TESTS = 8;
const MIN_TESTS_SHARE = 0.4;

/** Shape of a text from the rendered lines of its first 16 KiB. */
export function sniff(lines: readonly string[]): Sniffed {
  const full = lines.filter(line => line.trim() !== '');
  const records = full.filter(isRecordStart);
  // A call in a stack may stand unindented: one word.
  const outer = full.filter(line => /^\S+\s/.test(line));
  const isMostlyRecords = records.length >= MIN_RECORDS && records.length >= outer.length * MIN_RECORD_SHARE;
  if (isMostlyRecords && !areTableRows(records) && !areDelimited(records) && timesRise(records))
    return { shape: 'stream', why: 'log records' };
  if (areOfServices(full)) return { shape: 'stream', why: 'logs of several services' };
  if (areSteps(full)) return { shape: 'unknown', why: 'rows that count steps' };
  if (areTests(full)) return { shape: 'unknown', why: 'tests that passed' };
  if (areRows(full)) return { shape: 'document', kind: 'rows', why: 'delimited rows' };
  const document = documentKind(full);
  return document === undefined ? { shape: 'unknown', why: 'nothing known' } : { shape: 'document', why: document };
}

/** Names of columns, then as many values in each row, whatever is quoted in them. */
function areRows(lines: readonly string[]): boolean {
  const [head = ''] = lines;
  if (lines.length < MIN_ROWS) return false;
  return [',', ';', '\t', '|'].some(mark => {
    const count = head.split(mark).length;
    // The last line of the head may be cut.
    return count >= 3 && areNames(head, mark) && lines.slice(1, -1).every(line => cellsOf(line, mark).length === count);
  });
}

/** `docker compose up` and `logs`: the service's name and number before each line. */
function areOfServices(lines: readonly string[]): boolean {
  const named = lines.filter(line => /^[\w.-]+[-_]\d+ +\| /.test(line)).length;
  return named >= MIN_RECORDS && named >= lines.length * 0.8;
}

/** A run that counts its steps in columns is no table of data. */
function areSteps(lines: readonly string[]): boolean {
  const series = openSeries();
  let others = 0;
  for (const line of lines) {
    if (series.read(line)?.goesOn !== true) others += 1;
    // Most texts count nothing: half of them says so.
    if (others > lines.length / 2) return false;
  }
  return lines.length - others >= MIN_STEPS;
}

/** Names of tests that passed, in columns or as a tree: a run's report, however much it looks like a table. */
function areTests(lines: readonly string[]): boolean {
  const passed = lines.filter(isPassedLine).length;
  return passed >= MIN_TESTS && passed >= lines.length * MIN_TESTS_SHARE;
}

/** A listing with dates is no log: a log's times have seconds, and they rise. */
function timesRise(records: readonly string[]): boolean {
  let pairs = 0;
  let rising = 0;
  let before: string | undefined;
  for (const record of records) {
    const clock = clockOf(record);
    if (clock === undefined) continue;
    if (before !== undefined) {
      pairs += 1;
      if (clock >= before) rising += 1;
    }
    before = clock;
  }
  return pairs === 0 || rising >= pairs * 0.8;
}

/** A level as a column of its own. */
const LEVEL_COLUMN =
  /[\t,;](?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|trace|debug|info|warn|warning|error|fatal)[\t,;]/;

/** A logger's object. */
const JSON_LEVEL = /^\{.{0,200}?"(?:(?:level|levelname|severity|lvl)"\s*:|s"\s*:\s*"[DIWEF]\d?",)/;

/** The same number of commas, semicolons or tabs in nearly all of them, and no blank behind: rows of data with a time. */
function areDelimited(records: readonly string[]): boolean {
  const levelled = records.filter(record => LEVEL_COLUMN.test(record) || JSON_LEVEL.test(record));
  if (levelled.length > records.length / 2) return false;
  return [',', ';', '\t'].some(mark => {
    const counts = records.map(record => record.split(mark).length - 1);
    const usual = counts[counts.length >> 1] ?? 0;
    const isTight = !records.some(record => record.includes(`${mark} `));
    return usual >= 2 && isTight && counts.filter(count => count === usual).length >= counts.length * 0.95;
  });
}

/** Files of a listing, and packets on a wire: each is what was asked for. */
const areTableRows = (records: readonly string[]): boolean =>
  records.filter(line => /^[-dlbcps][-rwxsStT]{9}|^\S+ (?:\S+ )?IP6? \S+ > \S+: /.test(line)).length >
  records.length / 2;

const HEADS: readonly (readonly [RegExp, string])[] = [
  [/^(?:diff --git |Index: \S|--- \S+.*$)/, 'diff'],
  [/^\s*(?:<!DOCTYPE|<\?xml|<html\b)/i, 'markup'],
  [/^#!\s*\/|^(?:import|from) [\w.{*"'@]+|^package [\w.]+;?$|^#include [<"]|^use (?:std|crate|super)::/, 'source code'],
];

/** What the text must hold besides its head for each kind. */
function documentKind(lines: readonly string[]): string | undefined {
  const head = lines[0] ?? '';
  if (/^\s*[[{]\s*$/.test(head) && lines.slice(1, 30).every(line => JSON_LINE.test(line))) return 'JSON';
  if (/^\s*[[{].*[\]}],?\s*$/.test(head) && lines.length <= 2 && head.length > 200) return 'JSON';
  for (const [pattern, kind] of HEADS) {
    if (!lines.slice(0, 12).some(line => pattern.test(line))) continue;
    if (kind === 'diff' && !lines.some(line => /^@@ -\d/.test(line))) continue;
    if (kind === 'source code' && lines.filter(line => CODE_LINE.test(line)).length < lines.length * 0.4) continue;
    return kind;
  }
  const { length } = lines;
  if (
    length >= 20 &&
    areEnough(
      lines,
      line => CODE_LINE.test(line),
      count => count > length * 0.7,
    )
  )
    return 'source code';
  if (length < 5 || !areEnough(lines, isTableRow, count => count >= length * 0.8)) return undefined;
  return lines.some(isFrame) || areHits(lines) ? undefined : 'table';
}

/** What a search has found stands in columns only where the lines that it has found do. */
function areHits(lines: readonly string[]): boolean {
  const reader = openSearchReader();
  return lines.filter(line => reader.read(line) !== undefined).length > lines.length * 0.9;
}

/** Whether enough of the lines are so; looks at no more of them than that takes. */
function areEnough(
  lines: readonly string[],
  isSo: (line: string) => boolean,
  isEnough: (count: number) => boolean,
): boolean {
  let most = lines.length;
  return lines.every(line => {
    if (!isSo(line)) most -= 1;
    return isEnough(most);
  });
}

/** A call in a stack is no row of a table. */
const isFrame = (line: string): boolean => /^\s*at /.test(line) || frameOf(line) !== undefined;

const JSON_LINE =
  /^\s*(?:"(?:[^"\\]|\\.)*"\s*:|[\]}[{]|"(?:[^"\\]|\\.)*",?\s*$|-?\d[\d.eE+-]*,?\s*$|(?:true|false|null),?\s*$)/;
const CODE_LINE =
  /[{};]\s*$|^\s*(?:\/\/|\/\*|\*|#\s)|^\s*(?:def|class|fn|func|function|const|let|var|return|if|for|while|import|from|pub|use|export|type|interface|struct|impl|match|else|elif|try|except)\b.*[:{(;=,)]?\s*$|^\s*[)}\]]+[,;]?\s*$/;
