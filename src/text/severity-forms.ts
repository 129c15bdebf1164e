/** Forms of tools and logs that say error or warning by their structure. A row is tried only when one of its bits was seen. */
import { LEVEL, SEEN } from './severity-words.js';

interface Form {
  readonly on: number;
  readonly test: RegExp;
}

const {
  error,
  fail,
  fatal,
  trouble,
  errorClass,
  letter,
  cross,
  levelKey,
  http5,
  assertion,
  capitals,
  stars,
  bang,
  hint,
} = SEEN;
const WORD = error | fail | fatal;

/** Tests and linters. */
const TOOL_ERRORS: readonly Form[] = [
  {
    on: stars,
    test: /^\S*\bmake(?:\[\d+\])?: \*\*\* |\*\*\*(?:Failed|Timeout|Exception|Not Run)|^\*{3} \[\S+\]? ?Error/,
  },
  { on: error, test: /(?:^|: |Z )npm (?:ERR!|error)(?:\s|$)/ },
  {
    on: capitals,
    test: /(?:^|[\s[|>(:=.])(?:ERROR|ERR!|FAIL|FAILED|FAILURES?|ERRORS|FATAL|CRITICAL|PANIC|SEVERE|ABORTED)(?=$|[\s\]|:!(),)])/,
  },
  { on: WORD, test: /: Failure$|^\s*Failure\/Error: |^\t\s*\d+ - .+ \(/ },
  { on: hint, test: /^\t\s*\d+ - .+ \((?:Timeout|Not Run|SEGFAULT)\)$/ },
  { on: cross, test: /^\s*(?:[\w@/.:-]+: )?\[?(?:[✗✘✖✕×❌⨯╳⛔🔴🛑❗‼❎🚨]|\d+\)? [✗✘✖✕×])/u },
  { on: cross, test: /^\s*\d+:\d+\s+[✖×✘]\s/ },
  { on: bang, test: /^\s*\[!\] |^ ! \[/ },
  { on: hint, test: /^\s*(?:\S+Z )?not ok \d+(?!.*#\s*(?:todo|skip))/i },
  {
    on: letter,
    test: /^_{3,} (?!coverage: |summary ).+ _{3,}$|^[EF]\d{3,4} (?:\[|[A-Z])| = [\d.]+ s = [EF]$|\(\w+\.E\d{3}\) /,
  },
  { on: SEEN.dot, test: /^ {2,}● (?!Console)|^● .* › / },
  { on: letter, test: /^L:\s+\d+ \| P:\s+\d+ \|/ },
  { on: bang, test: /^\s*\S{1,60} != \S{1,60}$|^\s*[[{('"].{1,300} != .{1,300}$/ },
  { on: SEEN.warn, test: /^==\d+== .*uninitiali[sz]ed/ },
  { on: letter, test: /^E {2,}\S|^E: \S|^[EF]\d{4} \d\d:\d\d|^[EF]\/\S+\s*(?:\(\s*\d+\))?: / },
  { on: letter, test: /^\s*\[?\d[\d:./ T-]{6,20}\S*\]?\s+(?:\d+\s+\d+\s+)?[EF]\s+\S|^(?:\[|\S{4,30} \[)[EF](?:\]| )/ },
  { on: assertion, test: /^\s*(?:\S+: +)?assert\w*(?: \w+)? fail/i },
  {
    on: assertion,
    test: /^(?:# )?\s*(?:\S+: +)?"?(?:left|right|actual|expected|received|got|wanted|want)"?\s*(?::|=(?!=))\s*\S/i,
  },
  {
    on: assertion,
    test: /^(?!\s*\+ expected - actual$).*\bexpected\b.{0,160}(?:, (?:got|but|found|actual)|\b(?:but (?:got|was|received|found)|got|received|to (?:be|equal|have|match|throw|include|contain|deeply)|actual)\b)|^\s*(?:→ )?expected .* to |, expected \S/i,
  },
  {
    on: assertion,
    test: /\bgot\b.{0,160}\b(?:want|expected|expecting|at step)\b|\bwant\b.{0,160}\bgot\b|^Expected equality of|^The difference between .* exceeds/,
  },
  {
    on: assertion,
    test: /^\s+(?:Left|Right) contains |^\s+At index \d+ diff: |^\s+\+\s+where |(?:Expected regex|Actual message): |^\s*expect\(received\)/,
  },
  { on: trouble | error | assertion | hint, test: /^\s+\S+_test\.go:\d+: / },
];

/** A request that a server has answered with an error of its own, as it logs it, and as gin writes it. */
const ANSWERED =
  /\bHTTP\/[\d.]+"? 5\d\d\b|\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \/\S{0,2048} 5\d\d\b|\| 5\d\d \|/;

/** Whether a line tells of such an answer, whatever its level. */
export const isServerError = (line: string): boolean => ANSWERED.test(line);

/** Logs and runtimes. */
const LOG_ERRORS: readonly Form[] = [
  {
    on: fatal,
    test: /^thread '.*' (?:\(\d+\) )?panicked at|^panic: |Sanitizer: |core dumped|Segmentation fault|\bKilled\b|\bAborted\b|panicked at|[Oo]ut of memory|\bOOM\b|\b[Dd]eadlock(?:ed)?\b(?! detect(?:or|ion))|\bSIG(?:SEGV|ABRT)\b|^UnhandledPromiseRejection/,
  },
  {
    on: hint,
    test: /^\s*Caused by:|^\s*Traceback \(most recent call last\)|^\s*cause: |^---- .+ stdout ----$|^called `(?:Result|Option)::|^\s*\d+\) [\w\\]+::\w|^(?:READ|WRITE|Read|Write) of size \d+ at 0x/,
  },
  {
    on: errorClass,
    test: /(?:^|[\s:([>"'=])(?:[\w$]+[.:]+)*[A-Za-z]\w*(?:Error|Exception)(?:$|: ?|\]|\[| \[| \{$| in | at |(?: thrown| occurred| raised)|\)$|;)/,
  },
  { on: errorClass, test: /^\s*[\w.$]*(?:Error|Exception)\b/ },
  {
    on: levelKey,
    test: /\b(?:status|result|state|outcome|conclusion|action)["']?\s*[=:]\s*["']?(?:error|fail(?:ed|ure)?|fatal|crashed|5\d\d\b)/i,
  },
  { on: http5, test: ANSWERED },
  {
    on: http5,
    test: /" 5\d\d (?:\d+|-)|\b(?:returned error|status(?: code)?|HTTP)[:=]? 5\d\d\b|(?:^|>)5\d\d [A-Z]/,
  },
];

const WARNING_FORMS: readonly Form[] = [
  {
    on: SEEN.warn,
    test: /(?:^|[\s[|>:(])WARN(?:ING)?S?(?=$|[\s\]|:!(,)])|(?:^|Z )(?:npm|yarn|pnpm) warn|^[Ww]arning\b|\[warn(?:ing)?\]|\d+:\d+\s+warning\s|\(warning\)$|warnings summary/,
  },
  { on: SEEN.warnClass, test: /Warning(?:$|: | \[)/ },
  { on: SEEN.warnSign, test: /⚠/ },
  { on: letter, test: /\(\w+\.W\d{3}\) |^[A-Z]{1,5}\d{3,4} (?:\[\*\] )?[A-Z`]/ },
  {
    on: letter,
    test: /^\s*\[?\d[\d:./ T-]{6,20}\S*\]?\s+(?:\d+\s+\d+\s+)?W\s+\S|^W\/\S|^W: \S|^W\d{4} \d\d:\d\d|^(?:\[|\S{4,30} \[)W(?:\]| )/,
  },
  { on: SEEN.skip, test: /^\s*[↓○] \S/ },
  { on: bang, test: /^\s*\(!\) \S|^\s*! \S/ },
  { on: hint, test: /^>> Issue: \[|^\s+= note: / },
];

/** A class that code catches, raises or builds is not one that was thrown. */
const NAMED_CLASS =
  /\b(?:except|raises?|throws?|extends|instanceof|new|catch|import|class)\s+[\w.$]*(?:Error|Exception)\b/;

function matches(forms: readonly Form[], text: string, bits: number): boolean {
  for (const form of forms) if ((bits & form.on) !== 0 && form.test.test(text)) return true;
  return false;
}

/** Whether a form of tests, linters, runtimes or logs says error. */
export function isErrorForm(text: string, bits: number): boolean {
  const seen = (bits & errorClass) !== 0 && NAMED_CLASS.test(text) ? bits & ~errorClass : bits;
  return matches(TOOL_ERRORS, text, seen) || matches(LOG_ERRORS, text, seen);
}

/** Whether a form says warning. */
export function isWarningForm(text: string, bits: number): boolean {
  return matches(WARNING_FORMS, text, bits);
}

const LEVEL_KEY =
  /\b(?:level|lvl|severity|levelname|loglevel|severity_text|priority)["']?\s*[:=]\s*["']?(?:([a-z]+)\b|(\d0)\b)/i;
const LOW = /^(?:trace|debug|info|information|informational|notice|verbose|dbg|inf|default|success)$/i;
const WARN = /^(?:warn|warning|wrn)$/i;
const ERROR = /^(?:error|err|fatal|crit|critical|alert|emerg|emergency|panic|severe|dpanic|fail|eror)$/i;

/** Level in the value of a key: `level=error`, `"level":50`, `severity: WARN`. */
export function levelOfKey(text: string): number {
  const found = LEVEL_KEY.exec(text);
  if (found === null) return LEVEL.none;
  if (found[2] !== undefined) return found[2] >= '50' ? LEVEL.error : found[2] >= '40' ? LEVEL.warning : LEVEL.low;
  const word = found[1] ?? '';
  if (LOW.test(word)) return LEVEL.low;
  if (WARN.test(word)) return LEVEL.warning;
  return ERROR.test(word) ? LEVEL.error : LEVEL.none;
}

/** `path:12:5: message`, with exactly one blank: a compiler or linter. `path:12:text` is a search hit. */
/** Biome heads each finding with its place and rule. */
const HEADED = /^\S+:\d+:\d+ \S+.*━━━/;
const DIAGNOSTIC =
  /^\s*[^\s:]+:\d+:\d+: (?:(note|style|performance|portability|information|info|hint|remark|warning)\b|([A-Z])\d{3,4}:? )?[^\s]/;
const PLACED = /^(?:[a-z]\S{0,20}: )?[^\s:]+:\d+: (?=[A-Za-z‘'"])/;
const NAMED = /^\s*[^\s:]+:\d+(?::\d+)?:?(?: -)? (?:(error)|warning)\b/;
const CAUSES_DIAGNOSTIC = /^(?:note|help)\b/;

/** What a diagnostic with a place is evidence of; `none` where the line is not one. */
export function levelOfDiagnostic(text: string, bits: number): number {
  const named = NAMED.exec(text);
  if (named !== null) return named[1] === undefined ? LEVEL.warning : LEVEL.error;
  if (HEADED.test(text)) return LEVEL.warning;
  const found = DIAGNOSTIC.exec(text);
  if (found === null) {
    const isPlain = PLACED.test(text) && !/^\S+:\d+: (?:at|in|from|function)\b/.test(text);
    if (isPlain && (text.includes(' ==> ') || /^\S+:\d+: note\b/.test(text))) return LEVEL.warning;
    return isPlain && (bits & (WORD | trouble | errorClass)) !== 0 ? LEVEL.error : LEVEL.none;
  }
  if (found[1] !== undefined || /\(warning\)$/.test(text)) return LEVEL.warning;
  if (found[2] !== undefined) return /[CRWID]/.test(found[2]) ? LEVEL.warning : LEVEL.error;
  return CAUSES_DIAGNOSTIC.test(text) ? LEVEL.warning : LEVEL.error;
}
