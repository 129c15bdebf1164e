import { unbundled } from '../../line.js';
import { openSought } from '../../text/query-words.js';
import { defineStage } from '../stage.js';

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
    const sought = openSought(query);
    return {
      push(batch) {
        if (sought.isOver) return batch;
        const lines = unbundled(batch);
        for (const line of lines) {
          if (!sought.isSaidIn(line.text) || line.weight === 'must') continue;
          line.weight = 'must';
          line.because = SOUGHT;
        }
        return lines;
      },
      end: () => [],
    };
  },
});
