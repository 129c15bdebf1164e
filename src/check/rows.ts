/** RAW and OUT as streams of lines, as the pipeline itself would read them. */
import { createReadStream } from 'node:fs';
import type { Line } from '../line.js';
import { createLines } from '../pipeline/split.js';
import { blankContext } from '../pipeline/stage.js';
import terminal from '../pipeline/stages/terminal.js';
import { isCiCommand } from '../text/ci.js';
import { leadOf } from '../text/lead.js';
import { type Judged, openQuotes } from '../text/quotes.js';

/** A rendered line of the raw text. */
export interface Row {
  readonly text: string;
  readonly number: number;
  readonly through: number;
  /** It is source that is quoted below a place. */
  readonly isQuote?: boolean;
}

export interface RowOptions {
  readonly isCrText: boolean;
  /** OUT is read as it is: it has been rendered already. */
  readonly isRendered: boolean;
}

/** The lines of a file, rendered as a terminal would show them. Memory: one batch. */
export async function* readRows(path: string, options: RowOptions): AsyncGenerator<Row> {
  const open = options.isRendered ? undefined : terminal.open(blankContext('light', () => undefined));
  const lines = createReadStream(path).pipe(createLines({ isCrText: options.isCrText }).transform);
  for await (const batch of lines as AsyncIterable<readonly Line[]>) yield* open?.push(batch) ?? batch;
  yield* open?.end() ?? [];
}

/** The rows, with what is quoted told from the rest. @param lead what a runner writes before each line. */
export async function* withQuotes(rows: AsyncIterable<Row>, lead: RegExp | undefined): AsyncGenerator<Row> {
  let last = 0;
  const quotes = openQuotes<Row>(({ text, number, through }) => {
    const before = leadOf(text, lead);
    const isUrgent = before === '' && isCiCommand(text);
    const isWhole = number === through && number > last && !isUrgent;
    last = through;
    return { text: text.slice(before.length), isWhole, isUrgent };
  });
  const rowOf = ({ item: { text, number, through }, isQuote }: Judged<Row>): Row => ({
    text,
    number,
    through,
    isQuote: isQuote === true,
  });
  for await (const row of rows) yield* quotes.push(row).map(rowOf);
  yield* quotes.end().map(rowOf);
}

/** A stream of rows with one row of sight ahead. */
export interface RowCursor {
  /** The next row, without taking it; undefined at the end. */
  peek(): Promise<Row | undefined>;
  take(): Promise<Row | undefined>;
}

export function openCursor(rows: AsyncGenerator<Row>): RowCursor {
  let ahead: Promise<Row | undefined> | undefined;
  const next = async (): Promise<Row | undefined> => {
    const { value, done } = await rows.next();
    return done ? undefined : value;
  };
  return {
    peek() {
      ahead ??= next();
      return ahead;
    },
    async take() {
      const row = await (ahead ?? next());
      ahead = undefined;
      return row;
    },
  };
}
