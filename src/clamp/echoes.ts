/** Long lines that stand above already: the mark says how they begin. Lossless: the line above is the same. */
import type { Faults } from '../errors.js';
import { type Line, type Link, wholeOf } from '../line.js';
import { openEchoes } from '../text/echo.js';
import { formatMark, isOwnMark } from '../text/marker.js';
import { estimateTokens, SURE_SHARE } from '../tokens/estimate.js';
import { foldLink } from './fold-link.js';
import { type Item, isMarkItem, isWholeLine, type MarkItem } from './item.js';

/** A mark that saves next to nothing only puzzles. */
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
    echoes.show(wholeOf(line));
    return undefined;
  };
  return foldLink('echoes', faults, {
    take: (item, out) => out.push(isMarkItem(item) ? item : (echoOf(item) ?? item)),
    finish: () => undefined,
    held: () => [],
  });
}

const canEcho = (line: Line): boolean =>
  line.evidence === undefined && line.lead === '' && isWholeLine(line) && !isOwnMark(line.text);
