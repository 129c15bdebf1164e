/** Lines that only name something that passed. */
import { anyOf, type Row } from './severity-pattern.js';
import { SEEN } from './severity-words.js';

/** Lines that name what passed. */
export const PASSED: readonly Row[] = [
  ['^test & ... ok', /^\s*test \S.* \.\.\. ok(?: <\d[\d.]*\s?m?s>)?$/],
  ['ok ', /^\s*(?:\S+Z )?ok \d+\b/],
  ['^--- pass: ', /^\s*--- PASS: \S/],
  ['passed', /^(?:\[gw\d+\]\s+\[\s*\d+%\]\s+)?PASSED\s+\S*(?:::|[/.])\S/],
  ['passed&::| > ', /^(?=.*(?:::| > ))\S.*\bPASSED(?:\s+\[\s*\d+%\])?\s*$/],
  ['^[&ok', /^\[\s+OK\s+\] \S/],
  ['^pass', /^\s*PASS\s+\S*[./]\S/],
  ['✓|✔|√|✅', /^\s*(?:\S+: )?[✓✔√✅]\ufe0f?\s+\S/u],
  [' ..&ok|pass', /^\s*\S.* \.{2,} ?(?:ok|OK|passed|Passed|PASSED|pass)\s*(?:\(?\d[\d.]*\s*(?:ms|s|sec)\)?)?$/],
  [' ...&[ok|[pass', /^\s*\S.* \.{3,}\s+\[(?:OK|ok|PASS(?:ED)?)\]$/],
  ['[ok]', /^[\s|│]*(?:[+'`|]--|[├└╰]─+) \S.* \[OK\]$/],
  ['^0&passed|ok', /^\s*\d+\/\d+ (?:Test\s+#\d+: )?\S.*\s(?:Passed|OK)\s+\d[\d.]*\s*s(?:ec)?$/],
  ['pass', /^\S.*\|\s*PASS\s*\|$/],
];

/** What a line says that is more than one name that passed: totals, end states ("built in 3 s"), and other states. */
export const MORE_THAN_PASSED: readonly Row[] = [
  [
    ' passed| passing| failed| test| ok| specs| examples| assertions| modules| of',
    /(?<![\w.#([/:-])\d[\d,]* (?:passed|passing|failed|tests?|ok|specs|examples|assertions|modules|of)\b/i,
  ],
  ['passed|failed|total|tests& (|:|=', /\b(?:passed|failed|total|tests)(?: \(\d+\)|[:=]\s*\d)/i],
  ['no &warnings|errors', /\bno (?:\w+ )?(?:warnings|errors)\b/i],
  ['built|done|compiled|finished|completed& in ', /\b(?:built|done|compiled|finished|completed) in \d/i],
  ['#&skip|todo', /#\s*(?:skip|todo)/],
  ['skip|todo|xfail|xpass|rerun|warn', /\b(?:SKIP(?:PED)?|TODO|XFAIL|XPASS|RERUN|WARN(?:ING)?S?)\b/],
  ['flaky|(retry|⚠|↓', /\bflaky\b|\(retry|[⚠↓]/],
  ['warning|skipped', /\bwarnings?: [1-9]|\b[1-9]\d* (?:warnings?|skipped)\b/],
];

const isPassed = anyOf(PASSED);
const saysMore = anyOf(MORE_THAN_PASSED);

/** @param bits what the scan saw, so that nothing is looked for twice. */
export function isPassedForm(text: string, bits: number): boolean {
  if ((bits & (SEEN.pass | SEEN.tick)) === 0) return false;
  if ((bits & (SEEN.warnSign | SEEN.warnClass | SEEN.cross)) !== 0) return false;
  return isPassed(text) && !saysMore(text);
}
