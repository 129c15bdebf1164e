/** What a single line of a log, a search or a listing looks like. */
import { isRecordStart } from '../../text/record.js';

/** `10.0.0.7 - - [20/Nov/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 512` */
const ACCESS = /^\S+ \S+ \S.{0,80}?\[\d{2}\/\w{3}\/\d{4}:\d{2}:\d{2}:\d{2} [+-]\d{4}\] "/;
export const isAccess = (line: string): boolean => ACCESS.test(line);

const FRAME =
  /^\s+at (?:\S+ \(|\S+\(|async |new |\S+:\d+)|^\s*File "[^"]+", line \d+|^\s+\.\.\. \d+ more$|^goroutine \d+ \[|^\s+\S+\.go:\d+ \+0x|^\s*#\d+ +(?:0x[0-9a-f]+ in )?\S|^\s+from \S+:\d+:in |^Caused by: |^\s+\| +File "[^"]+", line \d+|^#\d+ \S+\(\d+\): |^\t\S+:\d+: in |^\t?\S.*\) called at \S+ line \d+|^\s+\([\w.]+ [\d.]+\) \S+:\d+: /;
export const isFrame = (line: string): boolean => FRAME.test(line);

const INSIDE = /^\s+\S|^\tat /;
/** `- 1117838570 2005.06.03 R02-M1 2005-06-03-15.42.50.675872 …`: a day and a time somewhere in front. */
const DATED =
  /^.{0,60}?(?:\d{4}[-/.]\d{2}[-/.]\d{2}|\d{2}[-/.]\d{2}[-/.]\d{2,4}|\d{8})[-T _]{1,2}\d{1,2}[:.]\d{1,2}[:.]\d{1,2}/;
/** `081109 203615 148 INFO`, `[10.30 16:49:06] chrome.exe`. */
const SHORT_DATED = /^\[?\d{2,6}[. /-]?\d{2}? \d{2}:?\d{2}:?\d{2}[\] ]/;
const SYSLOG = /^(?:<\d+>|- \d+ .{0,40}?)?\b[A-Z][a-z]{2} +\d{1,2} \d{2}:\d{2}:\d{2} \S/;
const LEVELLED = /^(?:\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL)\]?)[ :]/;

/** A record, or what stands below one. */
export const isLogRecord = (line: string): boolean =>
  !/^[-dlbcps][-rwxsStT]{9}/.test(line) &&
  (isRecordStart(line) ||
    DATED.test(line) ||
    SHORT_DATED.test(line) ||
    SYSLOG.test(line) ||
    LEVELLED.test(line) ||
    (INSIDE.test(line) && isFrame(line)));

/** `src/cart.ts:12:`, and a line around one: `src/cart.ts-13-`. A time of day is no place. */
const HIT = /^(?:[^\s:]*\/)?([^\s:/]+?)(?::\d+(?::\d+)?:|-\d+-|=\d+=)/;
export function isHit(line: string): boolean {
  const name = HIT.exec(line)?.[1];
  if (name === undefined || /[,;"]|\d-?\d\dT\d\d$|^\d+$|^\[/.test(name)) return false;
  return (
    /[A-Za-z_]/.test(name) &&
    (name.includes('.') || line.slice(0, line.indexOf(name)).includes('/') || /^[A-Z]\w+file$/.test(name))
  );
}

const PATH = /^(?:\.{1,2}\/|\/|~\/)?(?:[\w@.+-]+(?: [\w@.+-]+)?\/)*[\w@.+-]+\/?$/;
/** A path, or a file's name with its ending, alone in its line. */
export const isPath = (line: string): boolean =>
  PATH.test(line) && (line.includes('/') || /^[\w@.+-]*\.[A-Za-z]\w{0,9}$/.test(line));
