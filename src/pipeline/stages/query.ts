import { type Line, unbundled } from '../../line.js';
import { defineStage } from '../stage.js';

/** Shorter words stand everywhere. */
const MIN_WORD_CHARS = 3;
/** Of many words a line need not hold all. */
const WORDS_SHARE = 2 / 3;
/** Further lines are worth what they are worth without being looked for: then it was looked for too much. */
const MAX_FOUND = 100;
const SOUGHT = 'what is looked for';

/**
 * Lines that say what the reader looks for are not left out while there are few of them. Nothing goes because of it, and
 * nothing is found that is not there.
 */
export default defineStage({
  name: 'query',
  phase: 'note',
  profiles: ['full'],
  about: 'Lines that hold the words of `--query` stay, the first hundred of them.',
  open({ query = '' }) {
    const words = wordsOf(query);
    let found = 0;
    const isSought = ({ text }: Line): boolean => {
      const lower = text.toLowerCase();
      return words.filter(word => lower.includes(word)).length >= words.length * WORDS_SHARE;
    };
    return {
      push(batch) {
        if (words.length === 0 || found === MAX_FOUND) return batch;
        const lines = unbundled(batch);
        for (const line of lines) {
          if (found === MAX_FOUND || !isSought(line)) continue;
          found += 1;
          if (line.weight === 'must') continue;
          line.weight = 'must';
          line.because = SOUGHT;
        }
        return lines;
      },
      end: () => [],
    };
  },
});

const wordsOf = (query: string): readonly string[] => [
  ...new Set(
    query
      .toLowerCase()
      .split(/[^\p{L}\p{N}_./:-]+/u)
      .filter(word => word.length >= MIN_WORD_CHARS),
  ),
];
