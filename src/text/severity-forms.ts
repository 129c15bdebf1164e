/** Forms of tools and logs that say error or warning by their structure. Each row is tried only when one of its bits was seen. */
import { SEEN } from './severity-words.js';

interface Form {
  readonly on: number;
  readonly test: RegExp;
}

const { error, fail, fatal, trouble, errorClass, letter, cross, levelKey, http5, assertion, capitals, colon } = SEEN;
const WORD = error | fail | fatal;

const ERROR_FORMS: readonly Form[] = [
  { on: error, test: /^[^:]{1,200}[:(]\d+[:,)].{0,30}?\b(?:fatal )?error\b/i },
  { on: error, test: /^\s*\d+:\d+\s+error\s/ },
  { on: WORD, test: /^\W*(?:fatal|error|panic|errors?|failure|fehler|erreur|fatale?)(?: \[\w+\]|\[\w+\])?\s*[:!(]/i },
  { on: error, test: /^npm (?:ERR!|error)/ },
  { on: error | fail, test: /(?:^|[\s[|>])(?:ERROR|ERR!|FAIL|FAILED|FAILURE|FAILURES|ERRORS)(?=$|[\s\]:|!(])/ },
  { on: fail, test: /^--- FAIL: / },
  { on: cross, test: /^\s*(?:\[?[✗✘✖✕×❌⨯╳⛔🔴❗‼❎]|\d+\)? [✗✘✖✕×])/u },
  { on: trouble, test: /^\s*not ok \d+(?!.*#\s*(?:todo|skip))/i },
  { on: letter, test: /^E {2,}\S/ },
  { on: letter, test: /^\s*\[?\d[\d:./ T-]{6,}\S*\]?\s+(?:\d+\s+\d+\s+)?[EF]\s+\S/ },
  { on: letter, test: /^[EF]\/\S+\s*(?:\(\s*\d+\))?:/ },
  { on: letter, test: /^(?:\[|\S{4,30} \[)[EF](?:\]| )/ },
  {
    on: fatal,
    test: /^Traceback \(most recent call last\)|^thread '.*' panicked at|^panic: |^goroutine \d+ \[running/,
  },
  { on: trouble, test: /^\s*Caused by:/ },
  {
    on: errorClass,
    test: /^\s*(?:[\w.$>]*[:.>] ?)?(?:Uncaught |Unhandled |Exception in thread .{1,60} |Caused by: |E +)?[\w.$:]*(?:Error|Exception)(?=$|[:\s\]])(?!\s*[={])/,
  },
  { on: errorClass, test: /[\s:([>][\w.$:]*[a-z](?:Error|Exception)(?:: |$| \[| \()/ },
  {
    on: levelKey,
    test: /\b(?:level|lvl|severity|levelname|log\.level|severity_text)["']?\s*[=:]\s*["']?(?:error|err|fatal|crit\w*|alert|emerg\w*|panic|severe|dpanic|[56]0\b)/i,
  },
  {
    on: levelKey,
    test: /\b(?:status|result|state|outcome|conclusion)["']?\s*[=:]\s*["']?(?:error|fail(?:ed|ure)?|fatal|crashed|5\d\d\b)/i,
  },
  { on: http5, test: /" 5\d\d (?:\d+|-)|\bHTTP\/[\d.]+"? 5\d\d\b|\b(?:returned error|status(?: code)?)[:=]? 5\d\d\b/i },
  {
    on: assertion,
    test: /^\s*(?:assertion|assert\w*)\b.*\b(?:failed|fail)|^\s*(?:left|right|actual|expected|received|got|want(?:ed)?)\s*(?::|=)\s*\S|\bexpected\b.*\b(?:got|but|received|to (?:be|equal|have|match|throw|include|contain)|found|actual)\b/i,
  },
  { on: assertion, test: /\bgot\b.*\bwant\b|\bwant\b.*\bgot\b/i },
  { on: fatal, test: /\b(?:core dumped|Segmentation fault|Killed$|panicked at|out of memory|OOM|deadlock|Aborted$)/ },
];

const TROUBLE =
  /\b(?:command not found|no such (?:file|table|column|host|module|image|container|option|container|key|user|process|command)|permission denied|access denied|connection (?:refused|reset|closed|timed out)|timed out|cannot \w+|can(?:'|’)t \w+|could ?n(?:o|'|’)t \w+|could not \w+|unable to \w+|undefined (?:reference|variable|method|symbol|local)|not found|unexpected \w+|unknown \w+|invalid \w+|out of (?:memory|range|space)|no space left|exit(?:ed)? (?:with )?(?:code|status)?:?\s*[1-9]|status [1-9]|signal \w+|does not exist|is not (?:defined|a function|recognized|assignable|a valid|found)|deadline exceeded|unresolved \w+|unmet \w+|illegal \w+|must (?:be|have|not)|conflict|rejected|forbidden|unauthorized|unavailable|refused|unreachable|corrupt(?:ed)?|overflow|mismatch|runtime error|violates|bad \w+|leak(?:ed|s)?|interrupted|exceeded|terminated|unsupported|missing \w+|lost connection|broken pipe|nicht (?:gefunden|möglich)|no se puede|impossible (?:de|d')|не удалось|nie można|kan niet|E(?:NOENT|ACCES|CONN\w+|TIMEDOUT|ADDR\w+|PERM|RESOLVE|NOTFOUND|NOSPC|PIPE|EXIST))\b/i;

const WARNING_FORMS: readonly Form[] = [
  { on: SEEN.warn, test: /(?:^|[\s[|>:])(?:WARN(?:ING)?|warning)(?=$|[\s\]:|!([])/i },
  { on: SEEN.warnClass, test: /Warning\b/ },
  { on: SEEN.warnSign, test: /⚠/ },
  { on: letter, test: /^\s*\[?\d[\d:./ T-]{6,}\S*\]?\s+(?:\d+\s+\d+\s+)?W\s+\S|^W\/\S|^(?:\[|\S{4,30} \[)W(?:\]| )/ },
  {
    on: levelKey,
    test: /\b(?:level|lvl|severity|levelname|log\.level|severity_text)["']?\s*[=:]\s*["']?(?:warn\w*|40\b)/i,
  },
];

/** Whether a form of this line says error. */
export function errorByForm(text: string, bits: number): boolean {
  return (
    ERROR_FORMS.some(form => (bits & form.on) !== 0 && form.test.test(text)) ||
    (bits & (capitals | colon)) === (capitals | colon)
  );
}

/** Whether a form of this line says warning. */
export function warningByForm(text: string, bits: number): boolean {
  return WARNING_FORMS.some(form => (bits & form.on) !== 0 && form.test.test(text));
}

/** Whether a phrase of this line tells of a failure without the words for it. */
export function isTroublePhrase(text: string): boolean {
  return TROUBLE.test(text);
}
