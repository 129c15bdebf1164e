/** A summary of recorded runs as lines for a person. */
import type { Problems } from '../stats/read.js';
import type { Group, Summary } from '../stats/summary.js';
import type { Totals } from '../stats/tally.js';
import { alignRows, figure, percent, times } from './table.js';

/** Families shown; `--json` has them all. */
const MAX_FAMILIES = 8;
const MAX_BAR_CHARS = 24;

export interface Shown {
  readonly zone: string;
  readonly firstDay: string | undefined;
  readonly by: string;
  /** A bar for each row: for eyes, at a terminal. */
  readonly hasBars: boolean;
}

export function summaryLines({ totals, groups, families }: Summary, shown: Shown): readonly string[] {
  const since = shown.firstDay === undefined ? '' : ` since ${shown.firstDay}`;
  if (totals.calls === 0 && totals.retrievals === 0) return [`no run is recorded${since}`];
  return [
    `${times(totals.calls, 'call')}${since}; days of ${shown.zone}; tokens are estimated`,
    ...totalLines(totals),
    '',
    ...tableOf('family', families.slice(0, MAX_FAMILIES), false),
    '',
    ...tableOf(shown.by, groups, shown.hasBars),
  ];
}

function totalLines(totals: Totals): readonly string[] {
  const { calls, rawTokens, outTokens, savedTokens, netTokens, retrievedTokens, median } = totals;
  const row = (name: string, text: string): string => `${name.padEnd(10)} ${text}`;
  return [
    row(
      'tokens',
      `${figure(rawTokens)} -> ${figure(outTokens)}: ${figure(savedTokens)} saved, ${percent(savedTokens, rawTokens)}`,
    ),
    row(
      'retrieved',
      totals.retrievals === 0
        ? 'nothing'
        : `${times(retrievedTokens, 'token')} in ${times(totals.retrievals, 'retrieval')}, of ${times(totals.retrievedCalls, 'call')}: ${figure(netTokens)} saved net, ${percent(netTokens, rawTokens)}`,
    ),
    row('bytes', `${figure(totals.rawBytes)} -> ${figure(totals.outBytes)}; ${figure(totals.storeBytes)} stored`),
    row(
      'median',
      `${figure(median.rawTokens ?? 0)} -> ${figure(median.outTokens ?? 0)} tokens a call, ${(median.leftPercent ?? 100).toFixed(1)} % left`,
    ),
    row('untouched', `${times(totals.untouched, 'call')}, ${percent(totals.untouched, calls)}`),
    row('grew', totals.inflated === 0 ? 'no call' : grewBy(totals)),
  ];
}

const grewBy = ({ inflated, inflatedTokens, inflatedBytes }: Totals): string =>
  `${times(inflated, 'call')}, by ${times(inflatedTokens, 'token')}, ${times(inflatedBytes, 'byte')}`;

const HEADINGS = ['calls', 'untouched', 'tokens', 'left', 'retrieved', 'saved net', 'of all', 'grew'];

function tableOf(title: string, groups: readonly Group[], hasBars: boolean): readonly string[] {
  const rows = alignRows([[title, ...HEADINGS], ...groups.map(rowOf)]);
  const most = Math.max(1, ...groups.map(({ netTokens }) => netTokens));
  return hasBars ? rows.map((row, at) => `${row}${barOf(groups[at - 1], most)}`) : rows;
}

const rowOf = (group: Group): readonly string[] => [
  group.name,
  figure(group.calls),
  percent(group.untouched, group.calls),
  figure(group.rawTokens),
  figure(group.outTokens),
  figure(group.retrievedTokens),
  figure(group.netTokens),
  percent(group.netTokens, group.rawTokens),
  group.inflated === 0 ? '-' : `+${figure(group.inflatedTokens)}`,
];

/** As long as what was saved; of minus signs where it was less than nothing. */
function barOf(group: Group | undefined, most: number): string {
  if (group === undefined) return '';
  const chars = Math.round((MAX_BAR_CHARS * Math.abs(group.netTokens)) / most);
  if (group.netTokens < 0) return `  ${'-'.repeat(Math.min(MAX_BAR_CHARS, Math.max(1, chars)))}`;
  return `  ${'#'.repeat(chars)}`;
}

/** What could not be read, one line for each file. */
export const problemLines = ({ brokenLines, unreadable }: Problems): readonly string[] => [
  ...[...brokenLines].map(([file, lines]) => `${file}: ${times(lines, 'broken line')}, not counted`),
  ...[...unreadable].map(
    ([file, reason]) => `${file}: it cannot be read to its end (${reason}); the rest is not counted`,
  ),
];
