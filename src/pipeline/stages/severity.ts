import type { Evidence, Line, Weight } from '../../line.js';
import { CI_COMMAND, isCiCommand } from '../../text/ci.js';
import { evidenceOf } from '../../text/severity.js';
import { shapeOf } from '../../text/shape.js';
import { defineStage } from '../stage.js';

/** Lines of one shape are judged once. Forgotten whole when full: a log has some hundred shapes, seldom thousands. */
const MAX_CACHED_SHAPES = 16_384;

const WEIGHT: Readonly<Record<Evidence, Weight>> = { error: 'must', verdict: 'must', cut: 'must', warning: 'note' };

/** Numbers that a shape masks but that say how bad a line is: JSON levels (`"level":50`), syslog priorities (`<3>`). */
const NUMBER_SPEAKS = /^<\d|"(?:level|severity|priority)"\s*:\s*\d/;

/** Says of each line what it is evidence of, and weighs it by that. The floor under every rule. */
export default defineStage({
  name: 'severity',
  phase: 'fold',
  about: 'Finds errors, warnings, totals and announced cuts, and weighs each line by what it is evidence of.',
  open() {
    const cache = new Map<number, Evidence | 'nothing'>();
    const judge = (line: Line): Evidence | undefined => {
      line.shape = shapeOf(line.text);
      const known = cache.get(line.shape);
      if (known !== undefined) return known === 'nothing' ? undefined : known;
      const evidence = evidenceOf(line.text);
      if (NUMBER_SPEAKS.test(line.text)) return evidence;
      if (cache.size >= MAX_CACHED_SHAPES) cache.clear();
      cache.set(line.shape, evidence ?? 'nothing');
      return evidence;
    };
    return {
      push(batch) {
        for (const line of batch) {
          if (line.because === CI_COMMAND || isCiCommand(line.text)) {
            line.weight = 'must';
            line.because = CI_COMMAND;
            continue;
          }
          line.evidence = judge(line);
          if (line.evidence !== undefined) line.weight = WEIGHT[line.evidence];
        }
        return batch;
      },
      end: () => [],
    };
  },
});
