/** What a reader looks for, as words of lines. */

/** Shorter words stand everywhere. */
const MIN_WORD_CHARS = 3;
/** Of many words a line need not hold all. */
const WORDS_SHARE = 2 / 3;
/** Further lines are worth what they are worth without being looked for: then it was looked for too much. */
const MAX_FOUND = 100;

/** Says of lines, in their order, whether they hold the words of a query; of the first hundred that do. */
export interface Sought {
  /** No line will be found any more. */
  readonly isOver: boolean;
  isSaidIn(line: string): boolean;
}

export function openSought(query: string): Sought {
  const words = queryWords(query);
  let found = 0;
  return {
    get isOver() {
      return words.length === 0 || found === MAX_FOUND;
    },
    isSaidIn(line) {
      if (this.isOver || !holdsWords(line, words)) return false;
      found += 1;
      return true;
    },
  };
}

/** Words of a query, in lower case. */
export const queryWords = (query: string): readonly string[] => [
  ...new Set(
    query
      .toLowerCase()
      .split(/[^\p{L}\p{N}_./:-]+/u)
      .filter(word => word.length >= MIN_WORD_CHARS),
  ),
];

/** @param words in lower case; of none a text holds none. */
export function holdsWords(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.length > 0 && words.filter(word => lower.includes(word)).length >= words.length * WORDS_SHARE;
}
