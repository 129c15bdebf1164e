/** Which lines stay: evidence first, plain lines while there is room, and those around evidence. */
import type { Line } from '../line.js';
import { CI_COMMAND } from '../text/ci.js';
import { LINES_BELOW_EVIDENCE } from '../text/record.js';
import { charsOf } from './item.js';
import type { ClampPolicy } from './policy.js';

/** Kinds of evidence remembered as shown, for what is beyond the budget. */
const MAX_SHOWN_KINDS = 8_192;

/** Spends one stream's budget. */
export interface Judge {
  /** True if the line, which is no noise, stays; its characters are then spent. */
  keeps(line: Line, place: Place): boolean;
  /** The line stays as another row of its raw line does: fed in again it is one of its own, and costs as much. */
  spend(line: Line): void;
  readonly hasShownError: boolean;
  /** True for evidence of a kind that has not been shown yet. */
  isNews(line: Line): boolean;
  /** Plain lines have become scarce: evidence brings its own context. */
  readonly isTight: boolean;
}

/** Where a line would stand. */
export interface Place {
  /** The line above is to be left out. */
  readonly isBelowGap: boolean;
  /** What a hard limit leaves; infinite without one. */
  readonly charsLeft: number;
}

export function openJudge(policy: ClampPolicy): Judge {
  const shownKinds = new Set<number>();
  const shownPlain = new Set<number>();
  let plainChars = 0;
  let newPlainChars = 0;
  let contextChars = 0;
  let repeatedChars = 0;
  let newsChars = 0;
  let contextLeft = 0;
  let hasShownError = false;

  /** A log says something new late, too. */
  const keepsNews = ({ shape }: Line, cost: number): boolean => {
    if (policy.newPlainChars === 0 || shape === 0 || shownPlain.has(shape)) return false;
    if (newPlainChars + cost > policy.newPlainChars || shownPlain.size >= MAX_SHOWN_KINDS) return false;
    newPlainChars += cost;
    return true;
  };
  const plainRoom = (): number => (hasShownError ? policy.plainChars : policy.calmPlainChars);
  const keepsPlain = (line: Line, cost: number): boolean => {
    const isKept = plainChars + cost <= plainRoom();
    if (isKept) plainChars += cost;
    if (isKept || keepsNews(line, cost)) {
      if (policy.newPlainChars > 0) shownPlain.add(line.shape);
      return true;
    }
    if (contextLeft === 0 || contextChars + cost > policy.evidenceChars / 2) return false;
    contextLeft -= 1;
    contextChars += cost;
    return true;
  };
  const keepsEvidence = (line: Line, cost: number): boolean => {
    const isNewKind = !shownKinds.has(line.shape) && shownKinds.size < MAX_SHOWN_KINDS;
    // What has been said before must not take the room of what has not.
    if (isNewKind ? newsChars + cost > 2 * policy.evidenceChars : repeatedChars + cost > policy.evidenceChars)
      return false;
    if (isNewKind) newsChars += cost;
    else repeatedChars += cost;
    shownKinds.add(line.shape);
    contextLeft = LINES_BELOW_EVIDENCE;
    hasShownError ||= line.evidence === 'error';
    return true;
  };
  return {
    keeps(line, { isBelowGap, charsLeft }) {
      if (line.because === CI_COMMAND) return true;
      // A blank line below a gap says nothing that the gap's mark does not.
      const isTidied = policy.plainChars !== Infinity;
      if (isTidied && isBelowGap && line.weight === 'plain' && line.text.trim() === '') return false;
      const cost = charsOf(line);
      if (cost > charsLeft) return false;
      return line.weight === 'plain' ? keepsPlain(line, cost) : keepsEvidence(line, cost);
    },
    spend(line) {
      if (line.weight === 'plain') plainChars += charsOf(line);
      else keepsEvidence(line, charsOf(line));
    },
    isNews: line => line.evidence !== undefined && !shownKinds.has(line.shape),
    get hasShownError() {
      return hasShownError;
    },
    get isTight() {
      return plainChars >= plainRoom() / 2;
    },
  };
}
