import type { Line } from '../../line.js';
import { CI_COMMAND } from '../../text/ci.js';
import { type Judged, openQuotes } from '../../text/quotes.js';
import { defineStage, gatherEach } from '../stage.js';

/**
 * Says of each line whether it is source that is quoted below a place, with the marks under it. Weighs nothing. Holds
 * two lines, since those below one say what it is.
 */
export default defineStage({
  name: 'quotes',
  phase: 'fold',
  after: ['severity'],
  profiles: ['full'],
  shapes: ['verdict', 'unknown'],
  about: 'Finds the source lines that a compiler or a linter quotes below a place, and the marks under them.',
  open() {
    let last = 0;
    const quotes = openQuotes<Line>(line => {
      const { text, number, through, because } = line;
      const isUrgent = because === CI_COMMAND;
      const isWhole = number === through && number > last && !isUrgent;
      last = through;
      return { text, isWhole, isUrgent };
    });
    const label = ({ item, isQuote }: Judged<Line>): Line => {
      item.quote = isQuote === undefined ? 'open' : isQuote ? 'sure' : undefined;
      return item;
    };
    return {
      push: batch =>
        gatherEach(batch, (line, out) => {
          for (const judged of quotes.push(line)) out.push(label(judged));
        }),
      end: () => quotes.end().map(label),
      idle: () => quotes.release().map(label),
    };
  },
});
