/** The messages of `rg --json`, one a line, and the same in fewer characters; only what is written again byte for byte. */

/** Where a match stands in its line, in bytes from 0. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A line that was found, or one around it. */
export interface FoundLine {
  readonly type: 'match' | 'context';
  readonly path: string;
  /** Without its line end. */
  readonly text: string;
  readonly number: number;
  readonly offset: number;
  readonly spans: readonly Span[];
}

/** What is said when a file is done. */
export interface Ended {
  readonly type: 'end';
  readonly path: string;
  readonly nanos: number;
  readonly searched: number;
  readonly printed: number;
  readonly lines: number;
  readonly matches: number;
}

export type Message = { readonly type: 'begin'; readonly path: string } | FoundLine | Ended;

/** What a line of ours may hold: no control code but a tab. */
const UNCLEAR = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/;

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Undefined for a line that is no message, or that `writeMessage` would write in another way. */
export function readMessage(line: string): Message | undefined {
  if (!line.startsWith('{"type":"')) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(line);
  } catch {
    return undefined;
  }
  const message = messageOf(read as Foreign);
  return message !== undefined && writeMessage(message) === line ? message : undefined;
}

/** As far as it is looked at; anything may be missing or of another type. */
interface Foreign {
  readonly type?: unknown;
  readonly data?: {
    readonly path?: { readonly text?: unknown };
    readonly lines?: { readonly text?: unknown };
    readonly line_number?: unknown;
    readonly absolute_offset?: unknown;
    readonly submatches?: unknown;
    readonly stats?: Readonly<Record<string, unknown>> & { readonly elapsed?: { readonly nanos?: unknown } };
  };
}

function messageOf({ type, data }: Foreign): Message | undefined {
  const path = data?.path?.text;
  if (typeof path !== 'string' || path === '' || UNCLEAR.test(path)) return undefined;
  if (type === 'begin') return { type, path };
  if (type === 'end') {
    const { bytes_searched: searched, bytes_printed: printed, matched_lines: lines, matches } = data?.stats ?? {};
    const nanos = data?.stats?.elapsed?.nanos;
    if (![searched, printed, lines, matches, nanos].every(isWhole)) return undefined;
    return { type, path, nanos, searched, printed, lines, matches } as Ended;
  }
  const { line_number: number, absolute_offset: offset, submatches } = data ?? {};
  const text = data?.lines?.text;
  if ((type !== 'match' && type !== 'context') || typeof text !== 'string' || !text.endsWith('\n')) return undefined;
  if (!isWhole(number) || !isWhole(offset) || !Array.isArray(submatches) || UNCLEAR.test(text.slice(0, -1)))
    return undefined;
  const spans = submatches.map(each => ({ start: each?.start, end: each?.end }));
  if (!spans.every(({ start, end }) => isWhole(start) && isWhole(end) && end >= start)) return undefined;
  if ((type === 'match') !== spans.length > 0) return undefined;
  return { type, path, text: text.slice(0, -1), number, offset, spans };
}

/** The message as ripgrep writes it. */
export function writeMessage(message: Message): string {
  const path = { text: message.path };
  if (message.type === 'begin') return JSON.stringify({ type: 'begin', data: { path } });
  if (message.type === 'end') {
    const { nanos, searched, printed, lines, matches } = message;
    const elapsed = { secs: 0, nanos, human: `${(nanos / 1e9).toFixed(6)}s` };
    const bytes = { bytes_searched: searched, bytes_printed: printed };
    const stats = { elapsed, searches: 1, searches_with_match: 1, ...bytes, matched_lines: lines, matches };
    return JSON.stringify({ type: 'end', data: { path, binary_offset: null, stats } });
  }
  const { type, text, number, offset, spans } = message;
  const bytes = Buffer.from(text);
  const submatches = spans.map(({ start, end }) => ({
    match: { text: bytes.toString('utf8', start, end) },
    start,
    end,
  }));
  return JSON.stringify({
    type,
    data: { path, lines: { text: `${text}\n` }, line_number: number, absolute_offset: offset, submatches },
  });
}
