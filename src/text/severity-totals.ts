/** Totals and end states, whatever they say, and a tool's own word that it left something out. */
import { anyOf, type Row } from './severity-pattern.js';
import { LEVEL, SEEN } from './severity-words.js';

const STATE =
  '(?:ok|pass(?:ed|es|ing)?|(?:expected |unexpected )?(?:fail(?:ed|ures?|ing)?|pass)|skip(?:ped)?|timeouts?|errors?|warnings?|todo|cancelled|total|pending|tests|suites|problems|issues)';

/** Totals and end states. */
export const TOTALS: readonly Row[] = [
  ['^test result: ', /^\s*test result: /],
  [
    '^=&passed|failed|error|skipped|deselected|warning|xfailed|xpassed|rerun|no tests ran',
    /^=+ .*\b(?:\d+ (?:passed|failed|errors?|skipped|deselected|warnings?|xfailed|xpassed|rerun)|no tests ran)\b.*=+$/,
  ],
  ['problem', /^\s*(?:\S\s+)?[\d,]+ (?:\w+ )?problems?(?: \(|$)/],
  ['^0& file', /^\d+ files? (?:would be |already |left |re)/],
  ['^system check identified ', /^System check identified /],
  ['tests run:', /^\s*(?:\[\w+\]\s*)?Tests run: ?\d/],
  ['build success|build fail', /^\s*(?:\[\w+\]\s*)?BUILD (?:SUCCESS(?:FUL)?|FAILURE|FAILED)\b/],
  ['^ok|^fail|^?&\t', /^(?:ok|FAIL|\?)\s*\t\S+/],
  [
    '^fail|^pass|^ok',
    /^(?:FAIL|PASS|OK|FAILED|ok)(?: \((?:failures|errors|skipped|expected failures|unexpected successes|\d+ tests?)[^)]*\))?$/,
  ],
  ['^finished &target(s)', /^\s*Finished \S.*target\(s\)/],
  [
    '^added|^removed|^changed|^up to date|^audited',
    /^(?:added|removed|changed|up to date|audited)\b.*(?:packages?|in \d)/,
  ],
  ['^ran ', /^Ran \d+ tests? in /],
  ['# |ℹ ', /(?:^|\s)[#ℹ] (?:tests|pass|fail|cancelled|skip|skipped|todo|suites|ok)\s+\d+\s*$/],
  ['^# { total: ', /^# \{ total: \d/],
  [' from &suites ran|suite ran', /^\d+ tests? from \d+ test suites? ran/],
  ['^[=&] &from &ran', /^\[=+\] \d+ tests? from .* ran/],
  ['^success: ', /^Success: no issues found/],
  ['^[&passed|failed', /^\[\s+(?:PASSED|FAILED)\s+\] \d+ tests?\.$/],
  ['% tests passed', /^\d+% tests passed/],
  ['^total', /^TOTAL\s+\d/],
  ['^successfully ', /^Successfully (?:installed|built|uninstalled|created|tagged|compiled)\b/],
  [' upgraded, ', /^\d+ upgraded, \d+ newly installed/],
  ['^0& generated', /^\s*\d+ (?:errors?|warnings?)(?: and \d+ (?:errors?|warnings?))? generated\.?$/],
  ['^task|^cached|^ran&successful| of', /^\s*(?:Tasks?|Cached|Ran):?\s+\d+ (?:successful|of)/],
  ['error summary: ', /ERROR SUMMARY: \d+ errors? from/],
  ['^your code has ', /^Your code has been rated at/],
  ['^result: ', /^Result: (?:PASS|FAIL)$/],
  ['^files=', /^Files=\d+, Tests=\d+/],
  ['ok=', /\bok=\d+\s+changed=\d+\s+unreachable=\d/],
  [
    '^test|^type errors|^snapshots|^suites|^assertions|^examples|^features|^scenarios|^errors& failed| passed| skipped| todo| total| error| test| written| obsolete',
    /^\s*(?:Tests?|Test Suites|Test Files|Type Errors|Snapshots|Suites|Assertions|Examples|Features|Scenarios|Errors)\s*:?\s+\d+ (?:failed|passed|skipped|todo|total|errors?|tests?|written|obsolete)/i,
  ],
  [
    '^0|: & passed| failed| passing| failing| pending| skipped| error| warning| failure| deselected',
    /^\s*(?:\S+: )?\d+ (?:tests? |specs? |examples? |steps? |scenarios? |features? )?(?:passed|failed|passing|failing|pending|skipped|errors?|warnings?|failures?|deselected)(?:,|\s*$| \(| in \d)/i,
  ],
  [
    'error|failure|warning|problem|issue|failed|passed|failing&,| and| (',
    /\b(?:\d[\d,]*|no) (?:errors?|failures?|warnings?|problems?|issues?|failed|passed|failing)\b(?:,| and| \().{0,80}\b(?:\d[\d,]*|no) (?:potential )?(?:errors?|failures?|warnings?|problems?|issues?|failed|passed|skipped|skips|fixable)\b/i,
  ],
  [
    'found &error|warning|issue|problem|info|vulnerabilities|fixable|lint',
    /\bFound (?:\d[\d,]*|no) (?:errors?|warnings?|issues?|problems?|infos?|vulnerabilities|fixable|lint)/i,
  ],
  ['^found &vulnerabilit', /^found \d+ (?:\w+ severity )?vulnerabilit/i],
  [
    'build succeeded|build failed|build successful|build complete|build finished',
    /^\s*(?:\[\w+\]\s*)?build (?:succeeded|failed|successful|completed?|finished)\b/i,
  ],
  [
    '^0& test| example| spec| scenario| step| run| check| suite| assertion',
    /^\s*\d+ (?:tests?|examples?|specs?|scenarios?|steps?|runs?|checks?|suites?|assertions?)(?:,| \(| completed| done)/i,
  ],
  [
    'no &issues|problems|errors|warnings|vulnerabilities',
    /^(?:\S )?No (?:\w+ )?(?:issues|problems|errors|warnings|vulnerabilities)(?: or \w+)?(?: (?:were )?found)?[.!]?$/i,
  ],
  ['done in ', /^(?:\S +)?Done in \d/],
  ['^all ', /^All (?:checks|tests|files|done|good)\b/i],
  [':|=', new RegExp(`^\\s*(?:\\w+ )?${STATE}(?:\\(s\\))?\\s*[:=]\\s*\\d+\\s*$`, 'i')],
  [
    'compiled |built |completed |finished &success| with | in ',
    /\b(?:compiled|built|completed|finished) (?:successfully|with \d+|in \d)/i,
  ],
  ['^0&error|warning|failure', /^\s*\d+ (?:errors?|warnings?|failures?)(?:\(s\))?(?: generated| found)?\.?$/i],
];

const isTotal = anyOf(TOTALS);

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

/** Words by which a tool says that it left something out. */
export const CUTS: readonly Row[] = [
  [
    '…|...&more|other|line|item|omitted|hidden|frames',
    /^\s*(?:…|\.{3})\s*(?:and )?\+?\d[\d,]* (?:more|others?|lines?|items?|omitted|hidden|frames)\b/i,
  ],
  [
    '…|...&more|others|lines|items|frames|hidden|omitted|not shown|additional',
    /(?:…|\.{3})\s*\(?\+?\d[\d,]* (?:more|others|lines|items|frames|hidden|omitted|not shown|additional)/i,
  ],
  [
    'truncated|elided|omitted|clipped',
    /(?:^|\b(?:output|log|response|results?|list|text|content|lines?|diff|messages?|listing|body) (?:was |were |is |has been |have been )?|\.{3} ?|…)(?:truncated|elided|omitted|clipped)\b(?!\.$)/i,
  ],
  [
    'truncated|snipped|omitted|elided&[|(|<',
    /[[(<]\s*(?:[^\])>]{0,40} )?(?:truncated|snipped|omitted|elided)\b[^\])>]{0,40}[\])>]/i,
  ],
  ['showing &of', /\bshowing (?:only )?(?:the )?(?:first|last|top|\d[\d,-]*)\b.{0,40}\bof\b/i],
  ['and |plus & other| more', /\b(?:and|plus) \d[\d,]* (?:others?|more)\b/i],
  ['has_more', /"?has_more"?\s*[:=]\s*"?true/i],
  ['truncated to ', /\btruncated to \d/i],
  ['^+& more', /^\s*\+ ?\d+ more\b/i],
  ['not shown: |exceeds the limit', /\bnot shown: [1-9]|exceeds the limit allowed/i],
  [' more times]', /\brepeated \d+ more times\]$/i],
  [
    'omitted|truncated|hidden|suppressed|not shown|elided',
    /\b\d[\d,]* (?:more |other |additional )?(?:lines|rows|items|entries|results|frames|files|errors|warnings|characters|chars|bytes|diagnostics) (?:were |was |are )?(?:omitted|truncated|hidden|suppressed|not shown|elided)\b/i,
  ],
];

const isCut = anyOf(CUTS);

/** Frames that a runtime refers to as printed above: nothing was left out that is not there already. */
const COMMON_FRAMES = /^\s+\.\.\. \d+ (?:more|common frames omitted)$/;

/** Whether a tool says that it left something out. */
export function isCutForm(text: string): boolean {
  return isCut(text) && !COMMON_FRAMES.test(text);
}
