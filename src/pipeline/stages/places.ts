import type { Line } from '../../line.js';
import { FOR_ITS_PLACE, isBelowName, isFileName, placeOf } from '../../text/finding.js';
import { defineStage } from '../stage.js';

/**
 * A line that begins with a place in a file says something of it, whatever its words: it is worth more than a plain
 * line, of which a long output shows the first ones only.
 */
export default defineStage({
  name: 'places',
  phase: 'select',
  after: ['rules'],
  profiles: ['full'],
  shapes: ['verdict'],
  about:
    'Lines that begin with a place in a file, `src/a.c:12:5: …`, or below its name, stay however long the output is.',
  open() {
    /** The last line at the margin names a file. */
    let isNamed = false;
    const hasPlace = ({ text }: Line): boolean => (isNamed && isBelowName(text)) || placeOf(text) !== '';
    return {
      push(batch) {
        for (const line of batch) {
          if (/^\S/.test(line.text)) isNamed = isFileName(line.text);
          if (line.weight !== 'plain' || !hasPlace(line)) continue;
          line.weight = 'note';
          line.because = FOR_ITS_PLACE;
        }
        return batch;
      },
      end: () => [],
    };
  },
});
