/** Long lines that stand above already: the mark says how they begin. Lossless: the line above is the same. */
import type { Faults } from '../errors.js';
import { batchOf, type Line, type Link } from '../line.js';
import { CI_COMMAND } from '../text/ci.js';
import { openEchoes } from '../text/echo.js';
import { formatMark, isOwnMark } from '../text/marker.js';
import { estimateTokens } from '../tokens/estimate.js';
import { type Item, isMarkItem, type MarkItem } from './item.js';

/** The estimate of tokens may be off by a quarter; a mark that saves next to nothing only puzzles. */
const SURE_SHARE = 0.75;
const MIN_SAVED_TOKENS = 6;

/** Puts a mark for each kept line whose text has been shown. Evidence always stays. Holds the long lines shown last, no item. */
export function foldEchoes(faults: Faults): Link<readonly Item[], readonly Item[]> {
  const echoes = openEchoes();
  const echoOf = (line: Line): MarkItem | undefined => {
    const beginning = canEcho(line) ? echoes.beginningOf(line.text) : undefined;
    if (beginning !== undefined) {
      const mark = { kind: 'again', beginning } as const;
      const saved = estimateTokens(line.text) * SURE_SHARE - estimateTokens(formatMark(mark));
      if (saved >= MIN_SAVED_TOKENS) return { mark, from: line.number, through: line.through, evidence: 0 };
    }
    if (line.fold === undefined && line.short === undefined) echoes.show(line.text);
    return undefined;
  };
  return {
    push(batch) {
      if (faults.hasFailed) return batchOf(batch);
      try {
        faults.provoke('echoes');
        return batchOf(batch.map(item => (isMarkItem(item) ? item : (echoOf(item) ?? item))));
      } catch (error) {
        faults.fail('echoes', error);
        return batchOf(batch);
      }
    },
    end: () => [],
  };
}

const canEcho = ({ text, lead, end, evidence, fold, short, because }: Line): boolean =>
  evidence === undefined &&
  lead === '' &&
  end !== '' &&
  fold === undefined &&
  short === undefined &&
  because !== CI_COMMAND &&
  !isOwnMark(text);
