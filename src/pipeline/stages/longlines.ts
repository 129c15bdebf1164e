import type { Line } from '../../line.js';
import { elide } from '../../text/elide.js';
import { defineStage } from '../stage.js';

/** Longer lines are shown by their ends and what is odd in them. */
const MAX_LINE_CHARS = 4_000;

/** Data in one line, such as a linter's JSON, is needed whole. */
const isElidable = ({ text, fold, because }: Line): boolean =>
  fold === undefined && because !== 'ci command' && !/^\s*[[{<]/.test(text);

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
          if (line.text.length > MAX_LINE_CHARS && isElidable(line)) line.short = elide(line.text);
        }
        return batch;
      },
      end: () => [],
    };
  },
});
