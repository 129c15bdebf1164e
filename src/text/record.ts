/** Where a log record starts: a timestamp with seconds, a level, a JSON log object, an access log's address. */

/** Why a line of a log is noise: others of its shape are shown; or plain lines have had their room. */
export const REPEAT = 'repeat';
export const NO_ROOM = 'no room';

/** Plain lines shown below evidence once the budget for plain lines is spent. */
export const LINES_BELOW_EVIDENCE = 4;
/** How many records of one shape are shown before the rest are counted. */
export const SHOWN_PLAIN = 2;
/** Beyond this much of them, clamp has no room for plain lines of a new shape either: several times its budgets for them. */
export const MAX_PLAIN_CHARS = 65_536;

const TIME = '\\d{2}:\\d{2}:\\d{2}';
/** `4:56:26 PM` too. */
const SHORT_TIME = '\\d{1,2}:\\d{2}:\\d{2}';
const CLOCK = new RegExp(SHORT_TIME);
/** A year may stand right before it: `22/Nov/2026:23:33:57`. */
const TIME_OF_DAY = new RegExp(`(?<!\\d)${SHORT_TIME}`);
const DAY = '(?:\\d{4}[-/.]\\d{2}[-/.]\\d{2}|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{4})';

/** Starts with a time of day in them, and others: most lines need only one of the two, and each is dear to compile. */
const TIMED = new RegExp(
  [
    `^[\\[(]?(?:\\w+ ?\\| ?)?\\[?\\d{4}[-/.]\\d{2}[-/.]\\d{2}[T _]?${TIME}`,
    `^\\S{0,24}\\s?\\|?\\s?\\[?\\d{2,4}[-/.]?\\w{2,3}[-/.]?\\d{2,4}[T :]${TIME}`,
    `^\\[?(?:\\w{3} )?\\w{3} [ \\d]\\d (?:\\d{4} )?${TIME}`,
    `^\\[?${TIME}(?:[.,]\\d+)?\\b`,
    `^(?:\\S+ ){3,4}\\[\\d{2}/\\w{3}/\\d{4}:${TIME}`,
    `^[IWEFD]\\d{4} ${TIME}`,
    `^(?:[\\w.-]+\\s*\\|\\s*)\\[?${TIME}`,
    `^\\d+:[A-Z] \\d{2} \\w{3} \\d{4} ${TIME}`,
    // Of java.util.logging; behind the name of the program, and its number; as America writes days.
    `^\\w{3} \\d{1,2}, \\d{4},? ${SHORT_TIME} [AP]M\\b`,
    `^\\[[\\w.:/ -]{1,32}\\]:? (?:\\d+ {1,2}- )?${DAY}(?:T| - |,? )${SHORT_TIME}\\b`,
    `^\\[?\\d{1,2}/\\d{1,2}/\\d{4}(?:,? |-)${SHORT_TIME}\\b`,
    // A day without its year; behind the name of the log, as one that was turned over; of pm2, of WebLogic.
    `^\\[?\\d{1,2}[-./]\\d{1,2}[ -]${TIME}`,
    `^\\S{1,60}\\.log\\S{0,40} ${DAY} ${TIME}`,
    `^\\d+\\|\\S+ +\\| ${DAY}[T ]${TIME}`,
    `^####<\\w{3} \\d{1,2}, \\d{4},? ${SHORT_TIME} `,
  ].join('|'),
);
const UNTIMED = new RegExp(
  [
    '^\\[ *\\d+\\.\\d{3,}\\]',
    '^\\{.*"(?:level|severity|lvl|ts|time|timestamp|@timestamp|msg|event)"\\s*:',
    `^(?:time|ts|timestamp|at)=["']?\\d{4}-\\d{2}-\\d{2}`,
    `^<\\d{1,3}>`,
    `^\\d{10,13}(?:\\.\\d+)?\\s`,
    `^(?:[\\w.-]+\\s*\\|\\s*)\\[?(?:\\d{4}-\\d{2}-\\d{2}|\\d+:[A-Z] \\d{2} \\w{3})`,
    '^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\\b[ :\\]]',
    `^\\[(?:trace|debug|info|notice|warn|warning|error|fatal|critical)\\b`,
    // A day and a time in six digits each; seconds since 1970 behind a label, or in the midst of an event's columns.
    '^\\d{6} \\d{6} \\d+ (?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL) ',
    '^\\S{1,16} 1\\d{9} \\d{4}\\.\\d{2}\\.\\d{2} \\S',
    '^\\d+ \\S+ \\S+ [a-z]\\S* 1\\d{9} \\d+ [A-Z]',
    // Of Android, of a Java machine, of Linux' audit, of Erlang.
    '^[VDIWEF]/[\\w.$-]+ *\\( *\\d+\\): ',
    '^\\[\\d+\\.\\d{3}s\\]\\[',
    '^type=[A-Z_]+ msg=audit\\(\\d',
    '^=[A-Z]+ REPORT==== \\d',
  ].join('|'),
);

/** Long lines are judged by their first characters. */
const MAX_HEAD_CHARS = 240;

/** True if a log record starts here; else the line belongs to the record above. */
export function isRecordStart(text: string): boolean {
  const head = text.length > MAX_HEAD_CHARS ? text.slice(0, MAX_HEAD_CHARS) : text;
  return (CLOCK.test(head) && TIMED.test(head)) || UNTIMED.test(head);
}

/** The time of day in a line's first 80 characters (`06:26:02`), or undefined. */
export function clockOf(text: string): string | undefined {
  return TIME_OF_DAY.exec(text.length > 80 ? text.slice(0, 80) : text)?.[0];
}

/** Blank, indented, closing, or a stack's own words: belongs to the record above. */
const isContinuation = (text: string): boolean => text === '' || /^(?:\s|[})\]]|\.\.\. |goroutine \d)/.test(text);

/** Whether a line starts a record, or stands for itself. */
export const isHead = (text: string): boolean => !isContinuation(text) || isRecordStart(text);
