import { elide } from '../../text/elide.js';
import { defineStage } from '../stage.js';

/** Longer lines are shown by their ends and what is odd in them. */
const MAX_LINE_CHARS = 4_000;

/** Proposes a short form of very long lines; clamp decides whether it may be used. */
export default defineStage({
  name: 'longlines',
  phase: 'group',
  profiles: ['full'],
  shapes: ['verdict', 'stream', 'unknown'],
  about: 'Shows very long lines by their head, their tail and the odd words in between.',
  open() {
    return {
      push(batch) {
        for (const line of batch) {
          if (line.text.length <= MAX_LINE_CHARS || line.fold !== undefined || line.because === 'ci command') continue;
          line.short = elide(line.text);
        }
        return batch;
      },
      end: () => [],
    };
  },
});
