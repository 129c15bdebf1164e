/** The first bytes of an input, and where what is looked at ends. */

/** What the first bytes say. */
export interface Head {
  /** The first `bytes` bytes, or all there are, or all up to and with an urgent line. */
  readonly bytes: Buffer;
  /** True if `bytes` is the whole input. */
  readonly isWhole: boolean;
}

export interface WindowOptions {
  readonly bytes: number;
  /** Urgent lines that end within so many bytes do not end the head. */
  readonly minBytes: number;
  /** Is this line, given as one character a byte and without its end, one that nobody may hold back? */
  isUrgent(line: string): boolean;
}

/** The first bytes, and the urgent lines among them. */
export interface Window {
  readonly size: number;
  /** End of the last urgent line within `minBytes`, and how many lines that makes; 0: none. */
  readonly urgentEnd: number;
  readonly urgentLines: number;
  /** Where the head ends, as soon as it is known. */
  readonly headEnd: number | undefined;
  add(chunk: Buffer): void;
  /** The head; all there is, while its end is not known. */
  bytes(): Buffer;
}

const LINE_FEED = 0x0a;

export function openWindow({ bytes: maxBytes, minBytes, isUrgent }: WindowOptions): Window {
  const bytes = Buffer.alloc(maxBytes);
  let size = 0;
  let lineStart = 0;
  let lines = 0;
  let urgentEnd = 0;
  let urgentLines = 0;
  let headEnd: number | undefined;
  const takeLine = (lineEnd: number): void => {
    const line = bytes.toString('latin1', lineStart, lineEnd - 1);
    const isFirst = lineStart === 0;
    lineStart = lineEnd;
    lines += 1;
    if (!isUrgent((isFirst ? line.replace(/^\xef\xbb\xbf/, '') : line).replace(/\r$/, ''))) return;
    if (lineEnd <= minBytes) {
      urgentEnd = lineEnd;
      urgentLines = lines;
    } else headEnd = lineEnd;
  };
  return {
    get size() {
      return size;
    },
    get urgentEnd() {
      return urgentEnd;
    },
    get urgentLines() {
      return urgentLines;
    },
    get headEnd() {
      return headEnd;
    },
    add(chunk) {
      const from = size;
      size += chunk.copy(bytes, size);
      for (let at = bytes.indexOf(LINE_FEED, from); at !== -1 && at < size; at = bytes.indexOf(LINE_FEED, at + 1)) {
        takeLine(at + 1);
        if (headEnd !== undefined) return;
      }
      if (size === maxBytes) headEnd = maxBytes;
    },
    bytes: () => Buffer.from(bytes.subarray(0, headEnd ?? size)),
  };
}
