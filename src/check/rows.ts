/** RAW and OUT as streams of lines, as the pipeline itself would read them. */
import { createReadStream } from 'node:fs';
import type { Line } from '../line.js';
import { createLines } from '../pipeline/split.js';
import terminal from '../pipeline/stages/terminal.js';

/** A rendered line of the raw text. */
export interface Row {
  readonly text: string;
  readonly number: number;
  readonly through: number;
}

export interface RowOptions {
  readonly isCrText: boolean;
  /** OUT is read as it is: it has been rendered already. */
  readonly isRendered: boolean;
}

/** The lines of a file, rendered as a terminal would show them. Memory: one batch. */
export async function* readRows(path: string, options: RowOptions): AsyncGenerator<Row> {
  const open = options.isRendered
    ? undefined
    : terminal.open({
        profile: 'light',
        shape: 'unknown',
        kind: undefined,
        rule: undefined,
        lead: undefined,
        head: [],
        note: () => undefined,
      });
  const lines = createReadStream(path).pipe(createLines({ isCrText: options.isCrText }).transform);
  for await (const batch of lines as AsyncIterable<readonly Line[]>) yield* open?.push(batch) ?? batch;
  yield* open?.end() ?? [];
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
