/** Whether a program draws over what a person has seen already: a bar, a spinner, a frame of lines. */

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** The cursor returns to the start of the first line, and more comes behind that. */
const RETURNS = /^[^\n]*\r(?![\r\n]*(?:\n|$))/;
/** The cursor goes up, to a place, or back to where it was. */
const MOVES = /\x1b(?:\[[\d;]*[AFHfsu]|[78M])/;

/** Where the cursor is in the output of a program, as far as its last byte tells. */
export interface Redraws {
  /** True where the chunk, which comes next, draws over what is on the screen. */
  isNext(chunk: Buffer): boolean;
  /** True where the cursor stands at the start of a line that something stands on. */
  readonly hasReturned: boolean;
  /** The chunk has been written. */
  pass(chunk: Buffer): void;
}

/** At the start of an empty line. */
export function openRedraws(): Redraws {
  let last = LINE_FEED;
  return {
    isNext(chunk) {
      const text = chunk.toString('latin1');
      const isOver = last === RETURN && chunk[0] !== LINE_FEED && chunk[0] !== RETURN;
      return isOver || (last !== LINE_FEED && RETURNS.test(text)) || MOVES.test(text);
    },
    get hasReturned() {
      return last === RETURN;
    },
    pass(chunk) {
      last = chunk[chunk.length - 1] ?? last;
    },
  };
}
