import { type Evidence, type Line, type Weight, wholeOf } from '../../line.js';
import { openByShape } from '../../text/by-shape.js';
import { CI_COMMAND, isCiCommand } from '../../text/ci.js';
import { evidenceOf } from '../../text/severity.js';
import { shapeOf } from '../../text/shape.js';
import { defineStage } from '../stage.js';

const WEIGHT: Readonly<Record<Evidence, Weight>> = { error: 'must', verdict: 'must', cut: 'must', warning: 'note' };

/** Numbers that a shape masks but that say how bad a line is: JSON levels (`"level":50`), syslog priorities (`<3>`). */
const NUMBER_SPEAKS = /^<\d|"(?:level|severity|priority)"\s*:\s*\d/;

/** Says of each line what it is evidence of, and weighs it by that. The floor under every rule. */
export default defineStage({
  name: 'severity',
  phase: 'fold',
  after: ['leads'],
  about: 'Finds errors, warnings, totals and announced cuts, and weighs each line by what it is evidence of.',
  open() {
    const evidence = openByShape<Evidence | 'nothing'>(
      text => evidenceOf(text) ?? 'nothing',
      text => !NUMBER_SPEAKS.test(text),
    );
    const judge = (line: Line): Evidence | undefined => {
      line.shape = shapeOf(wholeOf(line));
      const answer = evidence.get(line.shape, line.text);
      return answer === 'nothing' ? undefined : answer;
    };
    return {
      push(batch) {
        for (const line of batch) {
          if (line.because === CI_COMMAND || (line.lead === '' && isCiCommand(line.text))) {
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
