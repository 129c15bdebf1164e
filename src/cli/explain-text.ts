/** Explanations as lines for a person. */
import { durationOf } from '../ccr/read.js';
import type { ExplainedCommand, ExplainedRule } from '../explain/command.js';
import type { Manifest } from '../explain/manifest.js';
import { patternLines } from '../explain/rule-text.js';
import { sizesOf } from '../juice/report.js';
import { printable } from '../text/printable.js';

/** Ranges listed one by one; `--json` has them all. */
const MAX_LISTED = 100;

export interface RecoveryPlace {
  readonly dir: string;
  readonly ttlSecs: number;
}

export function commandLines(explained: ExplainedCommand, recovery: RecoveryPlace): readonly string[] {
  const { rule, why, shape, programs, canOmit, limits, generic } = explained;
  return [
    `programs: ${printable(programs.join(', ')) || 'none'}`,
    `matched: ${rule === undefined ? 'nothing: ' : ''}${printable(why)}`,
    `shape: ${shape}${rule === undefined || rule.yields.length === 0 ? '' : `, or ${rule.yields.join(', ')} where the text looks so`}`,
    ...(rule === undefined ? [] : ruleLines(rule)),
    ...(canOmit ? generic.flatMap(each => [`of any tool, ${each.id} (${each.origin}):`, ...ruleLines(each)]) : []),
    ...(canOmit ? limitLines(limits, recovery) : ['limits: none; every line stays']),
  ];
}

const KINDS: readonly (readonly [string, readonly string[]])[] = [
  ['keeps', ['keep']],
  ['drops', ['drop']],
  ['takes for no error', ['benign']],
  ['knows blocks by', ['start', 'end']],
];

function ruleLines({ body }: ExplainedRule): readonly string[] {
  const kinds = KINDS.flatMap(([title, kinds]) => {
    const lines = patternLines(body, kinds);
    return lines.length === 0 ? [] : [`  ${title}:`, ...lines.map(line => `    ${line}`)];
  });
  return [
    ...kinds,
    ...(body.spare === undefined ? [] : [`  spares the first ${body.spare} lines of each kind that it drops`]),
  ];
}

const limitLines = (
  { plainChars, evidenceChars, tailChars }: ExplainedCommand['limits'],
  { dir, ttlSecs }: RecoveryPlace,
) => [
  ...(plainChars === Number.POSITIVE_INFINITY
    ? ['limits: none; only what lockfiles and generated files changed may be left out']
    : [
        'errors, warnings, totals and announced cuts stay, whatever a rule drops',
        `limits: ${plainChars} characters of plain lines; ${evidenceChars} of errors, warnings and totals; the last ${tailChars} before the end`,
      ]),
  `recoverable: all that is left out, for ${durationOf(ttlSecs)}, from ${printable(dir, 400)}`,
];

export function manifestLines({ report, omitted, counts, warnings }: Manifest): readonly string[] {
  const lines = omitted.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const width = Math.max(0, ...counts.map(count => `${count.lines}`.length));
  return [
    `matched: ${printable(report.trace[0] ?? report.skipReason ?? 'nothing', 400)}`,
    `shape: ${report.shape ?? 'none'}, confidence ${report.confidence.toFixed(1)}`,
    sizesOf(report),
    ...(report.recovery === undefined
      ? [
          report.compressor === undefined
            ? 'left out: nothing'
            : `left out: nothing; in another form, by ${report.compressor}`,
        ]
      : [`left out: ${lines} lines, from the original ${report.recovery.token}`]),
    ...counts.map(count => `  ${`${count.lines}`.padStart(width)}  ${printable(count.reason)}`),
    ...(report.isLossy && lines === 0 ? ['  characters inside very long lines'] : []),
    ...omitted
      .slice(0, MAX_LISTED)
      .map(({ from, to, reason }) => `  ${from === to ? `line ${from}` : `lines ${from}-${to}`}: ${printable(reason)}`),
    ...(omitted.length > MAX_LISTED ? [`  and ${omitted.length - MAX_LISTED} ranges more; --json lists them all`] : []),
    ...warnings.map(warning => `warning: ${printable(warning, 400)}`),
  ];
}
