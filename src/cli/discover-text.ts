/** Where little is saved, as lines for a person. */
import type { Replayed } from '../explain/replay.js';
import type { Group, Summary } from '../stats/summary.js';
import { printable } from '../text/printable.js';
import { alignRows, figure, percent, times } from './table.js';

/** Rows of a table; `--json` has them all. */
const MAX_ROWS = 12;

/** From what is recorded: which families are left as they are most, and which keep most of their tokens. */
export function recordedLines({ totals, families }: Summary, since: string | undefined): readonly string[] {
  const when = since === undefined ? '' : ` since ${since}`;
  if (totals.calls === 0) return [`no run is recorded${when}. Recorded sessions tell too: tinyjuice discover FILE`];
  const called = families.filter(({ calls }) => calls > 0);
  const untouched = called
    .filter(family => family.untouchedTokens > 0)
    .sort((a, b) => b.untouchedTokens - a.untouchedTokens);
  const skipped = Object.entries(totals.skipped).map(([why, calls]) => `${why} ${figure(calls)}`);
  return [
    `${times(totals.calls, 'call')}${when}; ${figure(totals.outTokens)} of ${figure(totals.rawTokens)} tokens are left; tokens are estimated`,
    ...(skipped.length === 0 ? [] : [`not tried: ${skipped.join(', ')}`]),
    '',
    ...alignRows([
      ['left as they are', 'calls', 'of', 'tokens', 'of'],
      ...untouched
        .slice(0, MAX_ROWS)
        .map(each => [
          each.name,
          figure(each.untouched),
          figure(each.calls),
          figure(each.untouchedTokens),
          figure(each.rawTokens),
        ]),
    ]),
    '',
    ...alignRows([
      ['saves least', 'calls', 'tokens', 'left', 'retrieved', 'saved net'],
      ...[...called].sort(byLeft).slice(0, MAX_ROWS).map(leftRow),
    ]),
  ];
}

/** What still has to be read, what was asked for again with it. */
const leftOf = ({ outTokens, retrievedTokens }: Group): number => outTokens + retrievedTokens;
const byLeft = (a: Group, b: Group): number => leftOf(b) - leftOf(a);

const leftRow = (group: Group): readonly string[] => [
  group.name,
  figure(group.calls),
  figure(group.rawTokens),
  figure(group.outTokens),
  figure(group.retrievedTokens),
  percent(group.netTokens, group.rawTokens),
];

export interface Sessions {
  readonly files: number;
  readonly brokenLines: number;
}

/** From recorded sessions: what would have been saved, by which rule and how, and what would have been left out. */
export function replayedLines(
  { rows, others, reasons }: Replayed,
  { files, brokenLines }: Sessions,
): readonly string[] {
  const sum = (of: (row: Replayed['rows'][number]) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);
  const [outputs, raw, out] = [sum(row => row.outputs), sum(row => row.rawTokens), sum(row => row.outTokens)];
  return [
    `${times(files, 'file')}, ${times(outputs, 'output')} of commands; tokens are estimated, marks are counted in`,
    `tokens  ${figure(raw)} -> ${figure(out)}: ${figure(raw - out)} would be saved, ${percent(raw - out, raw)}`,
    `others  ${times(others.outputs, 'output')} of tools that run no command, ${figure(others.tokens)} tokens, would stay as they are`,
    ...(brokenLines === 0 ? [] : [`broken  ${times(brokenLines, 'line')}, not looked at`]),
    ...(outputs === 0 ? [] : ['', ...rowTable(rows)]),
    ...(reasons.length === 0 ? [] : ['', ...reasonTable(reasons)]),
  ];
}

const rowTable = (rows: Replayed['rows']): readonly string[] =>
  alignRows(
    [
      ['rule', 'how', 'outputs', 'tokens', 'left', 'saved', 'lines left out'],
      ...rows.map(row => [
        printable(row.rule),
        row.how,
        figure(row.outputs),
        figure(row.rawTokens),
        figure(row.outTokens),
        percent(row.rawTokens - row.outTokens, row.rawTokens),
        figure(row.omittedLines),
      ]),
    ],
    2,
  );

const reasonTable = (reasons: Replayed['reasons']): readonly string[] => [
  ...alignRows([
    ['would be left out', 'lines'],
    ...reasons.slice(0, MAX_ROWS).map(each => [printable(each.reason), figure(each.lines)]),
  ]),
  ...(reasons.length > MAX_ROWS ? [`and for ${reasons.length - MAX_ROWS} reasons more; --json lists them all`] : []),
];
