/** Totals and end states, whatever they say, and a tool's own word that it left something out. */
import { anyOf } from './severity-pattern.js';
import { LEVEL, SEEN } from './severity-words.js';

const STATE =
  '(?:ok|pass(?:ed|es|ing)?|(?:expected |unexpected )?(?:fail(?:ed|ures?|ing)?|pass)|skip(?:ped)?|timeouts?|errors?|warnings?|todo|cancelled|total|pending|tests|suites|problems|issues)';

const isTotal = anyOf([
  /^\s*test result: /,
  /^=+ .*\b(?:\d+ (?:passed|failed|errors?|skipped|deselected|warnings?|xfailed|xpassed|rerun)|no tests ran)\b.*=+$/,
  /^\s*(?:\S\s+)?[\d,]+ (?:\w+ )?problems?(?: \(|$)/,
  /^\d+ files? (?:would be |already |left |re)/,
  /^System check identified /,
  /^\s*(?:\[\w+\]\s*)?Tests run: ?\d/,
  /^\s*(?:\[\w+\]\s*)?BUILD (?:SUCCESS(?:FUL)?|FAILURE|FAILED)\b/,
  /^(?:ok|FAIL|\?)\s*\t\S+/,
  /^(?:FAIL|PASS|OK|FAILED|ok)(?: \((?:failures|errors|skipped|expected failures|unexpected successes|\d+ tests?)[^)]*\))?$/,
  /^\s*Finished \S.*target\(s\)/,
  /^(?:added|removed|changed|up to date|audited)\b.*(?:packages?|in \d)/,
  /^Ran \d+ tests? in /,
  /(?:^|\s)[#ℹ] (?:tests|pass|fail|cancelled|skip|skipped|todo|suites|ok)\s+\d+\s*$/,
  /^# \{ total: \d/,
  /^\d+ tests? from \d+ test suites? ran|^\[=+\] \d+ tests? from .* ran/,
  /^Success: no issues found/,
  /^\[\s+(?:PASSED|FAILED)\s+\] \d+ tests?\.$/,
  /^\d+% tests passed/,
  /^TOTAL\s+\d/,
  /^Successfully (?:installed|built|uninstalled|created|tagged|compiled)\b/,
  /^\d+ upgraded, \d+ newly installed/,
  /^\s*\d+ (?:errors?|warnings?)(?: and \d+ (?:errors?|warnings?))? generated\.?$/,
  /^\s*(?:Tasks?|Cached|Ran):?\s+\d+ (?:successful|of)/,
  /ERROR SUMMARY: \d+ errors? from/,
  /^Your code has been rated at/,
  /^Result: (?:PASS|FAIL)$/,
  /^Files=\d+, Tests=\d+/,
  /\bok=\d+\s+changed=\d+\s+unreachable=\d/,
  /^\s*(?:Tests?|Test Suites|Test Files|Type Errors|Snapshots|Suites|Assertions|Examples|Features|Scenarios|Errors)\s*:?\s+\d+ (?:failed|passed|skipped|todo|total|errors?|tests?|written|obsolete)/i,
  /^\s*(?:\S+: )?\d+ (?:tests? |specs? |examples? |steps? |scenarios? |features? )?(?:passed|failed|passing|failing|pending|skipped|errors?|warnings?|failures?|deselected)(?:,|\s*$| \(| in \d)/i,
  /\b(?:\d[\d,]*|no) (?:errors?|failures?|warnings?|problems?|issues?|failed|passed|failing)\b(?:,| and| \().{0,80}\b(?:\d[\d,]*|no) (?:potential )?(?:errors?|failures?|warnings?|problems?|issues?|failed|passed|skipped|skips|fixable)\b/i,
  /\bFound (?:\d[\d,]*|no) (?:errors?|warnings?|issues?|problems?|infos?|vulnerabilities|fixable|lint)/i,
  /^found \d+ (?:\w+ severity )?vulnerabilit/i,
  /^\s*(?:\[\w+\]\s*)?build (?:succeeded|failed|successful|completed?|finished)\b/i,
  /^\s*\d+ (?:tests?|examples?|specs?|scenarios?|steps?|runs?|checks?|suites?|assertions?)(?:,| \(| completed| done)/i,
  /^(?:\S )?No (?:\w+ )?(?:issues|problems|errors|warnings|vulnerabilities)(?: or \w+)?(?: (?:were )?found)?[.!]?$/i,
  /^(?:\S +)?Done in \d/,
  /^All (?:checks|tests|files|done|good)\b/i,
  new RegExp(`^\\s*(?:\\w+ )?${STATE}(?:\\(s\\))?\\s*[:=]\\s*\\d+\\s*$`, 'i'),
  /\b(?:compiled|built|completed|finished) (?:successfully|with \d+|in \d)/i,
  /^\s*\d+ (?:errors?|warnings?|failures?)(?:\(s\))?(?: generated| found)?\.?$/i,
]);

/** Whether a line is a total or an end state. Log lines below warning count only where build tools write them: after `[INFO]`. */
export function isTotalsForm(text: string, level: number): boolean {
  if (level === LEVEL.low && !text.startsWith('[')) return false;
  return isTotal(text);
}

/** Whether a total tells of something that failed. */
export function isFailing(bits: number): boolean {
  if ((bits & SEEN.fail) !== 0) return true;
  if ((bits & SEEN.cross) !== 0 && (bits & SEEN.warn) === 0) return true;
  if ((bits & (SEEN.error | SEEN.fatal)) === 0) return false;
  // "ERROR SUMMARY: 0 errors" holds an error word and its zero.
  return (
    (bits & SEEN.zero) === 0 ||
    ((bits & SEEN.counted) !== 0 && (bits & SEEN.capitals) === 0) ||
    (bits & SEEN.counted) !== 0
  );
}

const isCut = anyOf([
  /^\s*(?:…|\.{3})\s*(?:and )?\+?\d[\d,]* (?:more|others?|lines?|items?|omitted|hidden|frames)\b/i,
  /(?:…|\.{3})\s*\(?\+?\d[\d,]* (?:more|others|lines|items|frames|hidden|omitted|not shown|additional)/i,
  /(?:^|\b(?:output|log|response|results?|list|text|content|lines?|diff|messages?|listing|body) (?:was |were |is |has been |have been )?|\.{3} ?|…)(?:truncated|elided|omitted|clipped)\b(?!\.$)/i,
  /[[(<]\s*(?:[^\])>]{0,40} )?(?:truncated|snipped|omitted|elided)\b[^\])>]{0,40}[\])>]/i,
  /\bshowing (?:only )?(?:the )?(?:first|last|top|\d[\d,-]*)\b.{0,40}\bof\b/i,
  /\b(?:and|plus) \d[\d,]* (?:others?|more)\b/i,
  /"?has_more"?\s*[:=]\s*"?true/i,
  /\btruncated to \d/i,
  /^\s*\+ ?\d+ more\b/i,
  /\bnot shown: [1-9]|exceeds the limit allowed/i,
  /\brepeated \d+ more times\]$/i,
  /\b\d[\d,]* (?:more |other |additional )?(?:lines|rows|items|entries|results|frames|files|errors|warnings|characters|chars|bytes|diagnostics) (?:were |was |are )?(?:omitted|truncated|hidden|suppressed|not shown|elided)\b/i,
]);

/** Frames that a runtime refers to as printed above: nothing was left out that is not there already. */
const COMMON_FRAMES = /^\s+\.\.\. \d+ (?:more|common frames omitted)$/;

/** Whether a tool says that it left something out. */
export function isCutForm(text: string): boolean {
  return isCut(text) && !COMMON_FRAMES.test(text);
}
