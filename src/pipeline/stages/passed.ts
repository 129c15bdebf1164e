import { openByShape } from '../../text/by-shape.js';
import { isPassedLine } from '../../text/severity.js';
import { defineStage } from '../stage.js';

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
    const passed = openByShape(isPassedLine);
    return {
      push(batch) {
        for (const line of batch) {
          // A run of them is counted as they are, by their own words.
          const isOpen = line.weight === 'plain' || line.because === 'run';
          if (!isOpen || line.evidence !== undefined || !passed.get(line.shape, line.text)) continue;
          line.weight = 'noise';
          line.because = 'passed';
        }
        return batch;
      },
      end: () => [],
    };
  },
});
