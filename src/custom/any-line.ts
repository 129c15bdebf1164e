/** Tells a pattern that names noise from one that takes whatever comes. */
import type { Tester } from '../rules/rule.js';

/** One line for each sign that a line may begin with, indented or not; what follows is nobody's noise. */
const PROBES: readonly string[] = Array.from({ length: 94 }, (_, at) => String.fromCharCode(0x21 + at)).flatMap(
  (sign, at) => [`${sign}${at} kept words`, `  ${sign} 7q${at}`],
);
const MAX_SHARE = 0.8;

/** Whether a pattern fits nearly every line there is. */
export const fitsAnyLine = (pattern: Tester): boolean =>
  PROBES.filter(line => pattern.test(line)).length > PROBES.length * MAX_SHARE;
