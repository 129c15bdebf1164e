import type { Line } from '../../line.js';
import { isPassedLine } from '../../text/severity.js';
import { defineStage } from '../stage.js';

/** Lines of one shape are judged once. */
const MAX_CACHED_SHAPES = 16_384;

/**
 * Calls the lines of single passed tests noise: the tool's own totals say how many there were, and where it has none,
 * clamp counts them by their own words.
 */
export default defineStage({
  name: 'passed',
  phase: 'select',
  after: ['rules'],
  profiles: ['full'],
  shapes: ['verdict', 'unknown'],
  about: 'Calls lines that only name one passed test noise.',
  open() {
    const cache = new Map<number, boolean>();
    const isPassed = (line: Line): boolean => {
      const known = cache.get(line.shape);
      if (known !== undefined) return known;
      if (cache.size >= MAX_CACHED_SHAPES) cache.clear();
      const answer = isPassedLine(line.text);
      cache.set(line.shape, answer);
      return answer;
    };
    return {
      push(batch) {
        for (const line of batch) {
          if (line.weight !== 'plain' || line.evidence !== undefined || !isPassed(line)) continue;
          line.weight = 'noise';
          line.because = 'passed';
        }
        return batch;
      },
      end: () => [],
    };
  },
});
