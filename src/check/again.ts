/** Marks for what stands above already: the next rows are those. */
import type { Echoes } from '../text/echo.js';
import type { Mark } from '../text/marker.js';
import type { ShownLines } from '../text/shown-lines.js';
import type { RowCursor } from './rows.js';

interface Above {
  readonly raw: RowCursor;
  /** Long rows that were shown. */
  readonly echoes: Echoes;
  /** All rows that stand in OUT, in order. */
  readonly shownLines: ShownLines;
}

/** What is done with the next rows. */
interface Steps {
  /** Takes those that a mark above has left out. */
  skipQuotes(): Promise<void>;
  show(): Promise<unknown>;
}

/**
 * Of one line: all of it has been shown, as the last one that begins so. Of more: they stand above, from the last one
 * on that begins so.
 */
export async function checkAgain(
  { raw, echoes, shownLines }: Above,
  { beginning, lines }: Mark & { kind: 'again' },
  steps: Steps,
): Promise<string | undefined> {
  const from = lines === undefined ? undefined : shownLines.lastOf(beginning);
  for (let i = 0; i < (lines ?? 1); i += 1) {
    await steps.skipQuotes();
    const { text } = (await raw.peek()) ?? { text: '' };
    const isAbove =
      lines === undefined
        ? text.startsWith(beginning) && echoes.isLastOf(beginning, text)
        : from !== undefined && shownLines.at(from + i) === text;
    if (!isAbove) return `no line above is the next one and begins so: ${JSON.stringify(beginning)}`;
    await steps.show();
  }
  shownLines.break();
  return undefined;
}
