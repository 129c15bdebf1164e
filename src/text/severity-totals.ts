/** Totals and end states, whatever they say, and a tool's own word that it left something out. */

const TOTALS: readonly RegExp[] = [
  /^\s*(?:Tests?|Test Suites|Test Files|Snapshots|Suites|Assertions|Examples|Features|Scenarios)\s*:?\s+\d+ (?:failed|passed|skipped|todo|total|tests?)/i,
  /^\s*test result: /,
  /^=+ .*\b(?:passed|failed|errors?|skipped|deselected|no tests ran|warnings?|xfailed)\b.*=+$/,
  /^\s*\d+ (?:tests? )?(?:passed|failed|passing|failing|pending|skipped|errors?|warnings?)\b(?:,|\s*$| \(| in \d)/i,
  /\b\d+ (?:errors?|failures?|warnings?|problems?|issues?|failed|passed)\b(?:,| and).*\b\d+ (?:errors?|failures?|warnings?|problems?|issues?|failed|passed|skipped|fixable)\b/i,
  /^\s*(?:\S\s+)?[\d,]+ problems? \(/,
  /^\s*(?:\[\w+\]\s*)?Tests run: ?\d/,
  /\bFound (?:\d[\d,]*|no) (?:errors?|warnings?|issues?|problems?|vulnerabilities|fixable)/i,
  /^found \d+ vulnerabilities$/i,
  /^\s*(?:\[\w+\]\s*)?BUILD (?:SUCCESS(?:FUL)?|FAILURE|FAILED)\b/,
  /^\s*(?:\[\w+\]\s*)?Build (?:succeeded|FAILED|failed|successful|completed?|finished)\b/i,
  /^(?:ok|FAIL|\?|---)\s*\t\S+/,
  /^(?:FAIL|PASS|OK|FAILED|ok)(?: \((?:failures|errors|skipped|expected failures|unexpected successes|\d+ tests?)[^)]*\))?$/,
  /^FAIL\t/,
  /^\s*Finished \S.*(?:target\(s\)|in \d)/,
  /^(?:added|removed|changed|up to date|audited)\b.*(?:packages?|in \d)/,
  /^Ran \d+ tests? in /,
  /^# (?:tests|pass|fail|cancelled|skipped|todo|suites) \d+$/,
  /^ℹ (?:tests|pass|fail|cancelled|skipped|todo|suites) \d+$/,
  /^\s*\d+ (?:tests?|examples?|specs?|scenarios?|steps?|runs?|checks?|suites?|assertions?)(?:,| \(| completed| done)/i,
  /^Success: no issues found/,
  /^All (?:checks|tests|files|done|good)\b/i,
  /^\[\s+(?:PASSED|FAILED)\s+\] \d+ tests?/,
  /^\[=+\] /,
  /^\d+% tests passed/,
  /^Total(?:s| tests?)?:/i,
  /^Successfully (?:installed|built|uninstalled|created|tagged|compiled)\b/,
  /^\d+ upgraded, \d+ newly installed/,
  /\b(?:compiled|built|completed|finished) (?:successfully|with \d+|in \d)/i,
  /^\s*(?:\d+ )?(?:errors?|warnings?|failures?)(?:\(s\)| generated| found)?[ :=]*\d*\.?$/i,
  /^\s*\d+ (?:errors?|warnings?)(?: and \d+ (?:errors?|warnings?))? generated\.?$/,
  /^\s*\d+ (?:Warning|Error)\(s\)$/,
  /^\s*Tasks?:\s+\d+ successful/,
  /^ERROR SUMMARY: |ERROR SUMMARY: \d+ errors/,
];

/** Whether a line is a total or an end state. */
export function isTotalsForm(text: string): boolean {
  return TOTALS.some(form => form.test(text));
}

const CUTS: readonly RegExp[] = [
  /^\s*(?:…|\.{3})\s*(?:and )?\d[\d,]* (?:more (?!$)|more$(?<!^\t*\s+\.\.\. \d+ more)|others?\b|lines? |items?|omitted|hidden)/i,
  /\b(?:output|log|response|result|results|list|text|content|lines?|diff|message)s? (?:was |were |is |has been |have been )?(?:truncated|elided|omitted|clipped)\b/i,
  /[[(<]\s*(?:[^\])>]{0,40} )?(?:truncated|snipped|omitted|elided)\b[^\])>]{0,40}[\])>]/i,
  /\bshowing (?:only )?(?:the )?(?:first|last|top|\d[\d,-]*)\b.{0,24}\bof\b/i,
  /\b(?:and|plus) \d[\d,]* (?:others?|more)\b/i,
  /"?has_more"?\s*[:=]\s*"?true/i,
  /(?:…|\.{3})\s*\(?\+?\d[\d,]* (?:more|others|lines|items|hidden|omitted|not shown)/i,
  /\b\d[\d,]* (?:more |other )?(?:lines|rows|items|entries|results|frames|files|errors|warnings|characters|chars|bytes) (?:were |was |are )?(?:omitted|truncated|hidden|suppressed|not shown|elided)/i,
];

/** Whether a tool says that it left something out. A Java "... 23 more" only refers to frames printed above, so it is none. */
export function isCutForm(text: string): boolean {
  if (/^\s+\.\.\. \d+ (?:more|common frames omitted)$/.test(text)) return false;
  return CUTS.some(form => form.test(text));
}
