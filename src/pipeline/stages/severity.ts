import { type Evidence, type Line, type Weight, wholeOf } from '../../line.js';
import { openByShape } from '../../text/by-shape.js';
import { CI_COMMAND, isCiCommand } from '../../text/ci.js';
import { isQuiet } from '../../text/glance.js';
import { hasOddNumber, nothingUsual, ODD_NUMBER, type Usual } from '../../text/outliers.js';
import { evidenceOf } from '../../text/severity.js';
import { hasSpeakingNumber, shapeWithLevel } from '../../text/severity-number.js';
import { shapeOf } from '../../text/shape.js';
import { defineStage } from '../stage.js';

const WEIGHT: Readonly<Record<Evidence, Weight>> = { error: 'must', verdict: 'must', cut: 'must', warning: 'note' };

/** Shorter logs are not worth the making of the quick look's table. */
const QUICK_FROM = 500;
/** Shapes remembered; each has its numbers. */
const MAX_SHAPES = 32_768;

/** What the lines of one shape are. */
interface Known extends Usual {
  readonly says: Evidence | 'nothing' | 'by its numbers';
}

/**
 * Says of each line what it is evidence of, and weighs it by that: the floor under every rule. In a log, also names the
 * lines with a number far out of the usual.
 */
export default defineStage({
  name: 'severity',
  phase: 'fold',
  after: ['leads'],
  about: 'Finds errors, warnings, totals and announced cuts, and weighs each line by what it is evidence of.',
  open({ shape, profile }) {
    const isLog = shape === 'stream' && profile === 'full';
    let seen = 0;
    /** The quick look is at the line's text, and worth it. */
    let canGlance = false;
    const saysOf = (text: string): Known['says'] => {
      if (canGlance && isQuiet()) return 'nothing';
      return hasSpeakingNumber(text) ? 'by its numbers' : (evidenceOf(text) ?? 'nothing');
    };
    const known = openByShape<Known>(text => ({ ...nothingUsual(), says: saysOf(text) }), undefined, MAX_SHAPES);
    const byNumbers = openByShape(text => evidenceOf(text) ?? 'nothing');
    const judge = (line: Line): Evidence | undefined => {
      const isSkimmed = line.shape !== 0;
      if (!isSkimmed) line.shape = shapeOf(wholeOf(line));
      seen += 1;
      canGlance = isLog && !isSkimmed && seen > QUICK_FROM && line.lead === '';
      const of = known.get(line.shape, line.text);
      if (isLog && !isSkimmed && hasOddNumber(of)) line.because = ODD_NUMBER;
      const says =
        of.says === 'by its numbers' ? byNumbers.get(shapeWithLevel(line.shape, line.text), line.text) : of.says;
      return says === 'nothing' ? undefined : says;
    };
    return {
      push(batch) {
        for (const line of batch) {
          if (line.fold?.bundle !== undefined) continue;
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
