/** Quoted source in gaps: one mark for all of them says that it is left out, instead of one for each. */
import type { Line } from '../line.js';
import { estimateTokens, SURE_SHARE } from '../tokens/estimate.js';
import type { Gap } from './gap.js';
import type { Item } from './item.js';

/** Tokens of the mark, and of the one line or two of source that are better shown than missed. */
export const QUOTES_TOKENS = 20;

/** Whether quoted lines are left out from here on, as the output says it. */
export interface QuoteMarks {
  readonly areOut: boolean;
  /** A line is to be shown. Says before a quoted one that it is. */
  meet(line: Line): void;
  /** Leaves out the quoted lines among these, shows the others, and says so once. */
  hide(lines: readonly Line[], show: (line: Line) => void): void;
  /** From the raw line `from` on all is shown. */
  end(from: number): void;
}

/** @param give takes the marks, in order. */
export function openQuoteMarks(give: (item: Item) => void): QuoteMarks {
  let areOut = false;
  const say = (shownFrom: number | undefined): void => {
    areOut = shownFrom === undefined;
    give({ mark: { kind: 'quotes', shownFrom }, from: 0, through: 0, evidence: 0 });
  };
  return {
    get areOut() {
      return areOut;
    },
    meet(line) {
      if (areOut && holdsQuote(line)) say(line.number);
    },
    hide(lines, show) {
      for (let at = 0; at < lines.length; ) {
        const first = lines[at] as Line;
        let end = at + 1;
        if (isQuoted(first)) {
          while (end < lines.length && isQuoted(lines[end] as Line)) end += 1;
          if (!areOut) say(undefined);
          const range = { from: first.number, to: lines[end - 1]?.through ?? first.through };
          give({ mark: { kind: 'quiet', range }, from: range.from, through: range.to, evidence: 0 });
        } else show(first);
        at = end;
      }
    },
    end(from) {
      if (areOut) say(from);
    },
  };
}

/** Tokens that leaving out the gap's quoted lines saves for sure; 0 where they cannot be told apart. */
export const savedQuotes = ({ parts, hasLost }: Gap): number =>
  hasLost
    ? 0
    : parts.filter(isQuoted).reduce((sum, { lead, text }) => sum + estimateTokens(lead + text) + 1, 0) * SURE_SHARE;

/** A line that the check finds to be quoted too. */
export const isQuoted = ({ quote }: Line): boolean => quote === 'sure';

const holdsQuote = ({ quote, fold }: Line): boolean =>
  quote !== undefined || fold?.block?.lines.some(line => line.quote !== undefined) === true;
