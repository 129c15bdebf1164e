/** Lines that only name something that passed. */
import { SEEN } from './severity-words.js';

const PASSED_FORMS: readonly RegExp[] = [
  /^\s*test \S.* \.\.\. ok(?: <\d[\d.]*\s?m?s>)?$/,
  /^\s*ok \d+\b(?!.*#\s*(?:skip|todo))/i,
  /^\s*--- PASS: \S/,
  /^\S+\s+PASSED(?:\s+\[\s*\d+%\])?\s*$/,
  /^\[gw\d+\]\s+\[\s*\d+%\]\s+PASSED\s+\S/,
  /^.+::.+ PASSED(?:\s+\[\s*\d+%\])?\s*$/,
  /^\[\s+(?:OK|PASSED)\s+\] \D\S*\.\S/,
  /^\s*PASS\s+\S*[./]\S/,
  /^\s*[✓✔√✅]️?\s+\S/,
  /^\s*\S.* \.{2,} ?(?:ok|OK|passed|Passed|PASSED|pass)\s*(?:\(?\d[\d.]*\s*(?:ms|s|sec)\)?)?$/,
  /^\S+ \([\w.]+\) \.\.\. ok$/,
  /^\s*\d+\/\d+ Test\s+#\d+: .*\bPassed\b/,
  /^\S.* > .+ PASSED$/,
];
/** "185 passed", "5 tests": totals, not names. */
const COUNT =
  /(?<![\w.#([-])\d+ (?:passed|passing|tests?|ok|specs|examples|of)\b|\bpassed \(\d+\)|\b(?:passed|total)[:=]\s*\d/i;

/** @param bits what the scan saw, so that nothing is looked at twice. */
export function isPassedForm(text: string, bits: number): boolean {
  if (
    (bits & (SEEN.pass | SEEN.tick)) === 0 ||
    (bits & (SEEN.skip | SEEN.warnSign | SEEN.warnClass | SEEN.cross)) !== 0
  )
    return false;
  return PASSED_FORMS.some(form => form.test(text)) && !isCount(text);
}

function isCount(text: string): boolean {
  return COUNT.test(text);
}
