/** Lines that only name something that passed. */
import { anyOf } from './severity-pattern.js';
import { SEEN } from './severity-words.js';

const isPassed = anyOf([
  /^\s*test \S.* \.\.\. ok(?: <\d[\d.]*\s?m?s>)?$/,
  /^\s*(?:\S+Z )?ok \d+\b/,
  /^\s*--- PASS: \S/,
  /^(?:\[gw\d+\]\s+\[\s*\d+%\]\s+)?PASSED\s+\S*(?:::|[/.])\S/,
  /^(?=.*(?:::| > ))\S.*\bPASSED(?:\s+\[\s*\d+%\])?\s*$/,
  /^\[\s+OK\s+\] \S/,
  /^\s*PASS\s+\S*[./]\S/,
  /^\s*(?:\S+: )?[✓✔√✅]\ufe0f?\s+\S/u,
  /^\s*\S.* \.{2,} ?(?:ok|OK|passed|Passed|PASSED|pass)\s*(?:\(?\d[\d.]*\s*(?:ms|s|sec)\)?)?$/,
  /^\s*\d+\/\d+ (?:Test\s+#\d+: )?\S.*\s(?:Passed|OK)\s+\d[\d.]*\s*s(?:ec)?$/,
  /^\S.*\|\s*PASS\s*\|$/,
]);

/** "185 passed", "passed (187)", "built in 3 s": totals and end states, not names. */
const TOTAL =
  /(?<![\w.#([/:-])\d[\d,]* (?:passed|passing|failed|tests?|ok|specs|examples|assertions|modules|of)\b|\b(?:passed|failed|total|tests)(?: \(\d+\)|[:=]\s*\d)|\bno (?:\w+ )?(?:warnings|errors)\b|\b(?:built|done|compiled|finished|completed) in \d/i;
const OTHER_STATE =
  /#\s*(?:skip|todo)|\b(?:SKIP(?:PED)?|TODO|XFAIL|XPASS|RERUN|WARN(?:ING)?S?)\b|\bflaky\b|\(retry|[⚠↓]|\bwarnings?: [1-9]|\b[1-9]\d* (?:warnings?|skipped)\b/;

/** @param bits what the scan saw, so that nothing is looked for twice. */
export function isPassedForm(text: string, bits: number): boolean {
  if ((bits & (SEEN.pass | SEEN.tick)) === 0) return false;
  if ((bits & (SEEN.warnSign | SEEN.warnClass | SEEN.cross)) !== 0) return false;
  if (!isPassed(text)) return false;
  return !TOTAL.test(text) && !OTHER_STATE.test(text);
}
